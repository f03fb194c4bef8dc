/** Reads YAML text into nodes and writes nodes as text, byte for byte as kustomize does. */

export {
  ALIAS,
  decodeBinary,
  forgetStyles,
  formatFloat32,
  formatFloat64,
  isChecked,
  isMap,
  isTagged,
  isTemplate,
  type MapValue,
  type Marks,
  RENDER,
  resolveTag,
  type Value,
  writtenStyle,
} from "./nodes/index.ts";
export * from "./nodes/node.ts";
export {
  type ConfigOptions,
  decodeText,
  isYaml11NonString,
  marksOf,
  parseConfig,
  parseManifests,
  parseResources,
  parseText,
  placeInDocument,
  readPrinted,
  toConfigValue,
} from "./reading/index.ts";
export {
  checkDecodable,
  emit,
  encode,
  encodeDocument,
  fromValue,
  print,
  printedValue,
  rereadTexts,
  toValue,
} from "./writing/index.ts";
