/** Finds out which objects and which targets of the base belong to which of the head. */

export { directoryOf } from "./deployed-source.ts";
export { groupOf } from "./identity.ts";
export { type LooseObject, pairAcrossTargets } from "./loose-objects.ts";
export { type Pair, pairResources } from "./object-pairs.ts";
export {
  areAlikeTargets,
  type LoneTargets,
  pairTargets,
  type TargetContent,
  type TargetDoubt,
  type TargetPairs,
  targetContent,
} from "./target-pairs.ts";
