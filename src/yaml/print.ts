/** Resources to the bytes that `kustomize build` prints, in one walk over the nodes (engine.md 8.2). */

import { compareKeys, isOrdered } from "./key-order.ts";
import { jsonKey, jsonText, Layout } from "./layout.ts";
import type { MapNode, Node, SeqNode } from "./node.ts";
import { type NamedEntry, printedScalar, uniqueEntries } from "./to-value.ts";

/**
 * One resource as a document that ends in a newline, without separators: what `emit(toValue(node))` gives. Throws
 * `duplicate-key`, `non-string-key` or `not-representable` at the place of the offending node.
 */
export function print(node: Node): string {
  const layout = new Layout();
  if (node.kind === "scalar") {
    const value = printedScalar(node, false);
    layout.root(typeof value === "string" ? jsonText(value, node) : value);
    return layout.finish();
  }
  const flow = node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) layout.emptyRoot("[]");
    else printSeq(layout, node, 0, false, flow);
    return layout.finish();
  }
  const entries = sortedEntries(node, flow, true);
  if (entries.length === 0) layout.emptyRoot("{}");
  else printMap(layout, entries, 0, false, flow);
  return layout.finish();
}

function printMap(
  layout: Layout,
  entries: readonly NamedEntry[],
  indent: number,
  inline: boolean,
  inFlow: boolean,
): void {
  let first = inline;
  for (const { key, value } of entries) {
    const column = layout.key(jsonKey(key, value), indent, first);
    first = false;
    printChild(layout, value, indent, column, column >= 0, inFlow);
  }
}

function printSeq(layout: Layout, node: SeqNode, indent: number, inline: boolean, inFlow: boolean): void {
  let first = inline;
  for (const item of node.items) {
    layout.item(indent, first);
    first = false;
    printChild(layout, item, indent, -1, false, inFlow);
  }
}

/** What stands behind a dash or a colon; `below` says that a collection begins on the next line. */
function printChild(layout: Layout, node: Node, indent: number, column: number, below: boolean, inFlow: boolean): void {
  if (node.kind === "scalar") {
    const value = printedScalar(node, inFlow);
    layout.scalar(typeof value === "string" ? jsonText(value, node) : value, below ? column : indent + 1, indent);
    return;
  }
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) return layout.empty("[]");
    if (below) return printSeq(layout, node, indent, false, flow);
    layout.space();
    return printSeq(layout, node, indent + 2, true, flow);
  }
  const entries = sortedEntries(node, flow, false);
  if (entries.length === 0) return layout.empty("{}");
  if (!below) layout.space();
  printMap(layout, entries, indent + 2, !below, flow);
}

function sortedEntries(node: MapNode, inFlow: boolean, top: boolean): NamedEntry[] {
  const entries = uniqueEntries(node, inFlow, top);
  if (entries.length < 2 || isOrdered(entries, keyOf)) return entries;
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1)).sort((a, b) => compareKeys(a.key, b.key));
}

function keyOf(entry: NamedEntry): string {
  return entry.key;
}
