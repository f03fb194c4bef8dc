/** The paths of an archive: each is that of a file of its own on every system; docs/specification/releases.md 1.6. */
import { visible } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";

/** The longest path, in bytes, and the longest part of one. macOS takes no longer ones. */
export const MAX_RELEASE_PATH = 1024;
const MAX_PART = 255;
/** The longest text in a message, in UTF-16 code units. */
const MAX_SHOWN = 300;

/** Why no archive may hold a path; undefined if one may. */
export function pathProblem(path: string): string | undefined {
  if (path.startsWith("/")) return "is absolute";
  if (path.includes("\\")) return "contains a backslash";
  if (/\p{Cc}/u.test(path)) return "contains a control character";
  if (visible(path) !== path) return "contains a character that reorders or hides text";
  const parts = path.split("/");
  if (parts.includes("..")) return "leads out of the archive";
  if (parts.some((part) => part === "" || part === ".")) return "is not in its shortest form";
  if (parts.some((part) => Buffer.byteLength(part) > MAX_PART)) return `has a name of more than ${MAX_PART} bytes`;
  return Buffer.byteLength(path) > MAX_RELEASE_PATH ? `is longer than ${MAX_RELEASE_PATH} bytes` : undefined;
}

/** A path, or another text of a file, for a message. */
export function quoted(text: string): string {
  return JSON.stringify(shorten(text, MAX_SHOWN));
}

/** Two files that cannot both be unpacked. */
export interface Clash {
  readonly path: string;
  readonly other: string;
  /** The relation of `path` to `other`: the same path, the same on some systems, or below it. */
  readonly kind: "same" | "alike" | "below";
}

/** The first two paths of which one is lost where an archive is unpacked; undefined if there are none. */
export function pathClash(paths: Iterable<string>): Clash | undefined {
  // With the lowest character as the separator, what is below a path sorts directly behind it. replaceAll is five times slower.
  const keyed = Array.from(paths, (path) => ({ path, key: folded(path).split("/").join("\0") }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const [index, { path, key }] of keyed.entries()) {
    const before = keyed[index - 1];
    if (before?.key === key) return { path, other: before.path, kind: path === before.path ? "same" : "alike" };
    if (before !== undefined && key.startsWith(`${before.key}\0`)) return { path, other: before.path, kind: "below" };
  }
  return undefined;
}

/** The same text for paths that macOS or Windows take for one: they ignore case, forms of Unicode, and dots behind a name. */
function folded(path: string): string {
  const isAscii = /^[\x20-\x7e]*$/.test(path);
  // In this order, also `ß`, `ẞ` and `SS` are one.
  const letters = isAscii ? path.toUpperCase() : path.normalize("NFD").toLowerCase().toUpperCase().normalize("NFD");
  return letters.replace(/[. ]+(?=\/)/g, "");
}
