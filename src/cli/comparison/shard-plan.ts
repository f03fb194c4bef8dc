/** The plan of shards, for `targets --shards` and for `diff --shard`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failure } from "../../diagnostics.ts";
import { LOCK_FILE_NAME } from "../../lock/index.ts";
import { findDoubts } from "../../review/index.ts";
import {
  type Costs,
  parseCosts,
  parseShardName,
  planShards,
  SHARD_FORM,
  type ShardInput,
  type ShardName,
  type ShardPlan,
  targetsOfShard,
} from "../../targets/index.ts";
import type { Invocation } from "../command.ts";
import type { DiffSide } from "../commands/diff-sides.ts";
import { illegal } from "../options/values.ts";
import type { Terminal } from "../terminal.ts";

export type Division = Omit<ShardInput, "base" | "head" | "trees" | "doubts">;

/** @throws KrmError `shard-uncommitted`, and as `planShards` does */
export async function planShardsOf(
  { base, head }: { readonly base: DiffSide; readonly head: DiffSide },
  division: Division,
): Promise<ShardPlan> {
  if (base.side.sha === null || head.side.sha === null) {
    throw failure(
      "shard-uncommitted",
      "the working tree has changes that are in no commit, so other machines lack them",
      {
        hint: "Commit them, or name a revision with --head.",
      },
    );
  }
  const trees = { base: base.tree, head: head.tree };
  const rules = { lock: LOCK_FILE_NAME, writesLock: false, trustLines: [], pathOf: (name: string) => name };
  const { doubts } = await findDoubts(trees, rules);
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
  sides: { readonly base: DiffSide; readonly head: DiffSide },
  division: Omit<Division, "count">,
): Promise<OwnShard> {
  const plan = await planShardsOf(sides, { ...division, count: name.count });
  return { name, plan, targets: targetsOfShard(name, plan) };
}

/** @throws UsageError for another form */
export function readShardName(invocation: Invocation): ShardName | undefined {
  const text = invocation.value("shard");
  if (text === undefined) return undefined;
  const name = parseShardName(text);
  if (name === undefined) throw illegal(text, "shard", `expected ${SHARD_FORM}`);
  return name;
}

/** @throws KrmError `unreadable`, `costs-invalid` */
export function readCosts(invocation: Invocation, terminal: Terminal): Costs | undefined {
  const file = invocation.value("costs");
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(resolve(terminal.cwd, file), "utf8");
  } catch (error) {
    throw failure("unreadable", `the times cannot be read: ${(error as Error).message}`, { file, cause: error });
  }
  return parseCosts(text, file);
}
