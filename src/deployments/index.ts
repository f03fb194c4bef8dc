/** Finds what controllers apply as one, and gives each its recipe. */
export type { Deployment } from "./deployment.ts";
export { type Deployments, type FindOptions, findBothDeployments, findDeployments } from "./find.ts";
