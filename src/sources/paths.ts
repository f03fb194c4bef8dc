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

/** Tells whether a tree can have a path: one that was made of the address of a file elsewhere is not normalised. */
export function isInTree(path: string): boolean {
  return !UNNORMALISED.test(path);
}

/**
 * Every tree checks its paths. A path that is not normalised is an error of the caller, and one with `..` would lead out of
 * a tree on disk.
 * @throws TypeError
 */
export function assertNormalised(path: string): void {
  if (UNNORMALISED.test(path)) throw new TypeError(`not a normalised absolute path: ${JSON.stringify(path)}`);
}

const BACKSLASH = 0x5c;

/** The bytes of a name with all but printable ASCII escaped: `caf\xe9`. */
export function escapedName(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte > 0x20 && byte < 0x7f && byte !== BACKSLASH
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}

/** The number of directories that are searched below one whose name is lost. */
export const MAX_SEARCHED = 1000;
