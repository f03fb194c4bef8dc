/** Types and decoders of the documents that users write: kustomizations, components, tables of field specs, and their parts. */
export { ACCUMULATOR_FIELDS, ACCUMULATOR_KINDS, isInlineKustomization, isOfKustomize } from "./composition-kinds.ts";
export {
  COMPOSITION_FILE_NAMES,
  compositionIn,
  foreignDocument,
  isComposition,
  KUSTOMIZATION_FILE_NAMES,
  mayBeComposition,
} from "./composition-name.ts";
export {
  type Configuration,
  type ConfigurationFile,
  combineConfigurations,
  decodeConfiguration,
  emptyConfiguration,
  mergeConfigurations,
  mergeFieldSpecs,
  type NameReference,
} from "./configuration.ts";
export { decodeCrdDefinitions } from "./crd-definitions.ts";
export { decodeKustomization } from "./decode.ts";
export {
  bool,
  type Decoder,
  exactly,
  type Fields,
  int,
  list,
  MAX_PATH_LENGTH,
  PATH_TOO_LONG,
  pathEntry,
  record,
  text,
  textEntry,
  textMap,
} from "./decoder.ts";
export { nameReferences } from "./default-name-references.ts";
export { variableReferences } from "./default-variable-references.ts";
export { everything, fields, type Owner, owner, words } from "./field-spec-tables.ts";
export { warnOfDuplicates } from "./ignored-input.ts";
export { kindRanks, kindsFirst, kindsLast } from "./kind-order.ts";
export type {
  ConfigEntry,
  ConfigMapArgs,
  FieldOptions,
  FieldSpec,
  GeneratorOptions,
  HelmChart,
  HelmGlobals,
  Image,
  Kustomization,
  Label,
  ObjectMeta,
  OpenApiField,
  Patch,
  PathEntry,
  Replacement,
  ReplacementSource,
  ReplacementTarget,
  Replica,
  SecretArgs,
  Selector,
  SortOptions,
  StringMap,
  TextEntry,
  Var,
  VarTarget,
} from "./kustomization.ts";
export {
  configMapFields,
  fieldSpecs,
  helmChartFields,
  helmGlobalsFields,
  image as imageDecoder,
  objectMetaFields,
  patchFields,
  replacementFields,
  replica,
  secretFields,
  selector,
} from "./kustomization-fields.ts";
export type { Path, Place } from "./pointers.ts";
export { type Dialect, quote, quoteField, quoteHint, Reading } from "./reading.ts";
export { decodeReplacements } from "./replacement-file.ts";
export { type LocatedError, type ShapeError, shapeProblems, type Validate, withinPath } from "./shape.ts";
