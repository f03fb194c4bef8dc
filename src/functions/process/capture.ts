/** What is kept of a stream that may not end. */

/** Keeps everything up to a number of bytes. */
export class Whole {
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether there was more than is kept. */
  get isFull(): boolean {
    return this.#bytes > this.#limit;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (!this.isFull) this.#chunks.push(chunk);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}

/** Keeps the beginning and the end of a text, which is where programs say what is wrong. */
export class HeadAndTail {
  readonly #half: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #dropped = 0;

  /** @param limit bytes, of which half are kept of either end */
  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(chunk: Buffer): void {
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      this.#head.push(chunk.subarray(0, room));
      this.#headBytes += Math.min(room, chunk.length);
    }
    const rest = chunk.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    // Putting the tail together each time it is twice too long keeps this linear.
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
