/** Prepares rendered objects for readers: names without hashes, keys of list elements, Secrets without their values. */
export { keyOf, mergeKeyOf } from "./merge-keys.ts";
export { type GeneratedNames, generatedNames, type HashMask, hashMasks, type Named } from "./names.ts";
export { printValue } from "./print.ts";
export { isRedacted, type Redacted, redact } from "./redaction.ts";
export { withholdSecrets } from "./withhold.ts";
