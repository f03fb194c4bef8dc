/** Causes: the files and lines that made each change of a review. */
export { findCauses } from "./find-causes.ts";
export type { AskedField, CauseRequest, CausesInput } from "./types.ts";
