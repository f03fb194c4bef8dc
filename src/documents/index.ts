/** The documents that users write: Kustomization, Component, configurations of built-ins and field specs, decoded and checked. */
export type { BuiltinConfig, IamPolicyArgs, ValueAddArgs, ValueAddTarget } from "./builtin-config.ts";
export {
  type Configuration,
  type ConfigurationFile,
  combineConfigurations,
  decodeConfiguration,
  mergeConfigurations,
  mergeFieldSpecs,
  type NameReference,
} from "./configuration.ts";
export { decodeCrdDefinitions } from "./crd-definitions.ts";
export { decodeKustomization } from "./decode.ts";
export { decodeBuiltinConfig, decodeValueAddTargets } from "./decode-builtin.ts";
export { bool, type Decoder, list, record, text } from "./decoder.ts";
export { defaultConfiguration, emptyConfiguration } from "./default-field-specs.ts";
export { nameReferences } from "./default-name-references.ts";
export { kindRanks, kindsFirst, kindsLast } from "./kind-order.ts";
export type {
  ConfigEntry,
  ConfigMapArgs,
  FieldOptions,
  FieldSpec,
  GeneratorOptions,
  HelmChart,
  HelmGlobals,
  Kustomization,
  Label,
  Patch,
  PathEntry,
  Replacement,
  ReplacementSource,
  ReplacementTarget,
  SecretArgs,
  Selector,
  SortOptions,
  StringMap,
  TextEntry,
  Var,
  VarTarget,
} from "./kustomization.ts";
export { type Dialect, Reading } from "./reading.ts";
export { decodeReplacements } from "./replacement-file.ts";
export { warnOfDuplicates } from "./swallowed.ts";
