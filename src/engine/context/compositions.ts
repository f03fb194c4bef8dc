/** Consolidates each composition of a tree once, if several builds include it. */
import type { Consolidated, Entry } from "../../composition/index.ts";
import type { Root } from "../loading/index.ts";

/** A consolidated composition, and whether other builds may use it. */
export interface Consolidation {
  readonly consolidated: Consolidated<Root>;
  /** False if a part of it was built, which depends on the state of the build. */
  readonly isShared: boolean;
}

export class Compositions {
  readonly #kept = new Map<string, Promise<Consolidation>>();

  /** Forgets all compositions. */
  release(): void {
    this.#kept.clear();
  }

  /** @param consolidate does the work, for this build alone */
  async of(root: Root, consolidate: () => Promise<Consolidation>): Promise<Consolidated<Root>> {
    const kept = this.#kept.get(root.key);
    if (kept === undefined) {
      const work = consolidate();
      this.#kept.set(root.key, work);
      const forget = (): void => void this.#kept.delete(root.key);
      const { consolidated } = await work.then(
        (done) => {
          if (!done.isShared) forget();
          return done;
        },
        (thrown: unknown) => {
          forget();
          throw thrown;
        },
      );
      return consolidated;
    }
    // An error can be about the build that asked first: its entry, or its budget.
    const found = await kept.catch(() => undefined);
    if (found === undefined || !found.isShared) return (await consolidate()).consolidated;
    return inBuildOf(root, found.consolidated);
  }
}

/** The same composition, read by the budget and the rules of another build. */
function inBuildOf(root: Root, consolidated: Consolidated<Root>): Consolidated<Root> {
  const moved = new Map<Root, Root>();
  const move = (one: Root): Root => {
    let found = moved.get(one);
    if (found === undefined) moved.set(one, (found = one.inBuildOf(root)));
    return found;
  };
  const entries = consolidated.entries.map((entry): Entry<Root> => ({ ...entry, root: move(entry.root) }));
  return { ...consolidated, entries, imported: consolidated.imported.map(move) };
}
