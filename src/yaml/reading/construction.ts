/** The tree that a composer is building: what is open, and where the next node goes. */

import { Fault, type PlainTexts } from "../nodes/index.ts";
import {
  type MapNode,
  type Node,
  type ScalarNode,
  type SeqNode,
  type Source,
  scalar,
  type Tag,
} from "../nodes/node.ts";
import { Aliases } from "./aliases.ts";
import { MAX_DEPTH } from "./scanner.ts";

/** What differs between the dialects of docs/specification/model.md 1.1. */
export interface Dialect {
  /** How many tokens behind the end of a document the parser looks at, and fails on. */
  readonly ahead: number;
  /** Whether lines between two comments may hold tabs. */
  readonly tabsAmongComments: boolean;
  /** Whether the tag `!` makes a plain scalar a string. */
  readonly bangIsString: boolean;
  /** The tag of a plain scalar without one. */
  resolve(text: string): Tag;
  /** The same, remembered. */
  readonly texts: PlainTexts;
  /** Called when a mapping is complete; `merges` tells that one of its keys may be a merge key. */
  finish(node: MapNode, merges: boolean): void;
}
export const BLOCK_SEQ = 0;
export const INDENTLESS_SEQ = 1;
export const BLOCK_MAP = 2;
export const FLOW_SEQ = 3;
export const FLOW_MAP = 4;
/** A `key: value` inside a flow sequence. */
export const FLOW_PAIR = 5;

export interface Frame {
  mode: number;
  node: MapNode | SeqNode;
  /** The key that waits for its value. */
  key: Node | undefined;
  /** Flow collections: whether an entry was read, so that a comma must follow. */
  entered: boolean;
  merges: boolean;
  /** Flow mappings: the key stands alone, as in `{a, b}`. */
  lone: boolean;
}

/** Nodes get their places from `base`, where the text stands in its source. */
export class Construction {
  readonly stack: Frame[] = [];
  readonly aliases: Aliases;
  root: Node | undefined;
  readonly #source: Source;
  readonly #base: number;
  readonly #dialect: Dialect;

  constructor(source: Source, base: number, dialect: Dialect, tokens: number) {
    this.#source = source;
    this.#base = base;
    this.#dialect = dialect;
    this.aliases = new Aliases(tokens);
  }

  get frame(): Frame | undefined {
    return this.stack[this.stack.length - 1];
  }

  /** Gives a node its place in the text. */
  place<N extends Node>(node: N, start: number): N {
    node.source = this.#source;
    node.offset = this.#base + start;
    return node;
  }

  /** Where a node begins in the text that is being read. */
  startOf(node: Node): number {
    return node.offset - this.#base;
  }

  /** A null that is not written. */
  empty(start: number): ScalarNode {
    return this.place(scalar("", "!!null"), start);
  }

  /** Puts a node where the innermost open collection wants it: as an item, a key, or the value of the last key. */
  attach(node: Node): void {
    const { frame } = this;
    if (frame === undefined) {
      this.root = node;
    } else if (frame.node.kind === "seq") {
      frame.node.items.push(node);
    } else if (frame.key === undefined) {
      frame.key = node;
      if (node.kind === "scalar" && node.value === "<<") frame.merges = true;
    } else {
      frame.node.entries.push({ key: frame.key, value: node });
      frame.key = undefined;
    }
  }

  push(mode: number, node: MapNode | SeqNode): void {
    if (this.stack.length >= MAX_DEPTH) throw new Fault(this.startOf(node), `nested deeper than ${MAX_DEPTH} levels`);
    this.stack.push({ mode, node, key: undefined, entered: false, merges: false, lone: false });
  }

  pop(): void {
    const frame = this.stack.pop() as Frame;
    this.aliases.close(frame.node);
    if (frame.node.kind === "map") this.#dialect.finish(frame.node, frame.merges);
  }

  /** Gives a comment to the last entry of a collection: it stands behind the comma. */
  commentLast(node: MapNode | SeqNode, comment: string): void {
    const last = node.kind === "map" ? node.entries.at(-1)?.value : node.items.at(-1);
    if (last !== undefined) last.comment ??= comment;
  }
}
