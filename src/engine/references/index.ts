/** Content hashes in names, and references that follow the names. */
export { hashTransformer } from "./hashes.ts";
export { fixNameReferences } from "./name-references.ts";
