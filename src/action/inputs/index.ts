/** The inputs of the action: by groups, each with its own type. Pure: variables in, data out. */
export { type FunctionInputs, NO_PLUGINS } from "./function-inputs.ts";
export { type Fallbacks, titleOf } from "./input-reader.ts";
export type { PresentationInputs } from "./presentation-inputs.ts";
export { type Inputs, readCommentInputs, readInputs, withSettings } from "./read-inputs.ts";
export type { RemoteHosts } from "./rendering-inputs.ts";
