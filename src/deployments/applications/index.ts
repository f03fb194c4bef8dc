/** Finds the Applications of Argo CD: from those that nothing renders down to those that others render, and that sets make. */
export { ArgoClusters, CLUSTER_LABEL } from "./argo-clusters.ts";
export { type DeclaredApplication, type FoundApplications, findApplications, isDeclaring } from "./declaring.ts";
export { applicationDeployments, clusterRule } from "./deployments.ts";
export { argoRestrictor, OPTION_FIELDS, OPTIONS_GENERATOR } from "./load-restrictor.ts";
export { filesOfDeployment } from "./projects.ts";
export type { KnownApplications } from "./reading.ts";
export { type KnownSets, SetMaker } from "./set-maker.ts";
export { isUnseen, syncChanges } from "./sync-changes.ts";
export { setsToDeclare, unknownDeclared, unknownOfArgo } from "./unknown-children.ts";
export { ApplicationWalk } from "./walk.ts";
export type { Walked } from "./walked.ts";
