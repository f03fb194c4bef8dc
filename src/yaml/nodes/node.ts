/**
 * The tree that every step of a build works on. The output bytes depend on a scalar's tag and style as well as on its
 * text (docs/specification/model.md 2.3), so every node has both.
 */
import { charge, chargeText, checkRoom } from "../../budget/index.ts";
import type { Location } from "../../diagnostics.ts";
import { FEW_ENTRIES, findEntry } from "./key-index.ts";

/**
 * How a node was written. Scalars: `""` is plain. Collections: `""` is block. All kinds share one type, because a write
 * keeps the style of the value it replaces (docs/specification/model.md 3.3).
 */
export type Style = "" | "double" | "single" | "literal" | "folded" | "flow";

/**
 * A short tag (`!!str`, `!!int`, `!!map` …), or `""` for a node that the engine made without a tag: its tag is resolved
 * from its text when it is printed.
 */
export type Tag = string;

/** A text that nodes were read from. All nodes of the text share it. */
export interface Source {
  /** The path of the file as the user would write it. */
  readonly file: string;
  readonly text: string;
  /** The place of the text, if it is part of another file. All its nodes are then located there. */
  within?: Location;
  /**
   * True if a comment on its own line may state a type. Computed on first use
   * (docs/specification/strategic-merge.md 1.1).
   */
  statesTypes?: boolean;
}

interface NodeBase {
  tag: Tag;
  style: Style;
  /** The text it was read from; undefined for nodes made by the engine. */
  source: Source | undefined;
  /** Offset into `source.text`, in UTF-16 code units. */
  offset: number;
  /**
   * The comment at the end of the line, after the value or its key, including its `#`; see
   * docs/specification/strategic-merge.md 1.1 and docs/specification/replacements.md 4.7.
   */
  comment: string | undefined;
}

export interface ScalarNode extends NodeBase {
  kind: "scalar";
  /** The text after unescaping, folding and chomping, not the resolved value. */
  value: string;
}

export interface Entry {
  /** Read-only: copies of a map share its key nodes. */
  readonly key: Node;
  value: Node;
}

export interface MapNode extends NodeBase {
  kind: "map";
  /** In source order. Duplicate keys are possible; printing rejects them. */
  entries: Entry[];
}

export interface SeqNode extends NodeBase {
  kind: "seq";
  items: Node[];
}

export type Node = ScalarNode | MapNode | SeqNode;

/**
 * The one shape of all nodes: property access stays monomorphic, and {@link overwrite} can change the kind of a node.
 */
class AnyNode {
  kind: Node["kind"];
  tag: Tag;
  style: Style;
  value: string;
  entries: Entry[] | undefined;
  items: Node[] | undefined;
  source: Source | undefined = undefined;
  offset = 0;
  comment: string | undefined = undefined;

  constructor(
    kind: Node["kind"],
    tag: Tag,
    style: Style,
    value: string,
    entries: Entry[] | undefined,
    items: Node[] | undefined,
  ) {
    this.kind = kind;
    this.tag = tag;
    this.style = style;
    this.value = value;
    this.entries = entries;
    this.items = items;
    // A call for each node would take a tenth of the time of a large build.
    if (++uncharged === CHARGED_AT_ONCE) chargeNodes();
  }
}

/** The number of nodes since the last charge. */
let uncharged = 0;
const CHARGED_AT_ONCE = 1000;

function chargeNodes(): void {
  uncharged = 0;
  charge(CHARGED_AT_ONCE * NODE_BYTES);
}

/** A node, its place in its parent and half of an entry. */
const NODE_BYTES = 144;

/**
 * Checks that there is memory for so many nodes, before the first of them is made.
 * @throws the error of a budget that has no room for them
 */
export function checkRoomForNodes(count: number): void {
  checkRoom(count * NODE_BYTES);
}

/** Makes a scalar. Without a tag, the tag is resolved from the text when it is printed. */
export function scalar(value: string, tag: Tag = "", style: Style = ""): ScalarNode {
  chargeText(value);
  return new AnyNode("scalar", tag, style, value, undefined, undefined) as ScalarNode;
}

/** Makes a map that owns `entries`. */
export function map(entries: Entry[] = [], style: Style = ""): MapNode {
  return new AnyNode("map", "!!map", style, "", entries, undefined) as MapNode;
}

/** Makes a list that owns `items`. */
export function seq(items: Node[] = [], style: Style = ""): SeqNode {
  return new AnyNode("seq", "!!seq", style, "", undefined, items) as SeqNode;
}

/** A deep copy. It shares only sources and keys with the original. */
export function clone<T extends Node>(node: T): T {
  const from = node as unknown as AnyNode;
  const entries = from.entries === undefined ? undefined : copyEntries(from.entries, clone);
  const items = from.items === undefined ? undefined : copyItems(from.items, clone);
  const copy = new AnyNode(from.kind, from.tag, from.style, from.value, entries, items);
  copy.source = from.source;
  copy.offset = from.offset;
  copy.comment = from.comment;
  return copy as unknown as T;
}

/** A deep copy. A scalar of the engine that occurs several times in the original is one node in the copy, too. */
export function cloneObject(node: MapNode): MapNode {
  let copies: Map<Node, Node> | undefined;
  const copy = (from: Node): Node => {
    if (from.kind === "map") return placed(map(copyEntries(from.entries, copy), from.style), from);
    if (from.kind === "seq") return placed(seq(copyItems(from.items, copy), from.style), from);
    if (from.source !== undefined) return clone(from);
    copies ??= new Map();
    let made = copies.get(from);
    if (made === undefined) copies.set(from, (made = clone(from)));
    return made;
  };
  return copy(node) as MapNode;
}

// The loops here and below use an index: interpreted code, which is all that most builds run, allocates an iterator
// result for each turn of a for-of loop.

function copyEntries(entries: readonly Entry[], copy: (node: Node) => Node): Entry[] {
  // slice() allocates exactly the room needed; an array that grows by push() has room for sixteen more elements.
  const copies = entries.slice();
  for (let at = 0; at < copies.length; at++) {
    const { key, value } = copies[at] as Entry;
    copies[at] = { key, value: copy(value) };
  }
  return copies;
}

function copyItems(items: readonly Node[], copy: (node: Node) => Node): Node[] {
  const copies = items.slice();
  for (let at = 0; at < copies.length; at++) copies[at] = copy(copies[at] as Node);
  return copies;
}

function placed(copy: Node, from: Node): Node {
  copy.tag = from.tag;
  copy.source = from.source;
  copy.offset = from.offset;
  copy.comment = from.comment;
  return copy;
}

/**
 * Gives `target` the kind, value and place of `source`. `target` stays in its parent. Children are shared, not copied.
 */
export function overwrite(target: Node, source: Node): void {
  const to = target as unknown as AnyNode;
  const from = source as unknown as AnyNode;
  to.kind = from.kind;
  to.tag = from.tag;
  to.style = from.style;
  to.value = from.value;
  to.entries = from.entries;
  to.items = from.items;
  to.source = from.source;
  to.offset = from.offset;
  to.comment = from.comment;
}

/** The value of the first entry with this key; undefined if there is none or `node` is not a map. */
export function get(node: Node | undefined, key: string): Node | undefined {
  if (node?.kind !== "map") return undefined;
  const { entries } = node;
  if (entries.length > FEW_ENTRIES) return findEntry(entries, key)?.value;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    if (entry.key.kind === "scalar" && entry.key.value === key) return entry.value;
  }
  return undefined;
}

/** Tells whether a node is null, written (`null`, `~`) or left out. */
export function isNull(node: Node | undefined): boolean {
  return node?.kind === "scalar" && node.tag === "!!null";
}

/** The file, line and column a node was read from; undefined for nodes made by the engine. */
export function locate(node: Node | undefined): Location | undefined {
  if (node?.source === undefined) return undefined;
  return locateOffset(node.source, node.offset);
}

/** An element of the line table, with the room that a growing array keeps. */
const LINE_BYTES = 16;

const lineStarts = new WeakMap<Source, number[]>();

/** The file, line and column of an offset. The line table of a source is computed on first use. */
export function locateOffset(source: Source, offset: number): Location {
  if (source.within !== undefined) return source.within;
  let starts = lineStarts.get(source);
  if (starts === undefined) {
    starts = [0];
    for (let at = source.text.indexOf("\n"); at >= 0; at = source.text.indexOf("\n", at + 1)) {
      charge(LINE_BYTES);
      starts.push(at + 1);
    }
    lineStarts.set(source, starts);
  }
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { file: source.file, line: low + 1, column: offset - (starts[low] as number) + 1 };
}
