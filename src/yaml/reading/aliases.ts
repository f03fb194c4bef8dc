/** Anchors, and the copies that aliases stand for. */
import { Fault } from "../nodes/index.ts";
import { clone, type Node } from "../nodes/node.ts";
import { MAX_DEPTH } from "./scanner.ts";

/** From here on the share of a document that aliases may make up shrinks, and here it is at its least. */
const FREE = 400_000;
const STRICT = 4_000_000;
/** Characters that aliases may repeat: what is repeated takes no memory here, but it does when it is printed. */
const MAX_REPEATED = 64 * 1024 * 1024;

export class Aliases {
  readonly #anchors = new Map<string, Node>();
  /** Anchored collections that are still being read. */
  readonly #unfinished = new Set<Node>();
  readonly #written: number;
  #copied = 0;
  #repeated = 0;

  /** `tokens`: the size of the document as written. */
  constructor(tokens: number) {
    this.#written = tokens / 2;
  }

  define(anchor: string, node: Node): void {
    this.#anchors.set(anchor, node);
    if (node.kind !== "scalar") this.#unfinished.add(node);
  }

  /** To be called when a collection is complete. */
  close(node: Node): void {
    if (this.#unfinished.size > 0) this.#unfinished.delete(node);
  }

  /** What the anchor names. Throws when there is none of that name. */
  check(anchor: string, offset: number): Node {
    const node = this.#anchors.get(anchor);
    if (node !== undefined) return node;
    // The name is not told: it may be a password that begins with `*` and was not quoted.
    throw new Fault(
      offset,
      "unknown anchor referenced",
      "Anchors hold within one document; quote a text that begins with `*`.",
    );
  }

  /** A copy of what the anchor names; `depth` is how deep the alias stands. */
  expand(anchor: string, offset: number, depth: number): Node {
    const node = this.check(anchor, offset);
    if (this.#unfinished.has(node))
      throw new Fault(offset, `anchor '${anchor}' value contains itself`, "Remove the alias.");
    this.#measure(node, depth, offset);
    const total = this.#written + this.#copied;
    const isExcessive = this.#copied > 100 && total > 1000 && this.#copied / total > allowedShare(total);
    if (isExcessive || this.#repeated > MAX_REPEATED) {
      throw new Fault(
        offset,
        "document contains excessive aliasing",
        "Write the repeated parts out, or split the file.",
      );
    }
    return clone(node);
  }

  /** Counts the nodes and the text of a tree that is to stand at `depth`. */
  #measure(node: Node, depth: number, offset: number): void {
    if (depth > MAX_DEPTH) throw new Fault(offset, `nested deeper than ${MAX_DEPTH} levels`);
    this.#copied++;
    if (node.kind === "scalar") this.#repeated += node.value.length;
    else if (node.kind === "seq") for (const item of node.items) this.#measure(item, depth + 1, offset);
    else {
      for (const { key, value } of node.entries) {
        this.#measure(key, depth + 1, offset);
        this.#measure(value, depth + 1, offset);
      }
    }
  }
}

/** How much of a document of `total` nodes may come from aliases: 99% of a small one, 10% of a huge one. */
function allowedShare(total: number): number {
  if (total <= FREE) return 0.99;
  if (total >= STRICT) return 0.1;
  return 0.99 - (0.89 * (total - FREE)) / (STRICT - FREE);
}
