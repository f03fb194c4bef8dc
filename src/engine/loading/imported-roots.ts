/** How a root names, and finds, what lies in the directories of the compositions that it imports. */
import { posix } from "node:path";
import type { GitUrl } from "../../sources/index.ts";
import { type Clone, keyOf } from "./clone.ts";
import { contains } from "./paths.ts";
import { isRemote, parseGitReference } from "./remote-references.ts";

/** A directory of a tree. */
export interface Place {
  /** Absolute within the tree. */
  readonly path: string;
  /** The commit elsewhere that the directory is in; undefined in the tree of the build itself. */
  readonly clone: Clone | undefined;
}

/** The path by which `here` names what `from` names by `path`: relative in one tree, an address for another repository. */
export function pathBetween(here: Place, from: Place, path: string): string {
  const isSameTree = keyOf("/", here.clone) === keyOf("/", from.clone);
  if (path === "" || isRemote(path) || (isSameTree && here.path === from.path)) return path;
  // An absolute path begins at the top of the repository.
  if (from.clone !== undefined && !isSameTree) return addressWithin(from.clone.url, posix.resolve(from.path, path));
  if (path.startsWith("/")) return path;
  // A path that leaves the tree still does so after this.
  const relative = posix.join(posix.relative(here.path, from.path), path);
  return isRemote(relative) ? `./${relative}` : relative;
}

function addressWithin({ repository, ref, submodules }: GitUrl, path: string): string {
  const query = [...(ref === undefined ? [] : [`ref=${ref}`]), ...(submodules ? [] : ["submodules=false"])].join("&");
  return `${repository}//${path.slice(1)}${query === "" ? "" : `?${query}`}`;
}

/** Finds the root that an address leads into, and the path from there. Undefined for all other paths. */
export function foundWithin<Root extends Place>(
  others: readonly Root[],
  address: string,
): { readonly root: Root; readonly path: string } | undefined {
  if (others.every(({ clone }) => clone === undefined)) return undefined;
  const url = parseGitReference(address);
  if (url === undefined) return undefined;
  const target = posix.resolve("/", url.path);
  const inClone = others.filter(({ clone }) => clone !== undefined && isSameRepository(clone.url, url));
  const root = inClone.find(({ path }) => contains(path, target)) ?? inClone[0];
  return root && { root, path: posix.relative(root.path, target) || "." };
}

function isSameRepository(one: GitUrl, other: GitUrl): boolean {
  return one.repository === other.repository && one.ref === other.ref && one.submodules === other.submodules;
}
