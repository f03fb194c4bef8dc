/** Paths of a tree: POSIX, absolute, normalised. See {@link import("./tree.ts").Tree}. */

/** The directory that contains `path`. The parent of the top is the top. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

/** The last segment of `path`. Empty for the top. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of the entry `name` of `directory`. */
export function childOf(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** The default form of a path in messages: relative to the top of the tree, `.` for the top itself. */
export function relativeToTop(path: string): string {
  return path === "/" ? "." : path.slice(1);
}

/** PATH_MAX of Linux. In any tree, lookups of longer paths find nothing. */
export const MAX_PATH_LENGTH = 4096;

const UNNORMALISED = /^(?!\/)|\/(?:\.{0,2}\/|\.{1,2}$)|.\/$/s;

/**
 * Every tree checks its paths. A path that is not normalised is an error of the caller, and one with `..` would lead out of
 * a tree on disk.
 * @throws TypeError
 */
export function assertNormalised(path: string): void {
  if (UNNORMALISED.test(path)) throw new TypeError(`not a normalised absolute path: ${JSON.stringify(path)}`);
}
