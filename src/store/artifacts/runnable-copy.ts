/** The copy of a program that is started; docs/specification/store.md 4.8. */
import { createHash } from "node:crypto";
import { closeSync, constants, fchmodSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { failure } from "../../diagnostics.ts";
import { privateDirectory } from "../../processes/index.ts";

/** A program that nobody else could change since it was verified. */
export interface RunnableCopy {
  readonly path: string;
  remove(): void;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies a program into a private directory, and hashes what it copies: the file that is run is the one that was verified.
 * @param sha256 64 hexadecimal digits in lower case
 * @throws KrmError `digest-mismatch`, and what {@link privateDirectory} throws. Then nothing is left
 */
export function runnableCopy(path: string, sha256: string): RunnableCopy {
  const directory = privateDirectory();
  try {
    const copy = join(directory.path, "program");
    const found = copyHashed(path, copy);
    if (found === sha256) return { path: copy, remove: () => directory.remove() };
    throw failure("digest-mismatch", `a stored program has the digest sha256:${found}, not sha256:${sha256}`, {
      hint: "Run again: the damaged file is fetched again. If that does not help, run `krm-render cache verify --remove`.",
    });
  } catch (thrown) {
    directory.remove();
    throw thrown;
  }
}

function copyHashed(from: string, to: string): string {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const source = openSync(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const copy = openSync(to, "wx", 0o500);
    try {
      for (let bytes = readSync(source, buffer); bytes > 0; bytes = readSync(source, buffer)) {
        hash.update(buffer.subarray(0, bytes));
        for (let at = 0; at < bytes; ) at += writeSync(copy, buffer, at, bytes - at);
      }
      // The umask of the process may have taken rights away.
      fchmodSync(copy, 0o500);
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
  return hash.digest("hex");
}
