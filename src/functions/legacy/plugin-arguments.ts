/** Reads the arguments of a plugin from its config; docs/specification/legacy-plugins.md 2.1, 2.2. */

import { type Dialect, Reading, text } from "../../documents/index.ts";
import { toConfigValue } from "../../yaml/index.ts";
import { get, locate, type MapNode } from "../../yaml/nodes/node.ts";
import { configFailure, locationOf } from "../config-problems.ts";
import type { FunctionRequest } from "../step.ts";
import { splitWords } from "./split-words.ts";

const dialect: Dialect = {
  unknownFields: "warning",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue,
};

/**
 * Returns the words of `argsOneLiner`, then each line of the file `argsFromFile` as one argument.
 * @throws KrmError `invalid-value` for an open quote, and the errors of reading the file
 */
export async function pluginArguments({ config, read, warn }: FunctionRequest): Promise<readonly string[]> {
  const node = config.node as MapNode;
  const location = locationOf(config);
  const reading = new Reading(dialect, location.file, "the config of a plugin");
  const field = (name: string): string => {
    const value = get(node, name);
    return (value && reading.within(name, () => text(value, reading))) ?? "";
  };
  const line = field("argsOneLiner");
  const file = field("argsFromFile");
  reading.finish(warn);
  const args = splitWords(line);
  if (args === undefined) {
    const place = locate(get(node, "argsOneLiner") ?? node) ?? location;
    const hint = "Close the quote, or write a backslash before it.";
    throw configFailure("invalid-value", config, "`argsOneLiner` has an open quote", hint, place);
  }
  if (file === "") return args;
  const bytes = await read(file, locate(get(node, "argsFromFile") ?? node) ?? location);
  const lines = Buffer.from(bytes).toString().split("\n");
  return [...args, ...lines.map((each) => each.replace(/^ +/, "")).filter((each) => each !== "")];
}
