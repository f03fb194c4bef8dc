/** Finds what controllers apply as one, and gives each its recipe. */
export { chartInputs } from "./application-inputs.ts";
export { declaredDeployment } from "./declared-deployment.ts";
export type { Deployment } from "./deployment.ts";
export { fateOf } from "./fate.ts";
export { type FindOptions, FoundDeployments, findBothDeployments, findDeployments } from "./find.ts";
export {
  FLUX_NAMESPACE,
  isKustomization,
  isKustomize,
  isRenderable,
  unknownVariableOf,
} from "./flux/index.ts";
export { type ChangedInput, chartSourceOf, type ReleaseInputs } from "./release-inputs.ts";
export { onlyKustomize } from "./source-builds.ts";
export { syncChanges } from "./sync-changes.ts";
