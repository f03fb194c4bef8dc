/** The paths that kustomizations name; docs/specification/loading.md 1, 2. */
import { posix } from "node:path";
import { MAX_PATH_LENGTH } from "../../documents/index.ts";

export function isTooLong(path: string): boolean {
  return path.length > MAX_PATH_LENGTH;
}

/** Tells whether `inner` is `outer` or below it; both absolute and normalised. */
export function contains(outer: string, inner: string): boolean {
  return outer === "/" || inner === outer || inner.startsWith(`${outer}/`);
}

/** Tells whether a segment other than `..` contains two dots: usually two lines that YAML joined. */
export function isAmbiguous(path: string): boolean {
  return path.split("/").some((segment) => segment !== ".." && segment.includes(".."));
}

/** Tells whether a relative path climbs above the top of its tree. */
export function leavesTop(from: string, path: string): boolean {
  return !path.startsWith("/") && posix.join(from.slice(1), path).split("/")[0] === "..";
}

/** Tells whether an entry looks like the text of a document, not like a path. */
export function looksLikeText(entry: string): boolean {
  return /\n|^\s*[{[]|:\s/.test(entry);
}
