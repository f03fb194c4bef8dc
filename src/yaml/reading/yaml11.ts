/** Which texts must be quoted so that a YAML 1.1 parser keeps them strings (docs/specification/model.md 3.1). */
import { KrmError } from "../../diagnostics.ts";
import { resolveTag11 } from "../nodes/index.ts";
import { NULL_KEY, parseConfig, toConfigValue } from "./config.ts";

/** Texts that are one plain scalar, whatever stands in them; the tag alone decides. */
const ONE_SCALAR = /^[A-Za-z0-9_.+~/-](?:[A-Za-z0-9_.+~/@=$^;()<-]|:(?=[A-Za-z0-9_./-]))*$/;

/** A longer text would be too much for the pattern: its choices are remembered one by one. */
const LONGEST_TESTED = 1_000_000;

/** Whether a YAML 1.1 parser reads this text, standing alone without quotes, as anything but a string. */
export function isYaml11NonString(text: string): boolean {
  if (text === "" || text.includes("\n")) return false;
  if (text.length > LONGEST_TESTED || !ONE_SCALAR.test(text)) return isOther(text);
  if (text === "-" || text.startsWith("---") || text.startsWith("...")) return isOther(text);
  const tag = resolveTag11(text);
  return tag !== "!!str" && tag !== "!!timestamp";
}

/** Reads the text as a document of its own, since it may be a list, a map, a comment or a quoted string. */
function isOther(text: string): boolean {
  try {
    const node = parseConfig(text, "");
    return node === undefined || node.kind !== "scalar" || typeof toConfigValue(node) !== "string";
  } catch (error) {
    // A map whose key is null is a map, though no configuration may hold it.
    return error instanceof KrmError && error.message.includes(NULL_KEY);
  }
}
