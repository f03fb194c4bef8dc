/** Flux: what its Kustomizations build, and what it makes of the objects. */
export { applyAfterBuild } from "./after-build.ts";
export { type ControllerRules, haveSameRules, NEWEST_RULES, rulesOf } from "./controller-rules.ts";
export { isOverwritten, type ObjectMark, objectMark } from "./controls.ts";
export { dependencyProblems } from "./dependencies.ts";
export { readDeployment, readReleaseDeployment } from "./deployment.ts";
export {
  declaredBy,
  directoryOf,
  FLUX_NAMESPACE,
  FLUX_TEXTS,
  HELM_GROUP,
  isFluxInstance,
  isHelmRelease,
  isKustomization,
  type Reference,
  sourceReferenceOf,
} from "./kustomization.ts";
export {
  type Deployment,
  type FluxRecipe,
  isKustomize,
  isRenderable,
  type KustomizationRecipe,
  recipeKey,
  shownName,
} from "./recipe.ts";
export { applyAfterHelm, type ReleaseRecipe } from "./release/index.ts";
export { keyOf, type Unrenderable } from "./sources.ts";
export { madeSecretOf, unknownVariableOf } from "./substitution/index.ts";
