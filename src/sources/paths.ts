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

/** Orders strings by the bytes of their UTF-8 form, which JavaScript's own order (UTF-16) does not for all of Unicode. */
export function compareBytewise(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return utf8Rank(left) - utf8Rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above U+FFFF and therefore sort after U+E000 to U+FFFF. */
function utf8Rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
