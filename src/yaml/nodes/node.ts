/**
 * The tree that everything works on. Output bytes depend on a scalar's tag and style
 * and not on its value alone (docs/specification/model.md 2.3), so both live on every node.
 */
import type { Location } from "../../diagnostics.ts";

/**
 * How a node was written. Scalars: `""` is plain. Collections: `""` is block.
 * One type for all kinds, because a write keeps the style of what it replaces (docs/specification/model.md 3.3).
 */
export type Style = "" | "double" | "single" | "literal" | "folded" | "flow";

/**
 * Short tags as the reference names them (`!!str`, `!!int`, `!!map` …), or `""` for a node made by the
 * engine without a tag, which is resolved again when it is printed.
 */
export type Tag = string;

/** The text a node was read from; shared by all its nodes. */
export interface Source {
  /** The file as the user would name it. */
  readonly file: string;
  readonly text: string;
  /** Where the text itself stands, when it is part of another file: then all its nodes are found there. */
  within?: Location;
  /**
   * Whether a comment on a line of its own may state a type; found out when it is first asked for
   * (docs/specification/strategic-merge.md 1.1).
   */
  statesTypes?: boolean;
}

interface NodeBase {
  tag: Tag;
  style: Style;
  /** Where it was read; undefined for nodes made by the engine. */
  source: Source | undefined;
  /** Offset into `source.text`, in UTF-16 code units. */
  offset: number;
  /**
   * Line comment behind the value or its key, as written from its `#` on; see docs/specification/strategic-merge.md 1.1
   * and docs/specification/replacements.md 4.7.
   */
  comment: string | undefined;
}

export interface ScalarNode extends NodeBase {
  kind: "scalar";
  /** The text after unescaping, folding and chomping; never the resolved value. */
  value: string;
}

export interface Entry {
  /** Never changed once it is read: copies of a map share the nodes of its keys. */
  readonly key: Node;
  value: Node;
}

export interface MapNode extends NodeBase {
  kind: "map";
  /** In source order; duplicate keys are possible until output refuses them. */
  entries: Entry[];
}

export interface SeqNode extends NodeBase {
  kind: "seq";
  items: Node[];
}

export type Node = ScalarNode | MapNode | SeqNode;

/** Every node has this one shape, so that property access stays monomorphic and {@link overwrite} can change a kind. */
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
  }
}

/** A scalar; without a tag its text is resolved when it is printed. */
export function scalar(value: string, tag: Tag = "", style: Style = ""): ScalarNode {
  return new AnyNode("scalar", tag, style, value, undefined, undefined) as ScalarNode;
}

export function map(entries: Entry[] = [], style: Style = ""): MapNode {
  return new AnyNode("map", "!!map", style, "", entries, undefined) as MapNode;
}

export function seq(items: Node[] = [], style: Style = ""): SeqNode {
  return new AnyNode("seq", "!!seq", style, "", undefined, items) as SeqNode;
}

/** A deep copy that shares nothing but sources and keys. */
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

/** A deep copy in which scalars that stand in several places, as only the engine makes them, are still the same node. */
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

// Loops by index, here and in what follows: until they are compiled, which for most builds is never, other loops make an
// object for each turn.

function copyEntries(entries: readonly Entry[], copy: (node: Node) => Node): Entry[] {
  // A slice has room for exactly its elements; a list that grows by itself has room for sixteen more.
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

/** Makes `target` what `source` is, kind included, and keeps its place in its parent. Children are shared, not copied. */
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

/** The value under `key`; of duplicate keys the first. */
export function get(node: Node | undefined, key: string): Node | undefined {
  if (node?.kind !== "map") return undefined;
  const { entries } = node;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    if (entry.key.kind === "scalar" && entry.key.value === key) return entry.value;
  }
  return undefined;
}

/** A null, written or blank. */
export function isNull(node: Node | undefined): boolean {
  return node?.kind === "scalar" && node.tag === "!!null";
}

/** The place a node was read from, or undefined for nodes made by the engine. */
export function locate(node: Node | undefined): Location | undefined {
  if (node?.source === undefined) return undefined;
  return locateOffset(node.source, node.offset);
}

const lineStarts = new WeakMap<Source, number[]>();

/** File, line and column of an offset; the line table of a source is made on first use. */
export function locateOffset(source: Source, offset: number): Location {
  if (source.within !== undefined) return source.within;
  let starts = lineStarts.get(source);
  if (starts === undefined) {
    starts = [0];
    for (let at = source.text.indexOf("\n"); at >= 0; at = source.text.indexOf("\n", at + 1)) starts.push(at + 1);
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
