/** Finds every directory of a tree that holds a kustomization file, or a file with the name of a composition. */
import { posix } from "node:path";
import { failure } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES } from "../documents/index.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import type { Tree, TreeEntry } from "../sources/index.ts";
import { compareBytewise } from "../text/index.ts";

/**
 * Large repositories have tens of thousands of directories. A malicious one can have any number at no cost, because in git a
 * directory can refer to one tree many times, on each of many levels.
 */
const MAX_DIRECTORIES = 200_000;

type Found = [directory: string, files: readonly string[]];

/** A directory with a file of one of these names may be a target. */
export const TARGET_FILE_NAMES: ReadonlySet<string> = new Set([...KUSTOMIZATION_FILE_NAMES, ...COMPOSITION_FILE_NAMES]);

/** Directories without configuration of the repository's own. */
const SKIPPED_DIRECTORIES: readonly string[] = [".git", "node_modules"];

/**
 * Go copies the modules that a module or a workspace needs here, and lists them in a file. Without both files, a directory of this
 * name is the repository's own.
 */
const GO_VENDOR = { name: "vendor", beside: ["go.mod", "go.work"], list: "modules.txt" };

/**
 * The directories that hold a kustomization file or a file named composition.yaml, absolute within the tree and sorted, each
 * with the names of these files, except for files that git ignores. Does not enter symbolic links: their targets are found at their
 * own paths, or are outside the tree.
 * @throws KrmError `too-many-directories`
 */
export async function findKustomizationFiles(tree: Tree): Promise<ReadonlyMap<string, readonly string[]>> {
  const found: Found[] = [];

  // Level by level, so that many directories are listed at the same time.
  let level = ["/"];
  let count = 0;
  const enter = () => {
    if (++count > MAX_DIRECTORIES) throw tooMany(tree);
  };
  while (level.length > 0) {
    const visits = await Promise.all(level.map((directory) => visit(tree, directory, enter)));
    for (const { directory, files } of visits) if (files.length > 0) found.push([directory, files]);
    level = visits.flatMap(({ subdirectories }) => subdirectories);
  }
  const kept = await withoutIgnored(tree, found);
  await tree.prefetch?.(kept.flatMap(pathsOf));
  return new Map(kept.sort(([a], [b]) => compareBytewise(a, b)));
}

function pathsOf([directory, files]: Found): string[] {
  return files.map((file) => posix.join(directory, file));
}

/** Generated files that git ignores are not the repository's. A user can still name them as targets. */
async function withoutIgnored(tree: Tree, found: readonly Found[]): Promise<Found[]> {
  const ignored = await tree.ignored?.(found.flatMap(pathsOf));
  if (ignored === undefined || ignored.size === 0) return [...found];
  return found.flatMap(([directory, files]): Found[] => {
    const kept = files.filter((file) => !ignored.has(posix.join(directory, file)));
    return kept.length === 0 ? [] : [[directory, kept]];
  });
}

function tooMany(tree: Tree): Error {
  return failure("too-many-directories", `there are more than ${MAX_DIRECTORIES} directories in ${tree.label}`, {
    hint: "Name the targets, so that krm-render does not search for them.",
  });
}

async function visit(tree: Tree, directory: string, enter: () => void) {
  const entries = await tree.list(directory);
  const files: string[] = [];
  const candidates: string[] = [];
  for (const { name, type } of entries) {
    if (type !== "directory") {
      // `other` included: a dangling link by this name has to fail, not to be skipped.
      if (TARGET_FILE_NAMES.has(name)) files.push(name);
    } else if (!SKIPPED_DIRECTORIES.includes(name) && !(await isGoVendor(tree, directory, name, entries))) {
      enter();
      candidates.push(posix.join(directory, name));
    }
  }
  const located = await Promise.all(candidates.map((path) => tree.lookup(path)));
  const subdirectories = candidates.filter((path, index) => located[index]?.path === path);
  return { directory, files, subdirectories };
}

async function isGoVendor(tree: Tree, parent: string, name: string, beside: readonly TreeEntry[]): Promise<boolean> {
  if (name !== GO_VENDOR.name || !beside.some((entry) => isFile(entry, GO_VENDOR.beside))) return false;
  const entries = await tree.list(posix.join(parent, name));
  return entries.some((entry) => isFile(entry, [GO_VENDOR.list]));
}

function isFile({ name, type }: TreeEntry, names: readonly string[]): boolean {
  return type === "file" && names.includes(name);
}
