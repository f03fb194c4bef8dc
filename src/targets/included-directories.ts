/** The directories that a kustomization or a composition includes: the targets are chosen by them. */
import { posix } from "node:path";
import { COMPOSITION_FILE_NAMES } from "../documents/index.ts";
import { isRemote } from "../engine/index.ts";
import type { Located, Tree } from "../sources/tree.ts";
import type { NamedSource } from "./named-sources.ts";
import { RootFiles } from "./root-files.ts";

/** The references of one kustomization or composition. */
export interface References {
  /** The names of the files that may be kustomizations or compositions, as {@link readReferences} gets them. */
  readonly names: readonly string[];
  /** A component is never a target: it changes the objects of the kustomization that includes it. */
  readonly isComponent: boolean;
  /** The directories that it includes, absolute within the tree and free of symlinks. */
  readonly directories: readonly string[];
  /** The sources on other machines that it names, as they are written, if {@link RootFiles} finds them. */
  readonly sources: readonly NamedSource[];
}

/**
 * Reads the kustomization files of a directory, or its compositions if it has none. Several files all count, because only the
 * build refuses them. A file that cannot be read or parsed includes nothing, nor does one that exceeds the limits.
 * @param names the names of the files
 * @returns undefined if the directory has no kustomization, and its composition.yaml is about something else
 */
export async function readReferences(
  tree: Tree,
  directory: string,
  names: readonly string[],
  files: RootFiles = new RootFiles(),
): Promise<References | undefined> {
  const kustomizations = names.filter((name) => !COMPOSITION_FILE_NAMES.includes(name));
  const directories = new Set<string>();
  const sources: NamedSource[] = [];
  let isComponent = false;
  let isOurs = kustomizations.length > 0;
  for (const name of isOurs ? kustomizations : names) {
    const file = await files.file(tree, posix.join(directory, name), RootFiles.roleOf(name));
    if (file === undefined || !file.isOurs) continue;
    isOurs = true;
    isComponent ||= file.isComponent;
    sources.push(...file.sources);
    await addDirectories(file.includes, tree, directory, directories);
    for (const entry of file.entries) {
      const located = await lookUp(entry, tree, directory);
      const inner = located?.type === "file" ? await files.file(tree, located.path, "entries") : undefined;
      sources.push(...(inner?.sources ?? []));
      await addDirectories(inner?.includes ?? [entry], tree, directory, directories);
    }
  }
  return isOurs ? { names, isComponent, directories: [...directories], sources } : undefined;
}

/** Adds the directories among some paths, and those of compositions that are named by their files. */
async function addDirectories(
  paths: readonly string[],
  tree: Tree,
  directory: string,
  directories: Set<string>,
): Promise<void> {
  for (const path of paths) {
    const located = await lookUp(path, tree, directory);
    if (located?.type === "directory") directories.add(located.path);
    else if (located !== undefined && COMPOSITION_FILE_NAMES.includes(posix.basename(path))) {
      directories.add(posix.dirname(located.path));
    }
  }
}

async function lookUp(path: string, tree: Tree, directory: string): Promise<Located | undefined> {
  const resolved = resolvedFrom(directory, path);
  return resolved === undefined ? undefined : tree.lookup(resolved);
}

/** The path in the tree that a file in a directory names; undefined for addresses, and above the top, which builds refuse. */
export function resolvedFrom(directory: string, path: string): string | undefined {
  if (isRemote(path)) return undefined;
  if (path.startsWith("/")) return posix.resolve(path);
  const relative = posix.join(directory.slice(1), path);
  if (relative === ".." || relative.startsWith("../")) return undefined;
  return relative === "." || relative === "./" ? "/" : `/${relative.replace(/\/$/, "")}`;
}
