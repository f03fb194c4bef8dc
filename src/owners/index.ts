/** Finds the owners of files by the CODEOWNERS file of a tree, as GitHub reads it. Pure: trees in, names out. */
export { MAX_OWNERS, type Owners, ownersOf, unionOfOwners } from "./owners.ts";
export { type CodeOwners, readCodeOwners } from "./read-code-owners.ts";
