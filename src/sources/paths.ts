/** Paths of a tree: POSIX, absolute, normalised. See {@link import("./tree.ts").Tree}. */

/** The directory that holds `path`; the top's parent is the top. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

/** The last segment of `path`; empty for the top. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of the entry `name` of `directory`. */
export function childOf(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** How a path is shown where nobody says otherwise: relative to the top of the tree, `.` for the top itself. */
export function relativeToTop(path: string): string {
  return path === "/" ? "." : path.slice(1);
}

/** The longest path that the system takes (PATH_MAX of Linux); nothing is found at a longer one, in any tree. */
export const MAX_PATH_LENGTH = 4096;

const UNNORMALISED = /^(?!\/)|\/(?:\.{0,2}\/|\.{1,2}$)|.\/$/s;

/**
 * Guards the door of every tree. A path that is not normalised is a defect of the caller, and one with `..` in it
 * would lead out of a tree on disk, so it is refused loudly.
 */
export function assertNormalised(path: string): void {
  if (UNNORMALISED.test(path)) throw new TypeError(`not a normalised absolute path: ${JSON.stringify(path)}`);
}
