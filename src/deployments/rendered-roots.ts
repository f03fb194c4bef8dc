/** The roots of a cluster that a deployment renders: what it patches and substitutes into them counts, and they are its children. */
export class RenderedRoots {
  readonly #by = new Map<string, string>();

  has(id: string): boolean {
    return this.#by.has(id);
  }

  /**
   * Keeps that a deployment renders a root. Where roots render one another in a circle, the first stays one.
   * @param parentOf the deployments that print others, as far as the walk went
   * @returns whether it was not known
   */
  note(id: string, by: string, parentOf: (id: string) => string | undefined): boolean {
    if (this.#by.has(id)) return false;
    for (let at: string | undefined = by; at !== undefined; at = this.#by.get(at) ?? parentOf(at))
      if (at === id) return false;
    this.#by.set(id, by);
    return true;
  }
}
