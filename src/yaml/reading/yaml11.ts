/**
 * Finds the texts that need quotes because YAML 1.1 parsers do not read them as strings (docs/specification/model.md
 * 3.1).
 */
import { KrmError } from "../../diagnostics.ts";
import { resolveTag11 } from "../nodes/index.ts";
import { NULL_KEY, parseConfig, toConfigValue } from "./config.ts";

/** Texts that are certainly one plain scalar. For these, the tag decides. */
const ONE_SCALAR = /^[A-Za-z0-9_.+~/-](?:[A-Za-z0-9_.+~/@=$^;()<-]|:(?=[A-Za-z0-9_./-]))*$/;

/** Longer texts are not tested with the pattern, which would overflow its backtracking stack. */
const MAX_TESTED_LENGTH = 1_000_000;

/** Tells whether a YAML 1.1 parser reads this text, alone and without quotes, as anything but a string. */
export function isYaml11NonString(text: string): boolean {
  if (text === "" || text.includes("\n")) return false;
  if (text.length > MAX_TESTED_LENGTH || !ONE_SCALAR.test(text)) return isOtherWhenParsed(text);
  if (text === "-" || text.startsWith("---") || text.startsWith("...")) return isOtherWhenParsed(text);
  const tag = resolveTag11(text);
  return tag !== "!!str" && tag !== "!!timestamp";
}

/** Parses the text as a document, because it may be a list, a map, a comment or a quoted string. */
function isOtherWhenParsed(text: string): boolean {
  try {
    const node = parseConfig(text, "");
    return node === undefined || node.kind !== "scalar" || typeof toConfigValue(node) !== "string";
  } catch (error) {
    // A map with a null key is a map, although configuration files may not contain it.
    if (!(error instanceof KrmError)) throw error;
    return error.message.includes(NULL_KEY);
  }
}
