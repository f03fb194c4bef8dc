/** Decoders for what the reference reads and then leaves without effect, or takes for something else: they warn. */
import type { Diagnostic } from "../diagnostics.ts";
import { nearest, shorten } from "../text/index.ts";
import { locate, type Node, type ScalarNode } from "../yaml/nodes/node.ts";
import type { Decoder } from "./decoder.ts";
import { quote, type Reading } from "./reading.ts";

/** A field that kustomize accepts and never looks at. */
export function withoutEffect<T>(decoder: Decoder<T>): Decoder<T> {
  return function decodeWithoutEffect(node, reading) {
    const message = `${reading.field()} has no effect: kustomize accepts it and drops it`;
    reading.report("ignored-field", message, node, "Remove it.", "warning");
    return decoder(node, reading);
  };
}

/** A text that should be one of the known ones, as they are written; what is not counts for nothing. */
export function oneOf<T>(decoder: Decoder<T>, known: readonly string[]): Decoder<T> {
  return function decodeOneOf(node, reading) {
    const decoded = decoder(node, reading);
    const value = node.kind === "scalar" ? node.value : "";
    if (decoded !== undefined && value !== "" && !known.includes(value)) {
      const message = `${reading.field()} has the unknown value ${quote(value)}: kustomize passes over it`;
      reading.report("ignored-value", message, node, meant(value, known), "warning");
    }
    return decoded;
  };
}

/** A mapping of texts, of which only some are ever looked at. */
export function reportOtherKeys(node: Node, reading: Reading, known: readonly string[]): void {
  for (const { key } of node.kind === "map" ? node.entries : []) {
    if (key.kind !== "scalar" || known.includes(key.value)) continue;
    const message = `unknown field ${quote(key.value)} in ${reading.field()}: kustomize passes over it`;
    reading.report("ignored-field", message, key, meant(key.value, known), "warning");
  }
}

/** Nobody reads more than these of one file. */
const MOST_DUPLICATES = 100;

/** Collects warnings of keys that are given twice, of which the reference takes the last one. */
export function warnOfDuplicates(diagnostics: Diagnostic[]): (key: ScalarNode) => void {
  return (key) => {
    if (diagnostics.length === MOST_DUPLICATES) return;
    const message = `\`${shorten(key.value)}\` is given more than once, and only the last one counts`;
    const hint = "Merge them into one.";
    diagnostics.push({ code: "duplicate-field", severity: "warning", message, ...locate(key), hint });
  };
}

function meant(value: string, known: readonly string[]): string {
  const near = nearest(value, known);
  const all = known.map((one) => `\`${one}\``).join(", ");
  return near === undefined ? `Known are ${all}.` : `Did you mean \`${near}\`?`;
}
