/** Tells which files and directories the deployments that were found take in. */
import { getOrInsert } from "../collections.ts";
import type { ClusterSearch } from "./cluster-search.ts";
import { type Deployment, isKustomize } from "./flux/index.ts";
import type { PrintedObject } from "./objects/index.ts";
import type { BuildReach } from "./reach/index.ts";

/** A file or a directory whose objects nobody may render. */
export interface Entry {
  /** Absolute within the tree. */
  readonly path: string;
  /** The objects of a file; undefined for a directory, which has to be built. */
  readonly objects: readonly PrintedObject[] | undefined;
}

/** Tells what the deployments of all clusters take in. */
export function coverage(clusters: readonly ClusterSearch[], reach: BuildReach) {
  /** The files of the roots of the deployments that build a directory. */
  const directories = new Map<string, Set<string>>();
  for (const { deployments } of clusters) {
    for (const { recipe, id } of deployments.values())
      if (isKustomize(recipe))
        getOrInsert(directories, recipe.directory, () => new Set<string>()).add(rootFileOf(id, deployments));
  }
  function* around({ path, objects }: Pick<Entry, "path" | "objects">): Iterable<string> {
    if (objects === undefined && directories.has(path)) yield path;
    for (const directory of reach.generatedAround(path)) if (directories.has(directory)) yield directory;
  }
  const isCovered = (entry: Pick<Entry, "path" | "objects">): boolean => !around(entry)[Symbol.iterator]().next().done;
  return {
    directory: (path: string): boolean => isCovered({ path, objects: undefined }),
    entry: isCovered,
    rootsAround: (entry: Entry): ReadonlySet<string> =>
      new Set([...around(entry)].flatMap((directory) => [...(directories.get(directory) ?? [])])),
  };
}

/** The file of the root that a deployment comes from. */
function rootFileOf(id: string, deployments: ReadonlyMap<string, Deployment>): string {
  const seen = new Set<string>();
  let at = deployments.get(id);
  for (let parent = at?.origin.parent; parent !== undefined && !seen.has(parent); parent = at?.origin.parent) {
    seen.add(parent);
    at = deployments.get(parent) ?? at;
  }
  return at?.origin.location.file ?? "";
}
