/** Reads YAML text into nodes. */
export { type ConfigOptions, parseConfig, parseManifests, readPrinted, toConfigValue } from "./config.ts";
export { decodeText } from "./decode.ts";
export { placeInDocument } from "./document-place.ts";
export { documentOf, marksOf, parseText } from "./marked-text.ts";
export { mergeSources, parseResources } from "./resources.ts";
export { isYaml11NonString } from "./yaml11.ts";
