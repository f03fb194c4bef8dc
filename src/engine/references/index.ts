/** References to objects whose names change. */
export { fixNameReferences } from "./name-references.ts";
