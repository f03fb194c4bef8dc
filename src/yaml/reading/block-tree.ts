/** Builds the tree of a document for {@link BlockReader}: keeps the open block collections and the pending key. */
import {
  type Entry,
  type MapNode,
  type Node,
  type ScalarNode,
  type SeqNode,
  type Source,
  type Style,
  scalar,
  type Tag,
} from "../nodes/node.ts";
import { MAX_DEPTH } from "./nesting.ts";
import type { Dialect } from "./tree-builder.ts";

/** The children of a collection until it is complete. */
export const NONE: never[] = [];

export class BlockTree {
  protected readonly source: Source;
  protected readonly dialect: Dialect;
  /** The open collections, outermost first, and the column of each. */
  protected readonly nodes: (MapNode | SeqNode)[] = [];
  protected readonly columns: number[] = [];
  /**
   * The children of all open collections, and the index at which those of each begin. A collection gets its children as
   * one slice: an array that grows by push() takes more room.
   */
  readonly #children: (Entry | Node)[] = [];
  readonly #starts: number[] = [];
  #count = 0;
  protected root: Node | undefined = undefined;
  /** True if the last key or dash still needs a value. */
  protected awaitsValue = true;
  /** The offset of the null that stands for a missing value. */
  protected emptyAt = 0;
  /** The key that needs a value, in a map. */
  protected key: Node | undefined = undefined;
  /** The plain scalar at the end of the last line. The next line may continue it. */
  protected last: ScalarNode | undefined = undefined;

  constructor(source: Source, dialect: Dialect) {
    this.source = source;
    this.dialect = dialect;
  }

  /** Prepares for the next document. */
  protected reset(): void {
    this.nodes.length = this.columns.length = this.#starts.length = this.#count = 0;
    this.root = this.key = this.last = undefined;
    this.awaitsValue = true;
  }

  /** The column of the innermost open collection, -1 if none is open. */
  protected get indent(): number {
    return this.columns[this.columns.length - 1] ?? -1;
  }

  protected scalar(value: string, tag: Tag, style: Style, position: number): ScalarNode {
    const node = scalar(value, tag, style);
    node.source = this.source;
    node.offset = position;
    return node;
  }

  /** Adds a node to the innermost open collection, or makes it the root. */
  protected attach(node: Node): void {
    const parent = this.nodes[this.nodes.length - 1];
    if (parent === undefined) this.root = node;
    else this.#children[this.#count++] = parent.kind === "seq" ? node : { key: this.key as Node, value: node };
    this.awaitsValue = false;
    this.last = undefined;
  }

  /** Opens a collection at `column`. False if that is nested too deeply. */
  protected open(node: MapNode | SeqNode, position: number, column: number): boolean {
    if (this.nodes.length >= MAX_DEPTH) return false;
    node.source = this.source;
    node.offset = position;
    this.attach(node);
    this.nodes.push(node);
    this.columns.push(column);
    this.#starts.push(this.#count);
    return true;
  }

  /** Completes the collections that are deeper than `column`. A missing value becomes null. */
  protected close(column: number): void {
    if (this.awaitsValue) this.attach(this.scalar("", "!!null", "", this.emptyAt));
    while (this.indent > column) this.pop();
  }

  /** Completes the innermost open collection. */
  protected pop(): void {
    const node = this.nodes.pop();
    const start = this.#starts.pop();
    this.columns.pop();
    const children = this.#children.slice(start, this.#count);
    this.#count = start as number;
    if (node?.kind === "seq") node.items = children as Node[];
    else if (node !== undefined) {
      node.entries = children as Entry[];
      this.dialect.finish?.(node);
    }
  }
}
