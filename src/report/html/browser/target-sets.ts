/** The sets of targets that rows have, as the list at the end of the page holds them. */

/** The first and the last position of each run of targets. */
type Runs = readonly (readonly [number, number])[];

export class TargetSets {
  readonly #sets = new Map<string, Runs>();

  constructor() {
    for (const { id, dataset } of document.querySelectorAll<HTMLElement>(".s > li")) {
      const runs = (dataset["p"] ?? "").split(" ").flatMap((part) => {
        const [first = 0, last = first] = part.split("-").map(Number);
        return part === "" ? [] : [[first, last] as const];
      });
      this.#sets.set(id.slice(1), runs);
    }
  }

  /** The positions of the targets of a set. */
  *positions(set: string): Generator<number, void> {
    for (const [first, last] of this.#sets.get(set) ?? []) for (let at = first; at <= last; at++) yield at;
  }

  /** The sets that hold one of some targets. */
  having(wanted: ReadonlySet<number>): ReadonlySet<string> {
    const found = new Set<string>();
    for (const set of this.#sets.keys()) {
      for (const position of this.positions(set)) {
        if (!wanted.has(position)) continue;
        found.add(set);
        break;
      }
    }
    return found;
  }
}
