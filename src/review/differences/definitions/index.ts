/** What changes of CustomResourceDefinitions mean for those who use them. */
export { definitionChange, isDefinition } from "./definition-change.ts";
export { isDescription } from "./descriptions.ts";
export { versionsOf } from "./versions.ts";
