/** Finds what controllers apply as one, and gives each its recipe. */
export { fateOf } from "./fate.ts";
export { type FindOptions, FoundDeployments, findBothDeployments, findDeployments } from "./find.ts";
export {
  type Deployment,
  declaredDeployment,
  isKustomization,
  isKustomize,
  isRenderable,
  unknownVariableOf,
} from "./flux/index.ts";
