/** Causes: the files and lines that made each change of a review. */
export { Classes, filesDigest, firstOfClasses } from "./classes.ts";
export { type ClassTrace, causesOfMove, joinCauses } from "./collected.ts";
export { findCauses } from "./find-causes.ts";
export {
  type AskedField,
  type CauseRequest,
  type CausesInput,
  type ChangeTrace,
  type FoundCause,
  MAX_CAUSES,
} from "./types.ts";
