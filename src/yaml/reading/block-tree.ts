/** The tree that {@link BlockReader} is building: the block collections that are open, and what they wait for. */

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
import type { Dialect } from "./construction.ts";
import { MAX_DEPTH } from "./scanner.ts";

/** Stands for the children of a collection until it is complete. */
export const NONE: never[] = [];

export class BlockTree {
  protected readonly source: Source;
  protected readonly dialect: Dialect;
  /** The open collections, outermost first, and the column of each. */
  protected readonly nodes: (MapNode | SeqNode)[] = [];
  protected readonly columns: number[] = [];
  /** The children of the open collections, and where those of each begin: a list that grows by itself takes more room. */
  readonly #children: (Entry | Node)[] = [];
  readonly #starts: number[] = [];
  #count = 0;
  protected root: Node | undefined = undefined;
  /** Whether a key or dash has no value yet, where a value left out would stand, and the key if there is one. */
  protected awaits = true;
  protected emptyAt = 0;
  protected key: Node | undefined = undefined;
  /** The plain scalar that ended the last line, which the next one may continue. */
  protected last: ScalarNode | undefined = undefined;

  constructor(source: Source, dialect: Dialect) {
    this.source = source;
    this.dialect = dialect;
  }

  /** Gets ready for another document. */
  protected reset(): void {
    this.nodes.length = this.columns.length = this.#starts.length = this.#count = 0;
    this.root = this.key = this.last = undefined;
    this.awaits = true;
  }

  protected get indent(): number {
    return this.columns[this.columns.length - 1] ?? -1;
  }

  protected scalar(value: string, tag: Tag, style: Style, position: number): ScalarNode {
    const node = scalar(value, tag, style);
    node.source = this.source;
    node.offset = position;
    return node;
  }

  protected attach(node: Node): void {
    const parent = this.nodes[this.nodes.length - 1];
    if (parent === undefined) this.root = node;
    else this.#children[this.#count++] = parent.kind === "seq" ? node : { key: this.key as Node, value: node };
    this.awaits = false;
    this.last = undefined;
  }

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

  /** Ends the collections that are deeper than `column`, and gives the awaited value up. */
  protected close(column: number): void {
    if (this.awaits) this.attach(this.scalar("", "!!null", "", this.emptyAt));
    while (this.indent > column) this.pop();
  }

  protected pop(): void {
    const node = this.nodes.pop();
    const start = this.#starts.pop();
    this.columns.pop();
    const children = this.#children.slice(start, this.#count);
    this.#count = start as number;
    if (node?.kind === "seq") node.items = children as Node[];
    else if (node !== undefined) {
      node.entries = children as Entry[];
      this.dialect.finish(node, false);
    }
  }
}
