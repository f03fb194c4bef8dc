/** The paths that a bundle may have. */
import { shorten } from "../text/index.ts";

/** In bytes, and in parts. File systems take no longer names, and nothing of ours is nested deeper. */
const MAX_PATH = 4096;
const MAX_PART = 255;
const MAX_DEPTH = 256;

/** The problem with the path of a file in a bundle, as the rest of a sentence that begins with the path; undefined if there is none. */
export function pathProblem(path: string): string | undefined {
  if (path === "") return "is empty";
  if (/\p{Surrogate}/u.test(path)) return "is no Unicode text";
  if (/[\0-\x1f\x7f]/.test(path)) return "has a control character";
  if (path.includes("\\")) return "has a backslash";
  if (path.startsWith("/")) return "is absolute";
  if (/^[A-Za-z]:/.test(path)) return "names a drive";
  const parts = path.split("/");
  if (parts.includes("..")) return "leaves the bundle";
  if (parts.includes("") || parts.includes(".")) return "is not written in its shortest form";
  if (parts.length > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} directories deep`;
  const isLong = Buffer.byteLength(path) > MAX_PATH || parts.some((part) => Buffer.byteLength(part) > MAX_PART);
  return isLong ? "is too long" : undefined;
}

/** The longest path in a message, in UTF-16 code units. */
const MAX_SHOWN = 200;

/** A path for a message. */
export function quoted(path: string): string {
  return JSON.stringify(shorten(path, MAX_SHOWN));
}
