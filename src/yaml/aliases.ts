/** Anchors, and the copies that aliases stand for. */
import { Fault } from "./fault.ts";
import { clone, type Node } from "./node.ts";
import { MAX_DEPTH } from "./scanner.ts";

/** From here on the share of a document that aliases may make up shrinks, and here it is at its least. */
const FREE = 400_000;
const STRICT = 4_000_000;

export class Aliases {
  private readonly anchors = new Map<string, Node>();
  /** Anchored collections that are still being read. */
  private readonly unfinished = new Set<Node>();
  private readonly written: number;
  private copied = 0;

  /** `tokens`: the size of the document as written. */
  constructor(tokens: number) {
    this.written = tokens / 2;
  }

  define(anchor: string, node: Node): void {
    this.anchors.set(anchor, node);
    if (node.kind !== "scalar") this.unfinished.add(node);
  }

  /** To be called when a collection is complete. */
  close(node: Node): void {
    if (this.unfinished.size > 0) this.unfinished.delete(node);
  }

  /** A copy of what the anchor names; `depth` is how deep the alias stands. */
  expand(anchor: string, offset: number, depth: number): Node {
    const node = this.anchors.get(anchor);
    if (node === undefined) {
      // The name is not told: it may be a password that begins with `*` and was not quoted.
      throw new Fault(
        offset,
        "unknown anchor referenced",
        "Anchors hold within one document; quote a text that begins with `*`.",
      );
    }
    if (this.unfinished.has(node)) throw new Fault(offset, `anchor '${anchor}' value contains itself`);
    this.copied += measure(node, depth, offset);
    const total = this.written + this.copied;
    if (this.copied > 100 && total > 1000 && this.copied / total > allowedShare(total)) {
      throw new Fault(
        offset,
        "document contains excessive aliasing",
        "Write the repeated parts out, or split the file.",
      );
    }
    return clone(node);
  }
}

/** How much of a document of `total` nodes may come from aliases: 99% of a small one, 10% of a huge one. */
function allowedShare(total: number): number {
  if (total <= FREE) return 0.99;
  if (total >= STRICT) return 0.1;
  return 0.99 - (0.89 * (total - FREE)) / (STRICT - FREE);
}

/** The number of nodes in a tree that is to stand at `depth`. */
function measure(node: Node, depth: number, offset: number): number {
  if (depth > MAX_DEPTH) throw new Fault(offset, `nested deeper than ${MAX_DEPTH} levels`);
  let size = 1;
  if (node.kind === "seq") for (const item of node.items) size += measure(item, depth + 1, offset);
  if (node.kind === "map") {
    for (const { key, value } of node.entries) {
      size += measure(key, depth + 1, offset) + measure(value, depth + 1, offset);
    }
  }
  return size;
}
