/** Digests of what is not one file; docs/specification/lock.md 2.4. */
import { createHash } from "node:crypto";
import { compareBytewise } from "../text/index.ts";

/**
 * The digest of an unpacked chart: over the names and contents of its files, in the order of the names. It does not depend on
 * how a server packed the chart.
 */
export function chartDigest(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash("sha256");
  for (const name of [...files.keys()].sort(compareBytewise)) {
    const bytes = files.get(name) as Uint8Array;
    hash.update(`${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
  }
  return `sha256:${hash.digest("hex")}`;
}
