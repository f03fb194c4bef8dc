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
export type { ConfigEntry } from "./config-entry.ts";
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
export { decodeEdited, decodeKustomization, generatedKustomization } from "./decode.ts";
export {
  bool,
  type Decoded,
  type Decoder,
  exactly,
  type Fields,
  int,
  list,
  MAX_PATH_LENGTH,
  PATH_TOO_LONG,
  type PathEntry,
  pathEntry,
  record,
  type StringMap,
  type TextEntry,
  text,
  textEntry,
  textMap,
} from "./decoder.ts";
export { nameReferences } from "./default-name-references.ts";
export { variableReferences } from "./default-variable-references.ts";
export { everything, fields, type Owner, owner, words } from "./field-spec-tables.ts";
export { warnOfDuplicates } from "./ignored-input.ts";
export { kindRanks, kindsFirst, kindsLast } from "./kind-order.ts";
export { type FieldPlaces, fieldPlace, type Kustomization } from "./kustomization.ts";
export type { KustomizationEdits } from "./kustomization-edits.ts";
export {
  type ConfigMapArgs,
  configMapFields,
  type FieldOptions,
  type FieldSpec,
  fieldSpecs,
  type GeneratorOptions,
  type HelmChart,
  type HelmGlobals,
  helmChartFields,
  helmGlobalsFields,
  type Image,
  image as imageDecoder,
  type Label,
  type ObjectMeta,
  type OpenApiField,
  objectMetaFields,
  type Patch,
  patchFields,
  type Replacement,
  type ReplacementSource,
  type ReplacementTarget,
  type Replica,
  replacementFields,
  replica,
  type SecretArgs,
  type Selector,
  type SortOptions,
  secretFields,
  selector,
  type Var,
  type VarTarget,
} from "./kustomization-parts.ts";
export type { Path, Place } from "./pointers.ts";
export { type Dialect, quote, quoteField, quoteHint, Reading } from "./reading.ts";
export { decodeReplacements } from "./replacement-file.ts";
export { type LocatedError, type ShapeError, shapeProblems, type Validate, withinPath } from "./shape.ts";
export type { SourceEdits } from "./source-edits.ts";
