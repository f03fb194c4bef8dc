/** Finds what controllers apply as one, and gives each its recipe. */
export { type Deployment, isRenderable } from "./deployment.ts";
export { type FindOptions, FoundDeployments, findBothDeployments, findDeployments } from "./find.ts";
