/** Repositories on other machines, and the keys of directories in them; docs/specification/remote-sources.md 3. */
import { posix } from "node:path";
import { failure, type Location } from "../../diagnostics.ts";
import { type GitUrl, shownAddress } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";

/** A commit of a repository elsewhere, with a root in it. */
export interface Clone {
  /** The reference as it is written. */
  readonly address: string;
  readonly url: GitUrl;
  readonly sha: string;
}

/**
 * Finds the directory that an address names in the tree of its repository.
 * @returns its path, absolute within the tree and free of symlinks
 * @throws KrmError `not-a-directory`
 */
export async function directoryOf({ address, url, sha }: Clone, tree: Tree, location: Location): Promise<string> {
  const located = await tree.lookup(posix.resolve("/", url.path));
  if (located?.type === "directory") return located.path;
  const problem = located === undefined ? "does not exist" : "is not a directory";
  throw failure("not-a-directory", `${shownAddress(address)} ${problem} in that repository (${sha.slice(0, 7)})`, {
    ...location,
    hint: "Correct the path. Two slashes mark the end of the repository: https://host/repository//path?ref=v1.",
  });
}

/** The key of a path: different for different trees; begins with the key of every directory around it. */
export function keyOf(path: string, clone: Clone | undefined): string {
  if (clone === undefined) return path;
  const { url, sha } = clone;
  const top = `${url.repository}@${sha}${url.submodules ? "" : " without submodules"}:`;
  return path === "/" ? top : top + path;
}

/** The path of a key. */
export function pathOf(key: string, clone: Clone | undefined): string {
  return clone === undefined ? key : key.slice(keyOf("/", clone).length) || "/";
}
