/** Shards: the output of the jobs of a matrix for the job that joins them. */
export { findBundles, refuseBundles } from "./find-bundles.ts";
export { type ManifestPlace, placeManifests } from "./manifest-place.ts";
export { openShards, type ShardManifest } from "./open-shards.ts";
export { shardFiles } from "./shard-files.ts";
export { type OwnShard, openShard, type PlannedSide, planShardsOf, readCosts } from "./shard-plan.ts";
export { TargetTimes } from "./target-times.ts";
