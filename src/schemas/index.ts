/** Judges objects as the API server would: by the kinds that Kubernetes has built in, and by CustomResourceDefinitions. */
export { withApiDefaults } from "./defaults.ts";
export { DefinitionIndex } from "./definition-index.ts";
export { type Definition, definitionOf } from "./definitions.ts";
export { fieldPath } from "./field-path.ts";
export { type FindDefinition, KnownApis, type Verdict } from "./known-apis.ts";
export { loadApis, minorOf } from "./loading.ts";
export { isUnfinished } from "./scalars.ts";
export type { FindingSort, SchemaFinding } from "./schema.ts";
export { aboutOf, isMistake, type Validation, validate } from "./validation.ts";
export type { Problem, ValidationAnswer } from "./validation-schema.ts";
