/** Builds the tree of a document for the composer: keeps the open collections and puts each node into its parent. */
import { Fault, type PlainScalarCache } from "../nodes/index.ts";
import {
  type MapNode,
  type Node,
  type ScalarNode,
  type SeqNode,
  type Source,
  scalar,
  type Tag,
} from "../nodes/node.ts";
import { Aliases, type AliasRule } from "./aliases.ts";
import { MAX_DEPTH } from "./nesting.ts";

/** The differences between the YAML dialects of docs/specification/model.md 1.1. */
export interface Dialect {
  /** How many tokens after the end of a document the parser looks at. A fault in them fails the document. Infinite: there may be none. */
  readonly ahead: number;
  /** True if lines between two comments may contain tabs. */
  readonly tabsAmongComments: boolean;
  readonly aliases: AliasRule;
  /** True if merge keys mean what they mean to kyaml: see `inflate`. */
  readonly mergesLikeKyaml?: boolean;
  /** True if the tag `!` makes a plain scalar a string. */
  readonly bangIsString: boolean;
  /** The tag of an untagged plain scalar. */
  resolve(text: string): Tag;
  /** Caches {@link resolve}. */
  readonly texts: PlainScalarCache;
  /** Called when a map is complete. */
  finish?(node: MapNode): void;
}

/** The modes of a {@link Frame}. */
export const BLOCK_SEQ = 0;
export const INDENTLESS_SEQ = 1;
export const BLOCK_MAP = 2;
export const FLOW_SEQ = 3;
export const FLOW_MAP = 4;
/** A `key: value` inside a flow sequence. */
export const FLOW_PAIR = 5;

/** An open collection. */
export interface Frame {
  mode: number;
  node: MapNode | SeqNode;
  /** The key that waits for its value. */
  key: Node | undefined;
  /** In flow collections: whether an entry was read, so that a comma must follow. */
  entered: boolean;
  /** In flow maps: whether the key has no value, as in `{a, b}`. */
  lone: boolean;
}

/** `base` is the offset of the text in its source. */
export class TreeBuilder {
  readonly stack: Frame[] = [];
  readonly aliases: Aliases;
  root: Node | undefined;
  /** True if one of the keys is `<<`. */
  merges = false;
  readonly #source: Source;
  readonly #base: number;
  readonly #dialect: Dialect;

  constructor(source: Source, base: number, dialect: Dialect, tokens: number) {
    this.#source = source;
    this.#base = base;
    this.#dialect = dialect;
    this.aliases = new Aliases(tokens, dialect.aliases);
  }

  get frame(): Frame | undefined {
    return this.stack[this.stack.length - 1];
  }

  /** Sets the place of a node. `start` is an offset into the text being read. */
  place<N extends Node>(node: N, start: number): N {
    node.source = this.#source;
    node.offset = this.#base + start;
    return node;
  }

  /** The offset of a node in the text being read. */
  startOf(node: Node): number {
    return node.offset - this.#base;
  }

  /** Makes a null for a value that is left out. */
  empty(start: number): ScalarNode {
    return this.place(scalar("", "!!null"), start);
  }

  /** Adds a node to the innermost open collection: as an item, a key, or the value of the last key. */
  attach(node: Node): void {
    const { frame } = this;
    if (frame === undefined) {
      this.root = node;
    } else if (frame.node.kind === "seq") {
      frame.node.items.push(node);
    } else if (frame.key === undefined) {
      frame.key = node;
      if (node.kind === "scalar" && node.value === "<<") this.merges = true;
    } else {
      frame.node.entries.push({ key: frame.key, value: node });
      frame.key = undefined;
    }
  }

  /** Opens a collection. */
  push(mode: number, node: MapNode | SeqNode): void {
    if (this.stack.length >= MAX_DEPTH) throw new Fault(this.startOf(node), `nested deeper than ${MAX_DEPTH} levels`);
    this.stack.push({ mode, node, key: undefined, entered: false, lone: false });
  }

  /** Completes the innermost open collection. */
  pop(): void {
    const frame = this.stack.pop() as Frame;
    this.aliases.close(frame.node);
    if (frame.node.kind === "map") this.#dialect.finish?.(frame.node);
  }

  /** Attaches a comment after a comma to the entry before the comma. */
  commentLast(node: MapNode | SeqNode, comment: string): void {
    const last = node.kind === "map" ? node.entries.at(-1)?.value : node.items.at(-1);
    if (last !== undefined) last.comment ??= comment;
  }
}
