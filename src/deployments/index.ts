/** Finds what controllers apply as one, and gives each its recipe. */
export { chartInputs } from "./application-inputs.ts";
export { syncChanges } from "./applications/index.ts";
export { ARGOCD_NAMESPACE, hookOf as argocdHookOf, patchesSyncPolicy } from "./argocd/index.ts";
export type { Deployment } from "./builds/index.ts";
export { onlyKustomize } from "./builds/index.ts";
export { declaredDeployment } from "./declared-deployment.ts";
export { fateOf } from "./fate.ts";
export { type FindOptions, findBothDeployments, findDeployments, type SearchBuild } from "./find.ts";
export {
  FLUX_NAMESPACE,
  isKustomization,
  isKustomize,
  isRenderable,
  objectMark,
  unknownVariableOf,
} from "./flux/index.ts";
export { FoundDeployments } from "./found-deployments.ts";
export { type ChangedInput, chartSourceOf, type ReleaseInputs } from "./release-inputs.ts";
