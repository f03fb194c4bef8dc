/** Headers of entries, each of which has one form only; docs/specification/releases.md 1.3, 1.4. */
import { MAX_TAR_NAME, tarChecksum, tarHeader } from "../store/index.ts";
import { headerName, needsPax, PAX_NAME, paxRecord } from "./tar.ts";

export interface EntryHead {
  readonly kind: "file" | "path";
  /** The name in the header. */
  readonly name: string;
  readonly size: number;
  readonly seconds: number;
}

/** Types of entries that no release has. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["\0", "a file of an old form"],
  ["1", "a hard link"],
  ["2", "a symbolic link"],
  ["3", "a device"],
  ["4", "a device"],
  ["5", "a directory"],
  ["6", "a pipe"],
  ["7", "a contiguous file"],
  ["g", "a header for all entries"],
  ["K", "a long name of a link"],
  ["L", "a long name in the form of GNU"],
  ["S", "a sparse file"],
]);

/** Reads a header. @returns what is wrong with it, as a text that goes on after its name */
export function readHead(block: Buffer): EntryHead | { readonly name: string; readonly problem: string } {
  const text = (from: number, to: number): string => block.toString("latin1", from, to).replace(/\0[\s\S]*$/, "");
  const name = text(0, MAX_TAR_NAME);
  const refuse = (problem: string): { name: string; problem: string } => ({ name, problem });
  const number = (from: number, to: number): number | undefined =>
    /^[0-7]+$/.test(text(from, to)) ? Number.parseInt(text(from, to), 8) : undefined;
  if (number(148, 156) !== tarChecksum(block)) return refuse("has a damaged header");
  const type = block.toString("latin1", 156, 157);
  const isPath = type === "x";
  if (!isPath && type !== "0") return refuse(`is ${TYPES.get(type) ?? "of an unknown type"}, and not a regular file`);
  if (number(100, 108) !== 0o644) return refuse("has another mode than 0644");
  if (number(108, 116) !== 0 || number(116, 124) !== 0) return refuse("belongs to somebody");
  if (text(265, 297) !== "" || text(297, 329) !== "") return refuse("belongs to somebody by name");
  if (text(157, 257) !== "") return refuse("has the target of a link");
  const size = number(124, 136);
  const seconds = number(136, 148);
  if (size === undefined) return refuse("has a size that is not written in octal digits");
  if (seconds === undefined) return refuse("has a time that is not written in octal digits");
  // A name that cannot be written again makes the comparison fail.
  const printable = /^[\x20-\x7e]*$/.test(name) ? name : "";
  const written = tarHeader({ name: printable, size, seconds, type: isPath ? "x" : "0" });
  // Everything that was not named above: a prefix, other blanks, bytes behind the end of a text.
  if (!written.equals(block)) return refuse("has a header that is not written as in a release");
  if (isPath && name !== PAX_NAME) return refuse("is an extended header with a name of its own");
  return { kind: isPath ? "path" : "file", name, size, seconds };
}

/** True if a block is a part of the end of an archive. */
export function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

/** The path in an extended header. @returns what is wrong with it otherwise */
export function readPaxPath(record: Buffer): { readonly path: string } | { readonly problem: string } {
  const text = record.toString();
  const path = /^\d+ path=([^\n]*)\n$/.exec(text)?.[1];
  if (path !== undefined && paxRecord(path).equals(record)) {
    return needsPax(path) ? { path } : { problem: "has an extended header that it does not need" };
  }
  const keys = text.split("\n").flatMap((line) => /^\d+ ([\w.]+)=/.exec(line)?.[1] ?? []);
  const other = keys.find((key) => key !== "path");
  if (other !== undefined) return { problem: `has an extended header that changes its ${other}` };
  return { problem: "has an extended header that is not written as in a release" };
}

/** True if the header behind an extended header is the one that belongs to its path. */
export function isHeadOf(head: EntryHead, path: string): boolean {
  return head.kind === "file" && head.name === headerName(path);
}
