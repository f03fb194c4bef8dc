/** Records anchors, and expands aliases into copies or keeps what they stand for. */
import { isHarmless } from "../../text/index.ts";
import { Fault } from "../nodes/index.ts";
import { clone, type Node } from "../nodes/node.ts";
import { MAX_DEPTH } from "./nesting.ts";

/** Documents of up to this many nodes may come from aliases almost entirely; above it, the allowed share shrinks. */
const SHRINKS_FROM = 400_000;
/** From this many nodes on, the allowed share is at its minimum. */
const SHRINKS_TO = 4_000_000;

/**
 * `kept`: they stay in the tree, for `inflate`. `limited`: they may only be a part of a document
 * (docs/specification/model.md 1.1).
 */
export type AliasRule = "kept" | "limited" | "refused";

export class Aliases {
  /** The anchored nodes by the offsets of the aliases that were kept. */
  readonly targets = new Map<number, Node>();
  readonly #anchors = new Map<string, Node>();
  /** Anchored collections that are still being read. */
  readonly #unfinished = new Set<Node>();
  readonly #written: number;
  readonly #rule: AliasRule;
  #copied = 0;

  /** `tokens` is the number of tokens of the document. */
  constructor(tokens: number, rule: AliasRule) {
    this.#written = tokens / 2;
    this.#rule = rule;
  }

  /** Records that `node` has an anchor. */
  define(anchor: string, node: Node): void {
    this.#anchors.set(anchor, node);
    if (node.kind !== "scalar") this.#unfinished.add(node);
  }

  /** Call this when a collection is complete. */
  close(node: Node): void {
    if (this.#unfinished.size > 0) this.#unfinished.delete(node);
  }

  /** The node with this anchor. Throws a {@link Fault} if there is none. */
  check(anchor: string, offset: number): Node {
    const node = this.#anchors.get(anchor);
    if (node !== undefined) return node;
    // The message does not quote the name: it may be an unquoted password that starts with `*`.
    throw new Fault(
      offset,
      "unknown anchor referenced",
      "Define the anchor in the same document, or quote a text that begins with `*`.",
    );
  }

  /** A copy of the node with this anchor. `depth` is the nesting depth of the alias. Throws a {@link Fault}. */
  expand(anchor: string, offset: number, depth: number): Node {
    if (this.#rule === "refused") {
      throw new Fault(offset, "this document must not contain aliases", "Write out what the alias stands for.");
    }
    const node = this.#complete(anchor, offset);
    this.#measure(node, depth, offset);
    const total = this.#written + this.#copied;
    if (this.#rule === "limited" && this.#copied > 100 && total > 1000 && this.#copied / total > allowedShare(total)) {
      throw new Fault(
        offset,
        "document contains excessive aliasing",
        "Write out the repeated parts, or split the file.",
      );
    }
    return clone(node);
  }

  /** Records which node an alias that stays in the tree stands for. Throws a {@link Fault}. */
  keep(alias: Node, anchor: string, offset: number): void {
    this.targets.set(alias.offset, this.#complete(anchor, offset));
  }

  /** The node with this anchor. Throws a {@link Fault} within that node. */
  #complete(anchor: string, offset: number): Node {
    const node = this.check(anchor, offset);
    if (!this.#unfinished.has(node)) return node;
    throw new Fault(
      offset,
      `${isHarmless(anchor) ? `anchor '${anchor}' value` : "the value of an anchor"} contains itself`,
      "Remove the alias.",
    );
  }

  /** Adds up the nodes of a tree that is copied to `depth`. */
  #measure(node: Node, depth: number, offset: number): void {
    if (depth > MAX_DEPTH) throw new Fault(offset, `nested deeper than ${MAX_DEPTH} levels`);
    this.#copied++;
    if (node.kind === "seq") for (const item of node.items) this.#measure(item, depth + 1, offset);
    else if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        this.#measure(key, depth + 1, offset);
        this.#measure(value, depth + 1, offset);
      }
    }
  }
}

/** How much of a document of `total` nodes may come from aliases: 99% of a small one, 10% of a huge one. */
function allowedShare(total: number): number {
  if (total <= SHRINKS_FROM) return 0.99;
  if (total >= SHRINKS_TO) return 0.1;
  return 0.99 - (0.89 * (total - SHRINKS_FROM)) / (SHRINKS_TO - SHRINKS_FROM);
}
