/** Keeps a bounded part of a stream that may be endless. */

/** Keeps the beginning of a stream. */
export class FirstBytes {
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;
  #bytes = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True if the stream is longer than the limit. */
  get isExceeded(): boolean {
    return this.#bytes > this.#limit;
  }

  /** @returns the part of the chunk that is beyond the limit */
  add(chunk: Buffer): Buffer {
    const free = Math.max(0, this.#limit - this.#bytes);
    if (free > 0) this.#chunks.push(chunk.subarray(0, free));
    this.#bytes += chunk.length;
    return chunk.subarray(free);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Keeps the beginning and the end of a text, since programs report errors there. */
export class HeadAndTail {
  readonly #half: number;
  readonly #head: FirstBytes;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #dropped = 0;

  /** @param limit in bytes; half of it is kept of each end */
  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
    this.#head = new FirstBytes(this.#half);
  }

  add(chunk: Buffer): void {
    const rest = this.#head.add(chunk);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    // Shortening the tail only when it is twice too long keeps the cost linear.
    if (this.#tailBytes > 2 * this.#half) this.#shorten();
  }

  #shorten(): void {
    const all = Buffer.concat(this.#tail);
    const kept = Buffer.from(all.subarray(Math.max(0, all.length - this.#half)));
    this.#dropped += all.length - kept.length;
    this.#tail = [kept];
    this.#tailBytes = kept.length;
  }

  text(): string {
    this.#shorten();
    const head = this.#head.bytes();
    const tail = Buffer.concat(this.#tail);
    if (this.#dropped === 0) return Buffer.concat([head, tail]).toString();
    return `${head.toString()}\n… ${this.#dropped} bytes are left out here …\n${tail.toString()}`;
  }
}
