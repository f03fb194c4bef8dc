/** Reads patterns of values to withhold that are given one a line: in the input `redact` and the option `--redact`. */
import { failure } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import type { RedactionRule } from "./configuration.ts";
import { PathPattern } from "./patterns.ts";
import { POINTER } from "./schema.ts";

/** The most lines. */
const MAX_LINES = 1000;

const POINTERS = new RegExp(POINTER, "u");

/**
 * Reads lines `/PATH`, `KIND:/PATH` and `KIND/NAME:/PATH`, with `*` as in {@link PathPattern} and in names.
 * @throws KrmError `invalid-value` for the first line that is none of them
 */
export function parseRedactionLines(lines: readonly string[]): readonly RedactionRule[] {
  if (lines.length > MAX_LINES) throw failure("invalid-value", `there are more than ${MAX_LINES} patterns`);
  return lines.map(parseLine);
}

function parseLine(line: string): RedactionRule {
  // Names of roles contain colons: system:node.
  const colon = line.startsWith("/") ? -1 : line.indexOf(":/");
  const path = line.startsWith("/") ? line : line.slice(colon + 1);
  const object = colon < 0 ? [] : line.slice(0, colon).split("/");
  const isObject = object.length <= 2 && object.every((part) => /^\S{1,253}$/u.test(part));
  if ((colon < 0 && !line.startsWith("/")) || !isObject || !POINTERS.test(path)) {
    throw failure("invalid-value", `${quote(line)} is not a pattern of values`, {
      hint: "Write /PATH, KIND:/PATH or KIND/NAME:/PATH, such as ConfigMap/license-*:/data/key.",
    });
  }
  const [kind, name] = object;
  return {
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(name === undefined ? {} : { names: [name] }),
    paths: [new PathPattern(path)],
  };
}
