/** Joins keys that mean the same. */
export class Unions {
  readonly #parents = new Map<string, string>();

  /** The key that stands for all that were joined with this one. */
  find(key: string): string {
    let root = key;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next;
    // Later searches take one step.
    let at = key;
    while (at !== root) {
      const next = this.#parents.get(at) as string;
      this.#parents.set(at, root);
      at = next;
    }
    return root;
  }

  join(a: string, b: string): void {
    const [left, right] = [this.find(a), this.find(b)];
    if (left !== right) this.#parents.set(right, left);
  }
}
