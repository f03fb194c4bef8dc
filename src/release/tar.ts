/** The one way in which a release is a tar archive; docs/specification/releases.md 1.3, 1.4. */
import { MAX_TAR_NAME, TAR_BLOCK, tarHeader, tarPadding } from "../store/index.ts";
import type { ReleaseFile } from "./format.ts";

/** The name of every extended header: programs that know no such headers would take it for a file. */
export const PAX_NAME = "PaxHeaders/path";

/** The bytes of an archive with these files, which are sorted by path. @param seconds the time of each entry */
export function* tarOf(
  files: readonly Omit<ReleaseFile, "sha256">[],
  seconds: number,
): Generator<Uint8Array, void, undefined> {
  for (const { path, bytes, text } of files) {
    yield* headOf(path, bytes, seconds);
    for (const chunk of text()) yield Buffer.from(chunk);
    yield tarPadding(bytes);
  }
  yield Buffer.alloc(2 * TAR_BLOCK);
}

/** Everything in front of the content of a file. */
function* headOf(path: string, size: number, seconds: number): Generator<Uint8Array, void, undefined> {
  if (needsPax(path)) {
    const record = paxRecord(path);
    yield tarHeader({ name: PAX_NAME, size: record.length, seconds, type: "x" });
    yield record;
    yield tarPadding(record.length);
  }
  yield tarHeader({ name: headerName(path), size, seconds });
}

/** True if a path does not fit into the header of an entry. */
export function needsPax(path: string): boolean {
  return !/^[\x20-\x7e]+$/.test(path) || path.length > MAX_TAR_NAME;
}

/** The name in the header: the path, or the part of it that fits where an extended header has the path. */
export function headerName(path: string): string {
  return needsPax(path) ? path.replace(/[^\x20-\x7e]/g, "_").slice(0, MAX_TAR_NAME) : path;
}

/** The only record of an extended header. It begins with its own length in bytes. */
export function paxRecord(path: string): Buffer {
  const rest = Buffer.from(` path=${path}\n`);
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}
