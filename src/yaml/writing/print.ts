/**
 * Prints resources byte for byte as `kustomize build` does, in one walk over the nodes
 * (docs/specification/yaml-writing.md 1).
 */
import type { Entry, MapNode, Node, ScalarNode, SeqNode } from "../nodes/node.ts";
import { BARE, bareness, FOLDED, isBareBlock, isBareKey, isBareQuoted, isBareValue } from "./bare-text.ts";
import { compareKeys, isOrdered } from "./key-order.ts";
import { jsonKey, jsonText, Layout } from "./layout.ts";
import { type NamedEntry, printedScalar, uniqueEntries } from "./to-value.ts";

/**
 * Prints one resource as a document that ends in a newline, without separators. The result equals
 * `emit(toValue(node))`. Throws a KrmError `duplicate-key`, `non-string-key` or `not-representable` at the place of the
 * offending node.
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
  const bare = bareEntries(node);
  const entries = bare === undefined ? sortedEntries(node, flow, true) : [];
  if (bare !== undefined) printBare(layout, bare, 0, false, flow);
  else if (entries.length > 0) printNamed(layout, entries, 0, false, flow);
  else layout.emptyRoot("{}");
  return layout.finish();
}

function printBare(layout: Layout, entries: readonly Entry[], indent: number, inline: boolean, inFlow: boolean): void {
  let first = inline;
  for (let at = 0; at < entries.length; at++) {
    const { key, value } = entries[at] as Entry;
    const column = layout.bareKey((key as ScalarNode).value, indent, first);
    first = false;
    printChild(layout, value, indent, column, true, inFlow);
  }
}

function printNamed(
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

/** Prints the value after a dash or a colon. `below` says that a collection begins on the next line. */
function printChild(layout: Layout, node: Node, indent: number, column: number, below: boolean, inFlow: boolean): void {
  if (node.kind === "scalar") return printScalar(layout, node, below ? column : indent + 1, indent, inFlow);
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) return layout.empty("[]");
    if (below) return printSeq(layout, node, indent, false, flow);
    layout.space();
    return printSeq(layout, node, indent + 2, true, flow);
  }
  const bare = bareEntries(node);
  const entries = bare === undefined ? sortedEntries(node, flow, false) : [];
  if (bare === undefined && entries.length === 0) return layout.empty("{}");
  if (!below) layout.space();
  if (bare !== undefined) printBare(layout, bare, indent + 2, !below, flow);
  else printNamed(layout, entries, indent + 2, !below, flow);
}

function printScalar(layout: Layout, node: ScalarNode, column: number, indent: number, inFlow: boolean): void {
  const { tag, style, value } = node;
  // A bare text resolves to a string, so it needs no tag.
  if (tag === "!!str" || tag === "") {
    const kind = bareness(value);
    if (kind === BARE) return layout.bare(value);
    if (kind === FOLDED) return layout.folded(value, column, indent);
    if (tag !== "" && isBareQuoted(value)) return layout.quoted(value);
    if (style !== "folded" && value.includes("\n") && isBareBlock(value)) return layout.block(value, indent);
  } else if (style === "" && isBareValue(value, tag)) return layout.bare(value);
  const printed = printedScalar(node, inFlow);
  layout.scalar(typeof printed === "string" ? jsonText(printed, node) : printed, column, indent);
}

/** Up to this many keys, insertion sort is faster than Array.sort(). */
const MAX_INSERTION_SORT = 16;

/**
 * The entries in the order of their keys, if all keys are printed unchanged. Undefined otherwise, and for an empty map.
 */
export function bareEntries(node: MapNode): readonly Entry[] | undefined {
  const { entries } = node;
  if (entries.length === 0) return undefined;
  let previous = "";
  let isSorted = true;
  for (let at = 0; at < entries.length; at++) {
    const { key } = entries[at] as Entry;
    if (key.kind !== "scalar" || (key.tag !== "!!str" && key.tag !== "") || !isBareKey(key.value)) return undefined;
    if (key.value <= previous) isSorted = false;
    previous = key.value;
  }
  return isSorted ? entries : uniquelySorted(entries.slice());
}

/** Sorts entries by their keys. Undefined if two keys are equal. */
function uniquelySorted(entries: Entry[]): readonly Entry[] | undefined {
  if (entries.length <= MAX_INSERTION_SORT) insertionSort(entries);
  else entries.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  for (let at = 1; at < entries.length; at++) {
    if (textOf(entries[at - 1] as Entry) === textOf(entries[at] as Entry)) return undefined;
  }
  return entries;
}

function insertionSort(entries: Entry[]): void {
  for (let at = 1; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    const key = textOf(entry);
    let to = at;
    for (; to > 0 && key < textOf(entries[to - 1] as Entry); to--) entries[to] = entries[to - 1] as Entry;
    entries[to] = entry;
  }
}

function textOf(entry: Entry): string {
  return (entry.key as ScalarNode).value;
}

export function sortedEntries(node: MapNode, inFlow: boolean, top: boolean): NamedEntry[] {
  const entries = uniqueEntries(node, inFlow, top);
  if (entries.length < 2 || isOrdered(entries, keyOf)) return entries;
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1)).sort((a, b) => compareKeys(a.key, b.key));
}

function keyOf(entry: NamedEntry): string {
  return entry.key;
}
