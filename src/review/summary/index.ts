/** The rows that people read: changes that are one edit, what is folded, images, and the figures. */

export { causesOfGroup } from "./group-causes.ts";
export {
  changedLines,
  consequenceOf,
  consequenceOfChange,
  figuresOf,
  groupChanges,
  isMove,
  isOfReferences,
  type OriginalName,
  OwnNames,
  ungrouped,
  weightOf,
  wholeOp,
  wholeTargetsOf,
} from "./grouping/index.ts";
export { withImageNames } from "./image-names.ts";
export { imageRows, imagesOf, splitImage } from "./images.ts";
export { BUILT_IN_RULES, foldChanges, foldFields, noiseCounts } from "./noise/index.ts";
export { type KnownOwners, withOwners } from "./owners.ts";
