/** The generators, transformers and validators of one level, in the order in which they run. */
export { absorb } from "./absorb.ts";
export { mayLackName } from "./builtin-documents.ts";
export { type CompositionPorts, runComposition } from "./composition.ts";
export { functionRoot, listedCatalogs } from "./function-steps.ts";
export { pluginGenerators, runFieldGenerators } from "./generators.ts";
export type { Listed, ListedComposition } from "./listed.ts";
export { runTransformers } from "./transformers.ts";
export { runValidators } from "./validators.ts";
