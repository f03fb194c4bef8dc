/** Partial reviews: what a run knows of some of the targets, and how it is written and read. */
export { causesOf, type Origins, originKey } from "./change-causes.ts";
export { knownOwners } from "./owner-facts.ts";
export { parsePartial } from "./partial-reader.ts";
export { joinMessages } from "./run-messages.ts";
export { type SharedContent, shareContent } from "./shared-content.ts";
export { EMPTY_TRUST, trustChanges } from "./trust.ts";
export {
  type Movable,
  type OwnerFacts,
  PARTIAL_VERSION,
  type PartialChange,
  type PartialDanger,
  type PartialPodEffect,
  type PartialReview,
  type PartialTarget,
  type RunMessages,
} from "./types.ts";
export { unionOfNotes } from "./unions.ts";
