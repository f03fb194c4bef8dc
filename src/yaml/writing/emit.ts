/**
 * Writes values as YAML, byte for byte as `kustomize build` does with go-yaml v2
 * (docs/specification/yaml-writing.md 1.5, 4 to 7).
 */
import type { Value } from "../nodes/index.ts";
import { sortKeys } from "./key-order.ts";
import { jsonKey, jsonText, Layout } from "./layout.ts";

/**
 * Writes one document, ending in a newline. Throws a KrmError `not-representable` for strings that kustomize cannot
 * print.
 */
export function emit(value: Value): string {
  const layout = new Layout();
  if (Array.isArray(value) && value.length > 0) writeSeq(layout, value, 0, false);
  else if (isObject(value) && Object.keys(value).length > 0) writeMap(layout, value, 0, false);
  else if (typeof value === "object" && value !== null) layout.emptyRoot(Array.isArray(value) ? "[]" : "{}");
  else layout.root(typeof value === "string" ? jsonText(value) : value);
  return layout.finish();
}

function writeMap(layout: Layout, map: { [key: string]: Value }, indent: number, inline: boolean): void {
  let first = inline;
  for (const key of sortKeys(Object.keys(map))) {
    const column = layout.key(jsonKey(key), indent, first);
    first = false;
    writeChild(layout, map[key] as Value, indent, column, column >= 0);
  }
}

function writeSeq(layout: Layout, items: readonly Value[], indent: number, inline: boolean): void {
  let first = inline;
  for (const item of items) {
    layout.item(indent, first);
    first = false;
    writeChild(layout, item, indent, -1, false);
  }
}

/** Writes the value after a dash or a colon. `below` says that a collection begins on the next line. */
function writeChild(layout: Layout, value: Value, indent: number, column: number, below: boolean): void {
  if (Array.isArray(value)) {
    if (value.length === 0) return layout.empty("[]");
    if (below) return writeSeq(layout, value, indent, false);
    layout.space();
    return writeSeq(layout, value, indent + 2, true);
  }
  if (isObject(value)) {
    if (Object.keys(value).length === 0) return layout.empty("{}");
    if (!below) layout.space();
    return writeMap(layout, value, indent + 2, !below);
  }
  layout.scalar(typeof value === "string" ? jsonText(value) : value, below ? column : indent + 1, indent);
}

function isObject(value: Value): value is { [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
