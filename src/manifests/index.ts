/** Prepares rendered objects for readers: names without hashes, keys of list elements, Secrets without their values. */

export { areEqualValues } from "./equal-values.ts";
export { emptyMap, isMap, listAt, type MapValue, textAt, valueAt } from "./map-values.ts";
export { keyOf, mergeKeyOf } from "./merge-keys.ts";
export {
  type GeneratedNames,
  generatedNames,
  type HashMask,
  hasHashMark,
  hashMasks,
  type Named,
  referencedSecrets,
  withHashMarks,
  withoutHash,
} from "./names.ts";
export { abridge, isEncryptedText } from "./opaque-values.ts";
export { binarySize, isEncrypted, isRedacted } from "./placeholders.ts";
export { CONTAINER_LISTS, podTemplateOf } from "./pod-templates.ts";
export { printValue } from "./print.ts";
export { redact } from "./redaction.ts";
export {
  annotationPatterns,
  maskPaths,
  patternsOf,
  REDACT_ANNOTATION,
  type StepNames,
  type Withholding,
  withholdingOf,
} from "./redaction-rules.ts";
export { isWithheldFrom, withholdSecrets } from "./withhold.ts";
