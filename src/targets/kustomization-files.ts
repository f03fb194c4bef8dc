/** Finds every directory of a tree that holds a kustomization file. */
import { posix } from "node:path";
import { KUSTOMIZATION_FILE_NAMES } from "../build/index.ts";
import { compareBytewise, type Tree } from "../sources/index.ts";

/** Where nobody keeps configuration of their own. */
const SKIPPED_DIRECTORIES: readonly string[] = [".git", "node_modules"];

/**
 * The directories that hold a kustomization file, absolute within the tree and sorted, each with the names of its
 * kustomization files. Directories that are symbolic links are not entered: what they point to is found at its own path,
 * or is outside the tree.
 */
export async function findKustomizationFiles(tree: Tree): Promise<ReadonlyMap<string, readonly string[]>> {
  const found: [directory: string, files: readonly string[]][] = [];

  // Level by level, so that a disk has many requests to work on.
  let level = ["/"];
  while (level.length > 0) {
    const visits = await Promise.all(level.map((directory) => visit(tree, directory)));
    for (const { directory, files } of visits) if (files.length > 0) found.push([directory, files]);
    level = visits.flatMap(({ subdirectories }) => subdirectories);
  }
  return new Map(found.sort(([a], [b]) => compareBytewise(a, b)));
}

async function visit(tree: Tree, directory: string) {
  const files: string[] = [];
  const candidates: string[] = [];
  for (const { name, type } of await tree.list(directory)) {
    if (type !== "directory") {
      // `other` included: a kustomization file that is a dangling link has to fail, not to vanish.
      if (KUSTOMIZATION_FILE_NAMES.includes(name)) files.push(name);
    } else if (!SKIPPED_DIRECTORIES.includes(name)) {
      candidates.push(posix.join(directory, name));
    }
  }
  const located = await Promise.all(candidates.map((path) => tree.lookup(path)));
  const subdirectories = candidates.filter((path, index) => located[index]?.path === path);
  return { directory, files, subdirectories };
}
