/** Finds what depends on a path: on the path itself, on something around it, or on something below it. */
import { getOrInsert } from "../collections.ts";

interface Node<T> {
  readonly values: T[];
  readonly below: Map<string, Node<T>>;
}

/** Values by paths, which are absolute and normalised. */
export class PathIndex<T> {
  readonly #top: Node<T> = { values: [], below: new Map() };

  add(path: string, value: T): void {
    let node = this.#top;
    for (const name of segmentsOf(path)) {
      node = getOrInsert(node.below, name, (): Node<T> => ({ values: [], below: new Map() }));
    }
    node.values.push(value);
  }

  /**
   * The values at the path, at each path around it, and at all paths below it.
   * @param isWanted asked about all values of one path together, which are left out if it returns false
   */
  touchedBy(path: string, isWanted: (values: readonly T[]) => boolean = () => true): T[] {
    const found: T[] = [];
    // There may be more values than a call can have arguments.
    const take = ({ values }: Node<T>): void => {
      if (values.length > 0 && isWanted(values)) for (const value of values) found.push(value);
    };
    let node = this.#top;
    take(node);
    for (const name of segmentsOf(path)) {
      const next = node.below.get(name);
      if (next === undefined) return found;
      node = next;
      take(node);
    }
    const inner = [...node.below.values()];
    for (let next = inner.pop(); next !== undefined; next = inner.pop()) {
      take(next);
      for (const below of next.below.values()) inner.push(below);
    }
    return found;
  }
}

function segmentsOf(path: string): readonly string[] {
  return path === "/" ? [] : path.slice(1).split("/");
}
