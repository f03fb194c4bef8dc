/** Warnings about input that kustomize accepts and then ignores. */
import type { Diagnostic } from "../diagnostics.ts";
import { nearest, shorten } from "../text/index.ts";
import { locate, type Node, type ScalarNode } from "../yaml/nodes/node.ts";
import type { Decoder } from "./decoder.ts";
import { quote, quoteField, type Reading } from "./reading.ts";

/** A field that kustomize accepts and never uses. */
export function withoutEffect<T>(decoder: Decoder<T>): Decoder<T> {
  return function decodeWithoutEffect(node, reading) {
    const message = `${reading.field()} has no effect: kustomize accepts it and drops it`;
    reading.report("ignored-field", message, node, "Remove it.", "warning");
    return decoder(node, reading);
  };
}

/** A text that should be one of the known ones. kustomize ignores all others. */
export function oneOf<T>(decoder: Decoder<T>, known: readonly string[]): Decoder<T> {
  return function decodeOneOf(node, reading) {
    const decoded = decoder(node, reading);
    const value = node.kind === "scalar" ? node.value : "";
    if (decoded !== undefined && value !== "" && !known.includes(value)) {
      const message = `${reading.field()} has the unknown value ${quote(value)}: kustomize ignores it`;
      reading.report("ignored-value", message, node, hintFor(value, known), "warning");
    }
    return decoded;
  };
}

/** Warns about keys of a mapping that kustomize ignores. */
export function reportOtherKeys(node: Node, reading: Reading, known: readonly string[]): void {
  for (const { key } of node.kind === "map" ? node.entries : []) {
    if (reading.isFull("warning")) return;
    if (key.kind !== "scalar" || known.includes(key.value)) continue;
    const message = `unknown field ${quoteField(key.value)} in ${reading.field()}: kustomize ignores it`;
    reading.report("ignored-field", message, key, hintFor(key.value, known), "warning");
  }
}

/** The limit for one file. */
const MAX_DUPLICATES = 100;

/** Collects warnings about duplicate keys. The last one counts. */
export function warnOfDuplicates(diagnostics: Diagnostic[]): (key: ScalarNode) => void {
  return (key) => {
    if (diagnostics.length === MAX_DUPLICATES) return;
    const message = `\`${shorten(key.value)}\` is given more than once: only the last one counts`;
    const hint = "Merge them into one.";
    diagnostics.push({ code: "duplicate-field", severity: "warning", message, ...locate(key), hint });
  };
}

function hintFor(value: string, known: readonly string[]): string {
  const near = nearest(value, known);
  const all = known.map((one) => `\`${one}\``).join(", ");
  return near === undefined ? `Known values are ${all}.` : `Did you mean \`${near}\`?`;
}
