/** Folds fields that are of no consequence: built-in rules, and those of the configuration. */
export { BUILT_IN_RULES, foldChanges, foldFields, noiseCounts } from "./fold.ts";
export type { NoisyObject } from "./rule.ts";
