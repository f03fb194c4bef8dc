/** A target is a directory that holds a kustomization file, named by its path from the top of its tree. */
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";

/** `apps/web` as a directory of a tree: `/apps/web`; `.` is the top. */
export function directoryOfTarget(target: string): string {
  return target === "." ? "/" : `/${target}`;
}

/** The inverse of {@link directoryOfTarget}. */
export function targetOfDirectory(directory: string): string {
  return directory === "/" ? "." : directory.slice(1);
}

/**
 * Whether a directory of the tree holds a kustomization file. A file that cannot be read, such as a dangling link, counts:
 * its target has to fail and not to vanish.
 * @param directory absolute within the tree
 */
export async function holdsKustomization(tree: Tree, directory: string): Promise<boolean> {
  const located = await tree.lookup(directory);
  if (located?.type !== "directory") return false;
  // A look at a name costs much less than a list of all of them.
  for (const name of KUSTOMIZATION_FILE_NAMES) {
    if ((await tree.lookup(directory === "/" ? `/${name}` : `${directory}/${name}`))?.type === "file") return true;
  }
  const entries = await tree.list(located.path);
  return entries.some((entry) => entry.type !== "directory" && KUSTOMIZATION_FILE_NAMES.includes(entry.name));
}
