/** Partial reviews: what a run knows of some of the targets, and how it is written and read. */
export { originKey } from "./change-causes.ts";
export { type MergedChange, type MergedReview, mergePartials } from "./merge.ts";
export { parsePartial } from "./partial-reader.ts";
export { type SharedContent, shareContent } from "./shared-content.ts";
export { joinTold } from "./told.ts";
export { NO_TRUST } from "./trust.ts";
export {
  type Movable,
  type Origin,
  PARTIAL_VERSION,
  type PartialChange,
  type PartialDanger,
  type PartialReview,
  type PartialTarget,
  type Told,
} from "./types.ts";
