/** Writes nodes and values as YAML text. */
export { emit } from "./emit.ts";
export { encode, encodeDocument } from "./encode.ts";
export { fromValue } from "./from-value.ts";
export { print } from "./print.ts";
export { printedValue } from "./printed-value.ts";
export { rereadTexts } from "./reread.ts";
export { checkDecodable, toValue } from "./to-value.ts";
