/** The names of shards, `I/N@DIGEST` or `I/N@DIGEST+FILE`, as the matrix of a workflow holds them. */
import { failure } from "../diagnostics.ts";
import { MAX_SHARDS, type PlanDifference, planDifferences, type ShardPlan } from "./shards.ts";

export interface ShardName {
  /** Counts from 1. */
  readonly index: number;
  readonly count: number;
  /** The digest of the plan. */
  readonly digest: string;
}

/** A shard to render, and the file with the times by which the targets were divided; undefined if they were estimated. */
export interface WantedShard {
  readonly name: ShardName;
  readonly costs: string | undefined;
}

/** Parses an entry of {@link shardMatrix}; undefined for a text of another form. */
export function parseShard(text: string): WantedShard | undefined {
  const [, index, count, digest, costs] = /^([1-9]\d{0,2})\/([1-9]\d{0,2})@([0-9a-f]{64})(?:\+(.+))?$/.exec(text) ?? [];
  if (index === undefined || count === undefined || digest === undefined) return undefined;
  const name = { index: Number(index), count: Number(count), digest };
  return name.index <= name.count && name.count <= MAX_SHARDS ? { name, costs } : undefined;
}

export const SHARD_FORM = "I/N@DIGEST, as `krm-render targets --shards` prints it";

/**
 * The value of `strategy.matrix`.
 * @param costs the file with the times by which the targets were divided
 */
export function shardMatrix(
  { digest, shards }: ShardPlan,
  costs: string | undefined,
): { readonly shard: readonly string[] } {
  const suffix = costs === undefined ? "" : `+${costs}`;
  return { shard: shards.map((_, index) => `${index + 1}/${shards.length}@${digest}${suffix}`) };
}

/**
 * The targets of a shard.
 * @throws KrmError `shard-plan-differs` if the shard is of another plan, with all that decides about a plan
 */
export function targetsOfShard({ index, count, digest }: ShardName, plan: ShardPlan): ReadonlySet<string> {
  const targets = plan.shards[index - 1];
  if (digest === plan.digest && count === plan.shards.length && targets !== undefined) return new Set(targets);
  const message = `shard ${index}/${count} is of another plan than that of this run: ${differenceText(digest, plan.digest)}. This run has ${planText(plan)}`;
  throw failure("shard-plan-differs", message, {
    hint:
      "Give both jobs the same commits, targets, options and costs. `krm-render targets --shards` tells its plan on standard " +
      "error; without --head, it looks at what is checked out.",
  });
}

const DIFFERS: Readonly<Record<PlanDifference["part"], (digits: string) => string>> = {
  base: (digits) => `its base is ${digits}`,
  head: (digits) => `its head is ${digits}`,
  targets: () => "its targets are others",
  costs: () => "its costs are others",
  options: () => "its options affected-only or load-restrictor are others",
  version: () => "another version of krm-render made it",
};

/** How a plan differs from another one, for people, as far as its digest tells. */
export function differenceText(digest: string, other: string): string {
  const differences = planDifferences(digest, other).map(({ part, digits }) => DIFFERS[part](digits));
  return differences.length === 0 ? "its targets are divided in another way" : differences.join(", ");
}

/** All that decides about a plan, for people. */
export function planText({ digest, document, shards, affected }: ShardPlan): string {
  const all = shards.reduce((sum, { length }) => sum + length, 0);
  const patterns = document.patterns.length === 0 ? "all targets" : `targets ${document.patterns.join(", ")}`;
  const costs = document.costs === null ? "no costs" : `costs ${document.costs.slice(0, 12)}`;
  const doubt = document.doubt === null ? "" : ` (${document.doubt})`;
  const { affectedOnly, loadRestrictor } = document.options;
  const restrictor = loadRestrictor === "none" ? ", load-restrictor LoadRestrictionsNone" : "";
  const options = `${affectedOnly ? "" : ", affected-only false"}${restrictor}, krm-render ${document.program}`;
  const commits = `base ${document.base.slice(0, 12)}, head ${document.head.slice(0, 12)}`;
  return `plan ${digest.slice(0, 12)}: ${commits}, ${patterns}, ${costs}${options}, ${affected} of ${all} affected${doubt}, ${shards.length} ${shards.length === 1 ? "shard" : "shards"}`;
}
