/** Finds the effects of changed CustomResourceDefinitions on their users. */
export { definitionChange, isDefinition } from "./definition-change.ts";
export { isDescription } from "./descriptions.ts";
export { versionsOf } from "./versions.ts";
