/** Reads data from YAML as Argo CD does: as JSON, with all numbers as floats. */
import { parseConfig, toConfigValue, type Value } from "../../../yaml/index.ts";
import { asGoData } from "./parameters.ts";

/** The data of the first document; null for an empty one. @param file in messages @throws KrmError as `parseConfig` does */
export function readData(text: string, file: string): Value {
  const node = parseConfig(text, file);
  return node === undefined ? null : asGoData(toConfigValue(node));
}
