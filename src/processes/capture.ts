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

  /** Whether the stream is longer than the limit. */
  get isExceeded(): boolean {
    return this.#bytes > this.#limit;
  }

  add(chunk: Buffer): void {
    const free = this.#limit - this.#bytes;
    if (free > 0) this.#chunks.push(chunk.subarray(0, free));
    this.#bytes += chunk.length;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}

/** Keeps the beginning and the end of a text, since programs report errors there. */
export class HeadAndTail {
  readonly #half: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #dropped = 0;

  /** @param limit in bytes; half of it is kept of each end */
  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(chunk: Buffer): void {
    const free = this.#half - this.#headBytes;
    if (free > 0) {
      this.#head.push(chunk.subarray(0, free));
      this.#headBytes += Math.min(free, chunk.length);
    }
    const rest = chunk.subarray(Math.max(0, free));
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
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (this.#dropped === 0) return Buffer.concat([head, tail]).toString();
    return `${head.toString()}\n… ${this.#dropped} bytes are left out here …\n${tail.toString()}`;
  }
}
