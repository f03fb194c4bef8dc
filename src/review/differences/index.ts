/** The differences of two renderings: which objects and targets belong together, and which fields, texts and definitions changed. */
export { contentDigest } from "./change-content.ts";
export { ComparisonMemo } from "./comparison-memo.ts";
export { definitionChange, isDefinition, isDescription, versionsOf } from "./definitions/index.ts";
export { cutLines, diffTexts, findEdits } from "./diff/index.ts";
export { compareFields, type FieldsResult, type IsIgnored } from "./fields/index.ts";
export { LABELS, perLabel } from "./label-maps.ts";
export {
  areAlikeTargets,
  directoryOf,
  groupOf,
  type LoneTargets,
  type LooseObject,
  type Pair,
  pairAcrossTargets,
  pairResources,
  pairTargets,
  type TargetContent,
  type TargetDoubt,
  type TargetPairs,
  targetContent,
} from "./pairing/index.ts";
export { withShared } from "./shared-change.ts";
