/** Functions on texts that every room may use: order, length, misspelt names, secrets, durations, names of images. */
export { compareBytewise } from "./bytewise.ts";
export { isCommitId } from "./commit-id.ts";
export { parseDuration } from "./duration.ts";
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
export { replacePath } from "./path-mentions.ts";
export { isCertainlyPath, isHarmless, isNameLike, isPathLike, isVariableName } from "./secret-shapes.ts";
export { SecretTexts, WITHHELD } from "./secret-texts.ts";
export { maskSecrets } from "./secrets.ts";
export { shorten, wholeCharacters } from "./shorten.ts";
export { sizeText } from "./size.ts";
export { nearest } from "./spelling.ts";
export { stableJson } from "./stable-json.ts";
