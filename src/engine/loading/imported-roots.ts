/** How a root names, and finds, what lies in the directories of the compositions that it imports. */
import { posix } from "node:path";
import type { GitUrl } from "../../sources/index.ts";
import { type Clone, keyOf } from "./clone.ts";
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

/** The directories of the compositions that one composition imports. Looking one up takes the same time for any number. */
export class ImportedRoots<Root extends Place> {
  readonly #keys: ReadonlySet<string>;
  /** The roots of other repositories, by their repositories and their paths in these. */
  readonly #elsewhere = new Map<string, Map<string, Root>>();

  constructor(roots: readonly Root[]) {
    this.#keys = new Set(roots.map(({ path, clone }) => keyOf(path, clone)));
    for (const root of roots) {
      if (root.clone === undefined) continue;
      const repository = repositoryOf(root.clone.url);
      const known = this.#elsewhere.get(repository);
      if (known === undefined) this.#elsewhere.set(repository, new Map([[root.path, root]]));
      else known.set(root.path, root);
    }
  }

  /** Tells whether a path lies in or below one of them. @param path absolute within its tree @param clone what it is in */
  hold(path: string, clone: Clone | undefined): boolean {
    return this.#keys.size > 0 && outwards(path).some((at) => this.#keys.has(keyOf(at, clone)));
  }

  /** Finds the root that an address leads into, and the path from there. Undefined for all other paths. */
  found(address: string): { readonly root: Root; readonly path: string } | undefined {
    if (this.#elsewhere.size === 0) return undefined;
    const url = parseGitReference(address);
    const roots = url && this.#elsewhere.get(repositoryOf(url));
    if (url === undefined || roots === undefined) return undefined;
    const target = posix.resolve("/", url.path);
    const around = outwards(target).find((at) => roots.has(at));
    // The first one says what is wrong with a path that lies in none of them.
    const root = roots.get(around ?? "") ?? [...roots.values()][0];
    return root && { root, path: posix.relative(root.path, target) || "." };
  }
}

function repositoryOf({ repository, ref, submodules }: GitUrl): string {
  return JSON.stringify([repository, ref, submodules]);
}

/** A path and the directories around it, from inside to outside. */
function outwards(path: string): readonly string[] {
  const all = [path];
  for (let at = path; at !== "/"; ) all.push((at = posix.dirname(at)));
  return all;
}
