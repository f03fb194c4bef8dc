/** Finds what depends on a path: on the path itself, on something around it, or on something below it. */

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
      let next = node.below.get(name);
      if (next === undefined) node.below.set(name, (next = { values: [], below: new Map() }));
      node = next;
    }
    node.values.push(value);
  }

  /** The values at the path, at each path around it, and at all paths below it. */
  touchedBy(path: string): T[] {
    const found = [...this.#top.values];
    let node = this.#top;
    for (const name of segmentsOf(path)) {
      const next = node.below.get(name);
      if (next === undefined) return found;
      node = next;
      found.push(...node.values);
    }
    const inner = [...node.below.values()];
    for (let next = inner.pop(); next !== undefined; next = inner.pop()) {
      found.push(...next.values);
      inner.push(...next.below.values());
    }
    return found;
  }
}

function segmentsOf(path: string): readonly string[] {
  return path === "/" ? [] : path.slice(1).split("/");
}
