/**
 * Names targets: a target is a directory with a kustomization file or a composition, and its name is the path from the top of the
 * tree.
 */
import { posix } from "node:path";
import { COMPOSITION_FILE_NAMES, compositionIn } from "../documents/index.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";

/** The directory of a target, absolute within the tree: `/apps/web` for `apps/web`, and `/` for `.`. */
export function directoryOfTarget(target: string): string {
  return target === "." ? "/" : `/${target}`;
}

/** The inverse of {@link directoryOfTarget}. */
export function targetOfDirectory(directory: string): string {
  return directory === "/" ? "." : directory.slice(1);
}

/**
 * Tells whether a directory of the tree holds a kustomization file or a composition. A kustomization file that cannot be read, such
 * as a dangling link, counts, so that its target fails instead of being absent.
 * @param directory absolute within the tree
 */
export async function holdsKustomization(tree: Tree, directory: string): Promise<boolean> {
  const located = await tree.lookup(directory);
  if (located?.type !== "directory") return false;
  // Looking up a name is much cheaper than listing the directory.
  for (const name of KUSTOMIZATION_FILE_NAMES) {
    if ((await tree.lookup(directory === "/" ? `/${name}` : `${directory}/${name}`))?.type === "file") return true;
  }
  const entries = await tree.list(located.path);
  if (entries.some((entry) => entry.type !== "directory" && KUSTOMIZATION_FILE_NAMES.includes(entry.name))) return true;
  for (const { name, type } of entries) {
    if (type !== "file" || !COMPOSITION_FILE_NAMES.includes(name)) continue;
    const path = posix.join(located.path, name);
    if (compositionIn(await tree.read(path), tree.display(path)) !== undefined) return true;
  }
  return false;
}
