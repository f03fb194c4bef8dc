/** Reads regular files within bounds, and their digests. */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1024 * 1024;
const MIN_CHUNK_BYTES = 4096;

export interface Read {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Reads a regular file, and follows no link.
 * @param maxBytes where to stop; a file that is longer gives one byte more
 * @param each gets each part, which is overwritten afterwards
 * @throws Error of the system, also for anything that is no regular file
 */
export function readRegularFile(path: string, maxBytes: number, each: (chunk: Buffer) => void = () => {}): Read {
  // A named pipe would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error("it is no regular file");
    const hash = createHash("sha256");
    // Most files are small, and there may be thousands.
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, stats.size + 1)));
    let bytes = 0;
    while (bytes <= maxBytes) {
      const read = readSync(file, chunk, 0, Math.min(chunk.length, maxBytes + 1 - bytes), null);
      if (read === 0) break;
      const part = chunk.subarray(0, read);
      hash.update(part);
      each(part);
      bytes += read;
    }
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    closeSync(file);
  }
}
