/** The files in which a shard differs from a review. */
import { PARTIAL_FILE, PLAN_FILE } from "../bundle/index.ts";
import type { Chunks } from "../render/index.ts";
import type { PartialReview } from "../review/index.ts";
import { documentText, type ShardPlan } from "../targets/index.ts";
import { jsonChunks } from "../text/index.ts";

/** The files that only shards have, by their names. Reviews of the same targets have equal bytes. */
export function shardFiles(partial: PartialReview, plan: ShardPlan): ReadonlyMap<string, Chunks> {
  return new Map<string, Chunks>([
    [PARTIAL_FILE, () => jsonChunks(partial)],
    [PLAN_FILE, () => [documentText(plan.document)]],
  ]);
}
