/** Writes the files of a release. */
import { closeSync, openSync, renameSync } from "node:fs";
import { writeFully } from "../render/index.ts";

/** A port, so that tests can fill the disk at each step. */
export interface Disk {
  /** Makes a file that does not exist yet. */
  write(path: string, parts: Iterable<Uint8Array>): void;
  rename(from: string, to: string): void;
}

/** Small parts are joined: a call of the system for each would take most of the time. */
const MIN_WRITE = 256 * 1024;

export const REAL_DISK: Disk = {
  write(path, parts) {
    const file = openSync(path, "wx", 0o644);
    try {
      let waiting: Uint8Array[] = [];
      let length = 0;
      for (const part of parts) {
        waiting.push(part);
        length += part.length;
        if (length < MIN_WRITE) continue;
        writeFully(file, Buffer.concat(waiting));
        waiting = [];
        length = 0;
      }
      writeFully(file, Buffer.concat(waiting));
    } finally {
      closeSync(file);
    }
  },
  rename: renameSync,
};
