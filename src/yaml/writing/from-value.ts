/**
 * Turns values into nodes, as kustomize does after it has changed an object as JSON
 * (docs/specification/json-patch.md 2.1, 2.2).
 */
import { failure } from "../../diagnostics.ts";
import { formatFloat64, resolveTag, resolveTag11, type Value } from "../nodes/index.ts";
import { type Entry, map, type Node, type ScalarNode, scalar, seq } from "../nodes/node.ts";
import { sortKeys } from "./key-order.ts";
import { analyze, looksTyped } from "./scalar-style.ts";

/**
 * Makes a tree of a JSON value. Every number is rounded to 64-bit floating point; keys are sorted.
 * @throws KrmError `not-representable` for a number that is too large for that, such as 1e400
 */
export function fromValue(value: Value): Node {
  if (Array.isArray(value)) return seq(value.map(fromValue), value.length === 0 ? "flow" : "");
  if (typeof value === "object" && value !== null) {
    const entries: Entry[] = [];
    for (const key of sortKeys(Object.keys(value))) {
      entries.push({ key: text(key), value: fromValue(value[key] as Value) });
    }
    return map(entries, entries.length === 0 ? "flow" : "");
  }
  if (typeof value === "string") return text(value);
  if (value === null) return scalar("null", "!!null");
  if (typeof value === "boolean") return scalar(String(value), "!!bool");
  if (!Number.isFinite(Number(value))) throw failure("not-representable", TOO_LARGE, { hint: "Quote it." });
  const written = formatFloat64(Number(value));
  return scalar(written, resolveTag(written));
}

const TOO_LARGE = "a number is too large for 64-bit floating point";

/** Makes a string in the style that go-yaml v3 chooses. */
function text(value: string): ScalarNode {
  const analysis = analyze(value);
  if (value.includes("\n")) return scalar(value, "!!str", analysis.block ? "literal" : "double");
  if (looksTyped(value) || resolveTag11(value) !== "!!str") return scalar(value, "!!str", "double");
  if (analysis.plain) return scalar(value, "!!str");
  return scalar(value, "!!str", analysis.single ? "single" : "double");
}
