/** Finds and selects the directories to render. */

export type { TargetsAnswer } from "./answer-schema.ts";
export type { Deployments, TreeDeployments } from "./deployments.ts";
export { type Discovery, discover, discoverTargets, reachable } from "./discovery.ts";
export type { ProgramRules } from "./graph.ts";
export { resolvedFrom } from "./included-directories.ts";
export { Inclusions } from "./inclusions.ts";
export { TARGET_FILE_NAMES } from "./kustomization-files.ts";
export type { NamedSource } from "./named-sources.ts";
export { type Plan, type PlannedTarget, type PlanOptions, planTargets } from "./plan.ts";
export { hasTarget, mayBeRenamed } from "./presence.ts";
export { reachedTargets } from "./reaching.ts";
export { RootFiles } from "./root-files.ts";
export { explainTargets, type SelectedTarget, selectTargets } from "./selection.ts";
export { type Costs, parseCosts, timesText } from "./shard-costs.ts";
export {
  differenceText,
  parseShard,
  planText,
  SHARD_FORM,
  type ShardName,
  shardMatrix,
  targetsOfShard,
  type WantedShard,
} from "./shard-name.ts";
export {
  documentText,
  isDocumentOf,
  MAX_SHARDS,
  planShards,
  type ShardInput,
  type ShardPlan,
  targetsDigest,
} from "./shards.ts";
export { compareSharedRules, type SharedRules } from "./shared-rules.ts";
export { sourcesOfDirectory, sourcesOfTargets } from "./target-sources.ts";
export { unknownDeployment } from "./unknown-deployment.ts";
export type { UnreadAnswer, UnreadReason } from "./unread-reasons.ts";
