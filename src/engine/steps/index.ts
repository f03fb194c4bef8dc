/** The generators, transformers and validators of one level, in the order in which they run. */
export { isBuiltinDocument } from "./builtin-documents.ts";
export { pluginGenerators, runFieldGenerators } from "./generators.ts";
export { runTransformers } from "./transformers.ts";
export { runValidators } from "./validators.ts";
