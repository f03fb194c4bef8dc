/** Makes the plan of shards: for the job that divides the targets, and again in each job that renders some of them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failure } from "../diagnostics.ts";
import { LOCK_FILE_NAME } from "../lock/index.ts";
import type { Side } from "../review/index.ts";
import type { Tree } from "../sources/index.ts";
import {
  type Costs,
  compareSharedRules,
  parseCosts,
  planShards,
  type ShardInput,
  type ShardName,
  type ShardPlan,
  targetsOfShard,
} from "../targets/index.ts";

/** The inputs of a plan beside the commits. */
export type Division = Omit<ShardInput, "base" | "head" | "trees" | "doubts">;

export interface PlannedSide {
  readonly side: Pick<Side, "sha">;
  readonly tree: Tree;
}

/** @throws KrmError `shard-uncommitted`, and as `planShards` does */
export async function planShardsOf(
  { base, head }: { readonly base: PlannedSide; readonly head: PlannedSide },
  division: Division,
): Promise<ShardPlan> {
  if (base.side.sha === null || head.side.sha === null) {
    const message = "the working tree has changes that are in no commit, so other machines lack them";
    throw failure("shard-uncommitted", message, { hint: "Commit them, or name a revision with --head." });
  }
  const trees = { base: base.tree, head: head.tree };
  const rules = { lock: LOCK_FILE_NAME, writesLock: false, trustLines: [], pathOf: (name: string) => name };
  const { doubts } = await compareSharedRules(trees, rules);
  return planShards({ ...division, base: base.side.sha, head: head.side.sha, trees, doubts });
}

/** A shard in its plan. */
export interface OwnShard {
  readonly name: ShardName;
  readonly plan: ShardPlan;
  readonly targets: ReadonlySet<string>;
}

/** Makes the plan again. @throws KrmError `shard-plan-differs` if the shard is of another one, and as {@link planShardsOf} does */
export async function openShard(
  name: ShardName,
  sides: { readonly base: PlannedSide; readonly head: PlannedSide },
  division: Omit<Division, "count">,
): Promise<OwnShard> {
  const plan = await planShardsOf(sides, { ...division, count: name.count });
  return { name, plan, targets: targetsOfShard(name, plan) };
}

/** @param file relative to a directory @throws KrmError `unreadable`, `costs-invalid` */
export function readCosts(file: string | undefined, directory: string): Costs | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(resolve(directory, file), "utf8");
  } catch (error) {
    throw failure("unreadable", `the times cannot be read: ${(error as Error).message}`, { file, cause: error });
  }
  return parseCosts(text, file);
}
