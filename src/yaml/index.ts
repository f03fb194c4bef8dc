/** Text to nodes and nodes to text, exactly as the reference reads and writes them. */
export { type ConfigOptions, parseConfig, readPrinted, toConfigValue } from "./config.ts";
export { decodeText } from "./decode.ts";
export { placeInDocument } from "./document-place.ts";
export { emit } from "./emit.ts";
export { encode, encodeDocument } from "./encode.ts";
export { fromValue } from "./from-value.ts";
export { marksOf, parseText } from "./marked-text.ts";
export { ALIAS, type Marks } from "./marks.ts";
export * from "./node.ts";
export { formatFloat32, formatFloat64 } from "./numbers.ts";
export { print } from "./print.ts";
export { resolveTag } from "./resolution.ts";
export { parseResources } from "./resources.ts";
export { forgetStyles } from "./styles.ts";
export { toValue } from "./to-value.ts";
export type { Value } from "./value.ts";
export { isYaml11NonString } from "./yaml11.ts";
