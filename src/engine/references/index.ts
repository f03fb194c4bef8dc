/** References that follow the names of the objects that they mean. */
export { fixNameReferences } from "./name-references.ts";
