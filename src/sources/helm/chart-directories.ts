/** The charts that helm reads, on disk: each content once, however often it is rendered. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type PrivateDirectory, privateDirectory } from "../../processes/index.ts";
import { bytesOf, digestOf, writeDirectory } from "./directory.ts";
import type { Directory } from "./helm.ts";

/** More than this is kept only while helm reads it. */
const MAX_KEPT_BYTES = 512 * 1024 * 1024;

interface Written {
  readonly path: string;
  readonly bytes: number;
  /** The number of helms that read it. */
  readers: number;
}

/** Helm only reads in these directories: a chart cannot write there, and finds no other chart. */
export class ChartDirectories {
  #top: PrivateDirectory | undefined;
  readonly #written = new Map<string, Written>();
  readonly #maxBytes: number;
  #bytes = 0;
  #count = 0;

  constructor(maxBytes = MAX_KEPT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Writes the files, unless they are there already, and does work on them.
   * @throws KrmError `output-unwritable`, and what writing and the work throw
   */
  async use<T>(directory: Directory, work: (path: string) => Promise<T>): Promise<T> {
    const written = this.#write(directory);
    written.readers++;
    try {
      return await work(written.path);
    } finally {
      written.readers--;
      this.#makeRoom();
    }
  }

  /** Removes all of them. */
  close(): void {
    this.#top?.remove();
    this.#top = undefined;
    this.#written.clear();
    this.#bytes = 0;
  }

  #write(directory: Directory): Written {
    const digest = digestOf(directory);
    const known = this.#written.get(digest);
    if (known !== undefined) {
      // The one that was used last stays longest.
      this.#written.delete(digest);
      this.#written.set(digest, known);
      return known;
    }
    this.#top ??= privateDirectory();
    const path = join(this.#top.path, `${this.#count++}.chart`);
    try {
      writeDirectory(directory, path);
    } catch (thrown) {
      rmSync(path, { recursive: true, force: true });
      throw thrown;
    }
    const made = { path, bytes: bytesOf(directory), readers: 0 };
    this.#written.set(digest, made);
    this.#bytes += made.bytes;
    return made;
  }

  #makeRoom(): void {
    for (const [digest, { path, bytes, readers }] of this.#written) {
      if (this.#bytes <= this.#maxBytes) return;
      if (readers > 0) continue;
      this.#written.delete(digest);
      this.#bytes -= bytes;
      rmSync(path, { recursive: true, force: true });
    }
  }
}
