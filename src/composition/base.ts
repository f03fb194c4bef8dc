/** The files that the paths of one composition may lead to. Looking a path up takes the same time for any number of imports. */
import { posix } from "node:path";
import type { CompositionRoot } from "./consolidated.ts";

export interface Base<Root> {
  /** The directory of the composition. */
  readonly root: Root;
  /** The directory, or a further one that paths may lead below, by its path from the composition. */
  named(directory: string): Root | undefined;
  /** Tells whether a path lies in or below one of the directories. @param path absolute within the tree of the composition */
  holds(path: string): boolean;
}

/** @param others further directories that paths of the composition may lead below */
export function baseOf<Root extends CompositionRoot<Root>>(root: Root, others: readonly Root[] = []): Base<Root> {
  const all = [...others.toReversed(), root];
  const paths = new Set(all.flatMap(({ tree, path }) => (tree === root.tree ? [path] : [])));
  let byName: ReadonlyMap<string, Root> | undefined;
  return {
    root,
    named(directory) {
      byName ??= new Map(all.map((each) => [root.pathOf(each, "."), each]));
      return byName.get(directory);
    },
    holds(path) {
      for (let at = path; ; at = posix.dirname(at)) {
        if (paths.has(at)) return true;
        if (at === "/") return false;
      }
    },
  };
}
