/** Replaces variables and adds common metadata, as Flux does with the objects of a Kustomization after the build. */
export { addCommonMetadata, type CommonMetadata } from "./common-metadata.ts";
export { madeSecretOf } from "./made-secrets.ts";
export { type SubstitutedObjects, substituteObjects } from "./substitute-objects.ts";
export { type SubstitutedText, type SubstitutionOptions, substituteText } from "./substitute-text.ts";
export { unknownVariableOf } from "./unknown-variables.ts";
export { NO_VARIABLES, type Variable, type VariableSource, type Variables, variablesOf } from "./variables.ts";
