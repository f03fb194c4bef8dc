/** The inputs of the action: by groups, each with its own type. Pure: variables in, data out. */
export { type CacheSave, type FunctionInputs, NO_PLUGINS } from "./function-inputs.ts";
export { type Fallbacks, titleOf } from "./input-reader.ts";
export type { MergeInputs } from "./merge-inputs.ts";
export type { CommentMode, PresentationInputs } from "./presentation-inputs.ts";
export { type Inputs, type ReadInputs, readCommentInputs, readInputs, withSettings } from "./read-inputs.ts";
export type { ReleaseInputs } from "./release-inputs.ts";
export type { RemoteHosts, RenderingInputs } from "./rendering-inputs.ts";
export type { FailOn, ReviewInputs } from "./review-inputs.ts";
