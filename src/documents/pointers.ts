/** Finds the nodes that the JSON pointers of the validator mean. */
import { pointerSteps } from "../text/index.ts";
import type { Entry, MapNode, Node } from "../yaml/nodes/node.ts";

export type Path = readonly (string | number)[];

/** A value of a document, and where it stands. */
export interface Place {
  readonly path: Path;
  readonly node: Node;
  /** The mapping that holds it, and its key there; undefined for the document and for elements of lists. */
  readonly parent: MapNode | undefined;
  readonly key: Node | undefined;
}

export class Pointers {
  readonly #root: MapNode;
  /** The entries of the mappings that were searched. */
  readonly #entries = new Map<MapNode, ReadonlyMap<string, Entry>>();

  constructor(root: MapNode) {
    this.#root = root;
  }

  /** The value that a pointer means, or the deepest one on the way to it. */
  find(pointer: string): Place {
    const path: (string | number)[] = [];
    let [node, parent, key]: [Node, MapNode | undefined, Node | undefined] = [this.#root, undefined, undefined];
    for (const name of pointerSteps(pointer)) {
      if (node.kind === "seq") {
        path.push(Number(name));
        [node, parent, key] = [node.items[Number(name)] ?? node, undefined, undefined];
      } else if (node.kind === "map") {
        path.push(name);
        const entry = this.entry(node, name);
        [node, parent, key] = [entry?.value ?? node, node, entry?.key];
      }
    }
    return { path, node, parent, key };
  }

  /** The entry of a mapping with this key. Of several the last one counts, as for the validator. */
  entry(node: MapNode, name: string): Entry | undefined {
    let entries = this.#entries.get(node);
    if (entries === undefined) {
      entries = new Map(node.entries.map((entry) => [entry.key.kind === "scalar" ? entry.key.value : "", entry]));
      this.#entries.set(node, entries);
    }
    return entries.get(name);
  }
}
