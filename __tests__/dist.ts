/** The files of dist/, for the tests that run them. */
import { dirname, join } from "node:path";

const DIST = join(dirname(import.meta.dirname), "dist");

/**
 * The path of a file in dist/, or of dist/ itself.
 * @param problem what scripts/jest-dist.mjs found before the tests began
 * @throws Error if dist/ is not what the sources build to
 */
export function distFile(name = "", problem = process.env["DIST_PROBLEM"]): string {
  if (problem === undefined)
    throw new Error("dist/ was not compared with the sources: run the tests by `npm run jest`.");
  if (problem !== "") throw new Error(problem);
  return join(DIST, name);
}
