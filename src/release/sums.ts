/** The file SHA256SUMS, as `sha256sum --check` reads it; docs/specification/releases.md 2.2. */
import type { ReleaseFile } from "./format.ts";

/** A line for each file. No path contains what `sha256sum` would escape. */
export function printSums(files: readonly Pick<ReleaseFile, "path" | "sha256">[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("");
}

/** The digests by path. Undefined if a line has another form, or a path occurs twice. */
export function parseSums(text: string): ReadonlyMap<string, string> | undefined {
  const sums = new Map<string, string>();
  const lines = text.split("\n");
  if (lines.pop() !== "") return undefined;
  for (const line of lines) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || path === undefined || sums.has(path)) return undefined;
    sums.set(path, sha256);
  }
  return sums;
}
