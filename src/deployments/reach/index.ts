/** Tells which files builds take in, and names clusters by the directories that declare them. */
export { BuildReach, Marked } from "./build-reach.ts";
export { clusterNames, homeOf } from "./clusters.ts";
