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
  /** Bytes of one string. A list that is made at once has an eighth as many elements, an integer a 64th as many bits. */
  readonly length: number;
  /** Characters of the program. */
  readonly source: number;
  /** Bytes of what it leaves, as a text. */
  readonly output: number;
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
  source: 1 << 22,
  output: 1 << 26,
  printed: 1 << 20,
  milliseconds: 60_000,
};

/** Beyond these, the engine that runs us would end the process: it has no lists of more than 2 ** 27 elements. */
const MOST_BYTES = 2 ** 30;
const MOST_LENGTH = 2 ** 28;

/**
 * Bytes that values take in the engine that runs us, beside their elements. They are rather too many than too few: a thread
 * that is full before its program has used up what is counted is ended without a place.
 */
const LIST_BYTES = 112;
/** Shorter lists and tuples of a program's text are made as long as they are. */
const EXACT = 4;
/** What is kept free in a list that is made element by element. */
const SPARE_BYTES = 136;
const TABLE_BYTES = 304;
const TEXT_BYTES = 32;
const SMALL_BYTES = 96;
const CLOSURE_BYTES = 240;

/** Counts what a program uses, and ends it at its limits. */
export class Meter {
  steps = 0;
  readonly maxSteps: number;
  /** Of the dialect. */
  readonly rulesOf2020: boolean;
  readonly limits: Limits;
  /** Allocated so far. */
  bytes = 0;

  constructor(limits: Limits, rulesOf2020 = false) {
    const { bytes, length } = limits;
    this.limits = { ...limits, bytes: Math.min(bytes, MOST_BYTES), length: Math.min(length, MOST_LENGTH) };
    this.maxSteps = limits.steps;
    this.rulesOf2020 = rulesOf2020;
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

  /** Counts a new dict or set. */
  table(): void {
    this.allocate(TABLE_BYTES);
  }

  /** Counts a value of no parts: a float, a range, a method of something. */
  small(): void {
    this.allocate(SMALL_BYTES);
  }

  /** Counts a new function with so many defaults and variables of others. */
  closure(count: number): void {
    this.allocate(count * 12 + CLOSURE_BYTES);
  }

  /** Counts a new list or tuple of few elements, which are counted as work elsewhere. */
  list(count: number): void {
    this.allocate(count * 12 + (count < EXACT ? LIST_BYTES : LIST_BYTES + SPARE_BYTES));
  }

  /** Counts a new list that elements are put into one by one, of which each takes an {@link element}. */
  growingList(): void {
    this.allocate(LIST_BYTES + SPARE_BYTES);
  }

  element(): void {
    this.allocate(12);
  }

  /** Counts a new list of tuples of one length, before they are made. */
  rows(count: number, width: number): void {
    this.elements(count * (width + 1));
    this.allocate(count * LIST_BYTES);
  }

  /** Counts what the program leaves, of which this much is known. */
  output(length: number): void {
    if (length <= this.limits.output) return;
    const hint = "Look for objects that are added again and again.";
    throw new Fault(`the program made more than ${this.limits.output} bytes`, "limit", hint);
  }

  /** Counts a text before it is made. Throws where it would be longer than one may be. */
  text(length: number): void {
    if (length > this.limits.length) {
      throw new Fault(`a string of ${length} bytes is longer than ${this.limits.length}`, "limit");
    }
    this.allocate(length + TEXT_BYTES);
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
    this.allocate(count * 12 + LIST_BYTES + SPARE_BYTES);
    this.work(count);
  }
}
