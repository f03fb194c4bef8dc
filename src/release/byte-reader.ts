/** Reads parts of given sizes from a stream of chunks. */

export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer at the end. */
  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    const taken = await this.each(size, (part) => void parts.push(part));
    return taken === 0 ? Buffer.alloc(0) : Buffer.concat(parts);
  }

  /** Passes on the next bytes as they come, and keeps none. @returns how many there were */
  async each(size: number, use: (part: Buffer) => void): Promise<number> {
    let left = size;
    while (left > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) break;
        this.#rest = next.value;
        continue;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      use(part);
    }
    return size - left;
  }
}
