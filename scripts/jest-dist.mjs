// @ts-check
// Compares dist/ with the sources. Building takes half a second; comparing the result is exact, and
// a change of a comment alone does not count.
import { dirname } from "node:path";
import { distProblem } from "./bundle.mjs";

/** Tests read the variable through `distFile` of __tests__/dist.ts. */
export default async function compareDist() {
  process.env.DIST_PROBLEM = await distProblem(dirname(import.meta.dirname));
}
