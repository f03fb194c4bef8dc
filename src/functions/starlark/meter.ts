/**
 * Why a program was in vain: it `failed` by itself, it reached a `limit`, or its `result` is none. The frames of the thread
 * say where.
 */
export class Fault extends Error {
  readonly kind: "failed" | "limit" | "result";
  readonly hint: string | undefined;

  constructor(message: string, kind: Fault["kind"] = "failed", hint?: string) {
    super(message);
    this.name = "Fault";
    this.kind = kind;
    this.hint = hint;
  }
}

/** How much a program may use. All but `milliseconds` are counted, so that a program ends at the same place everywhere. */
export interface Limits {
  /** Statements, turns of loops, calls, and what built-ins do for each element they touch. */
  readonly steps: number;
  /** Calls within calls. */
  readonly depth: number;
  /** Bytes allocated over the whole run, as an estimate; what is freed in between still counts. */
  readonly bytes: number;
  /** Bytes of one string, and bits of one integer. */
  readonly length: number;
  /** Bytes of `print` that are kept. */
  readonly printed: number;
  /** Wall-clock time of a run in a worker. */
  readonly milliseconds: number;
}

export const LIMITS: Limits = {
  steps: 10_000_000,
  depth: 200,
  bytes: 1 << 30,
  length: 1 << 24,
  printed: 1 << 20,
  milliseconds: 60_000,
};

/** Beyond these, the engine that runs us would end the process: it has no lists of more than 2 ** 27 elements. */
const MOST_BYTES = 2 ** 30;
const MOST_LENGTH = 2 ** 28;

/** Counts what a program uses, and ends it at its limits. */
export class Meter {
  steps = 0;
  readonly maxSteps: number;
  readonly limits: Limits;
  private bytes = 0;

  constructor(limits: Limits) {
    const { bytes, length } = limits;
    this.limits = { ...limits, bytes: Math.min(bytes, MOST_BYTES), length: Math.min(length, MOST_LENGTH) };
    this.maxSteps = limits.steps;
  }

  /** Counts work that is in proportion to data and not to the program's text. */
  work(units: number): void {
    this.steps += units;
    if (this.steps > this.maxSteps) this.outOfSteps();
  }

  outOfSteps(): never {
    throw new Fault(
      `the program did not end within ${this.maxSteps} steps`,
      "limit",
      "Look for a loop that runs too long.",
    );
  }

  allocate(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.limits.bytes) {
      throw new Fault(
        `the program allocated more than ${this.limits.bytes} bytes`,
        "limit",
        "Look for a text or a list that grows without end.",
      );
    }
  }

  /** Counts a text before it is made. Throws where it would be longer than one may be. */
  text(length: number): void {
    if (length > this.limits.length) {
      throw new Fault(`a string of ${length} bytes is longer than ${this.limits.length}`, "limit");
    }
    this.allocate(length + 16);
  }

  /** Counts a walk over the characters of a string. */
  walk(length: number): void {
    this.work(length / 4);
  }

  /** Counts the search for a text in another, before it. At worst it compares each byte of the one with each of the other. */
  search(length: number, part: number): void {
    this.work(length / 256 + (length * part) / 1024);
  }

  /** Counts a text that is put together piece by piece, at each piece. */
  grow(length: number, piece: number): void {
    if (length > this.limits.length) this.text(length);
    this.allocate(piece);
    this.work(1 + piece / 256);
  }

  /** Counts the elements of a new list or tuple before it is made. */
  elements(count: number): void {
    if (count > this.limits.length / 8) {
      throw new Fault(`a list of ${count} elements has more than ${this.limits.length / 8}`, "limit");
    }
    this.allocate(count * 8 + 32);
    this.work(count);
  }
}
