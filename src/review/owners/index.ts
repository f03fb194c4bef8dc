/** Looks up the owners of what made the changes, and of the targets that have them. */
export { findOwners, type OwnersInput } from "./find-owners.ts";
