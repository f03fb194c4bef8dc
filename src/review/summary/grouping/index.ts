/** Computes the rows that people read, and the figures, from the distinct changes and the targets. */
export { consequenceOf, consequenceOfChange, isOfReferences, weightOf } from "./consequence.ts";
export { changedLines } from "./edits.ts";
export { figuresOf } from "./figures.ts";
export { groupChanges, ungrouped } from "./groups.ts";
export { isMove } from "./moves.ts";
export { type OriginalName, OwnNames } from "./normal-form.ts";
export { wholeOp, wholeTargetsOf } from "./whole-targets.ts";
