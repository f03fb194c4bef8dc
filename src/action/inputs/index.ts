/** The inputs of the action: by groups, each with its own type. Pure: variables in, data out. */
export type { CacheSave, FunctionInputs } from "./function-inputs.ts";
export { INPUT_DEFAULTS } from "./input-table.ts";
export { COMMENT_MODES, type CommentMode } from "./presentation-inputs.ts";
export { type Inputs, type ReadInputs, readInputs } from "./read-inputs.ts";
export { FAIL_ON, FAIL_ON_DANGER, type FailOn, type FailOnDanger } from "./review-inputs.ts";
