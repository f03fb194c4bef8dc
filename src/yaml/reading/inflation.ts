/**
 * Replaces aliases and merge keys by copies of what they stand for, as kyaml does (docs/specification/yaml-reading.md 1.5).
 */
import { checkTime } from "../../budget/index.ts";
import { ALIAS, failureAt, invalid } from "../nodes/index.ts";
import { checkRoomForNodes, clone, type Entry, type MapNode, type Node, type Source } from "../nodes/node.ts";
import { MAX_DEPTH } from "./nesting.ts";

/**
 * The document without aliases and merge keys. Throws a KrmError `invalid-yaml`.
 * @param targets the anchored nodes, by the offsets of their aliases
 * @param copies whether content is copied as in kyaml: it works from the top down and copies the content of each map first. So
 *   an anchored node in a map stays as it was read until an alias needs it, and a merge key takes over the merge keys of its
 *   maps. Otherwise, merge keys mean what YAML says. Only documents with merge keys show the difference.
 */
export function inflate(root: Node, targets: ReadonlyMap<number, Node>, copies: boolean): Node {
  checkRoomForNodes(copiedNodes(root, targets));
  return new Inflation(targets, copies).node(root, 0, !copies);
}

/**
 * The least number of nodes that the copies of a document have: forty lines of aliases can stand for more than there is memory. Copies
 * share their keys. The values of merge keys are left out, because which of their entries count depends on the map.
 */
function copiedNodes(root: Node, targets: ReadonlyMap<number, Node>): number {
  const anchored = new Set(targets.values());
  /** The nodes of what stands for an anchor, with copies in place of its aliases. */
  const sizes = new Map<Node, number>();
  let count = 0;
  const sizeOf = (node: Node): number => {
    if (node.tag === ALIAS) {
      const target = targets.get(node.offset) as Node;
      const size = sizes.get(target) ?? sizeOf(target);
      count += size;
      return size;
    }
    let size = 1;
    if (node.kind === "seq") for (const item of node.items) size += sizeOf(item);
    else if (node.kind === "map")
      for (const { key, value } of node.entries) if (key.tag !== "!!merge") size += sizeOf(value);
    if (anchored.has(node)) sizes.set(node, size);
    return size;
  };
  sizeOf(root);
  return count;
}

class Inflation {
  readonly #targets: ReadonlyMap<number, Node>;
  readonly #copies: boolean;

  constructor(targets: ReadonlyMap<number, Node>, copies: boolean) {
    this.#targets = targets;
    this.#copies = copies;
  }

  /**
   * Expands a node in place, or returns a copy for an alias.
   * @param isOwn whether no alias needs the parts of the node as they were read, so that they need not be copied
   */
  node(node: Node, depth: number, isOwn: boolean): Node {
    if (depth > MAX_DEPTH) {
      throw invalid(node.source as Source, node.offset, `nested deeper than ${MAX_DEPTH} levels`);
    }
    if (node.tag === ALIAS) return clone(this.node(this.#target(node), depth, !this.#copies));
    if (node.kind === "seq") {
      node.items = node.items.map((item) => this.node(item, depth + 1, isOwn));
    } else if (node.kind === "map") {
      const entries = [...(isOwn ? ownEntries(node) : ownEntries(node).map(copied)), ...this.#merged(node, depth)];
      node.entries = entries.map(({ key, value }) => ({
        key: this.node(key, depth + 1, true),
        value: this.node(value, depth + 1, true),
      }));
    }
    return node;
  }

  #target(alias: Node): Node {
    return this.#targets.get(alias.offset) as Node;
  }

  /** Copies of the entries that a merge key adds to a map: those of earlier maps win. */
  #merged(node: MapNode, depth: number): Entry[] {
    const [merge, another] = node.entries.filter(({ key }) => key.tag === "!!merge");
    if (merge === undefined) return [];
    if (another !== undefined) throw failureAt(another.key, "invalid-yaml", "malformed YAML: duplicate merge key");
    const own = new Set(ownEntries(node).map(({ key }) => textOf(key)));
    // An entry that wins takes the position of the one that it replaces: a Map keeps that.
    const added = new Map<string, Entry>();
    for (const source of this.#sources(merge.value, depth).reverse()) {
      checkTime();
      // Of equal keys in one map, the first counts.
      const seen = new Set<string>();
      for (const entry of source.entries) {
        const name = textOf(entry.key);
        if (!own.has(name) && !seen.has(name)) added.set(name, entry);
        seen.add(name);
      }
    }
    return [...added.values()].map(copied);
  }

  /** The maps in the value of a merge key. */
  #sources(value: Node, depth: number): MapNode[] {
    if (value.kind === "map") {
      // Without copies, anchored maps are expanded already.
      if (!this.#copies) this.node(value, depth + 1, true);
      return [value];
    }
    if (value.kind === "seq" && value.items.every(({ kind }) => kind !== "seq"))
      return value.items.flatMap((item) => this.#sources(item, depth));
    const target = value.tag === ALIAS ? this.#target(value) : undefined;
    if (target?.kind === "map") return [target];
    throw failureAt(
      value,
      "invalid-yaml",
      "malformed YAML: map merge requires map or sequence of maps as the value",
      "Give `<<` a map or a list of maps.",
    );
  }
}

/** The entries of a map without the first that is called `<<`. */
function ownEntries({ entries }: MapNode): readonly Entry[] {
  const at = entries.findIndex(({ key }) => textOf(key) === "<<");
  return at < 0 ? entries : entries.toSpliced(at, 1);
}

function copied({ key, value }: Entry): Entry {
  return { key, value: clone(value) };
}

function textOf(key: Node): string {
  return key.kind === "scalar" ? key.value : "";
}
