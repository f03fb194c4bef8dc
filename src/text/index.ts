/** Functions on texts that every room may use: order, length, misspelt names, secrets, durations, names of images, texts as Go has them, versions. */
export { fromBytes, runeAt, runesOf, toBytes } from "./byte-text.ts";
export { compareBytewise } from "./bytewise.ts";
export { isCommitId } from "./commit-id.ts";
export { parseDuration } from "./duration.ts";
export { type Effort, type GoPattern, matchesGoPattern, parseGoPattern } from "./go-pattern.ts";
export {
  DOCKER_HUB,
  type ImageName,
  type ImageNameFault,
  isDigest,
  parseImageName,
  pathInRegistry,
} from "./image-name.ts";
export { jsonChunks } from "./json-chunks.ts";
export { escapeStep, pointerSteps, toPointer, unescapeStep } from "./json-pointer.ts";
export { isDnsLabel, isDnsSubdomain, isLabelPart, isOldDnsLabel, isQualifiedName } from "./kubernetes-names.ts";
export { replacePath } from "./path-mentions.ts";
export { isQuantity, nanoUnits } from "./quantity.ts";
export { isCertainlyPath, isHarmless, isNameLike, isPathLike, isVariableName } from "./secret-shapes.ts";
export { SecretTexts, WITHHELD } from "./secret-texts.ts";
export { maskSecrets } from "./secrets.ts";
export { shorten, wholeCharacters } from "./shorten.ts";
export { sizeText } from "./size.ts";
export { nearest } from "./spelling.ts";
export { stableJson } from "./stable-json.ts";
export {
  compareVersions,
  parseFluxVersion,
  parseRange,
  parseStrictVersion,
  parseVersion,
  type Version,
} from "./version-range.ts";
