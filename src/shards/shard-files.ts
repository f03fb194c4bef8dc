/** The files in which a shard differs from a review. */
import type { Chunks } from "../render/index.ts";
import type { PartialReview } from "../review/index.ts";
import { documentText, type ShardPlan } from "../targets/index.ts";
import { jsonChunks } from "../text/index.ts";

/** Stands in place of report.json. */
export const PARTIAL_FILE = "partial.json";
/** What decides about the plan that the shard is of. The digest of the plan begins with that of this file. */
export const PLAN_FILE = "shard-plan.json";
export const TIMES_FILE = "times.json";
/** The directory with the manifests of the head. */
export const MANIFESTS = "manifests";
/** What stands for it where it is too large for a bundle. */
export const MANIFESTS_ARCHIVE = "manifests.tar.gz";

export type ShardFiles = ReadonlyMap<string, Chunks>;

/** What only shards have, by the names of the files. Reviews of the same targets have equal bytes. */
export function shardFiles(partial: PartialReview, plan: ShardPlan): ShardFiles {
  return new Map<string, Chunks>([
    [PARTIAL_FILE, () => jsonChunks(partial)],
    [PLAN_FILE, () => [documentText(plan.document)]],
  ]);
}
