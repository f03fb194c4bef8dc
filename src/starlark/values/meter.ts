/**
 * The reason why a program ended early: it `failed`, it reached a `limit`, or its `result` is invalid. The frames of
 * the thread have the place.
 */
export class Fault extends Error {
  readonly kind: "failed" | "limit" | "result";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, kind: Fault["kind"] = "failed") {
    super(message);
    this.name = "Fault";
    this.kind = kind;
    this.hint = hint;
  }
}

/** The fault of a program that has reached a limit. */
export function exceeded(message: string, hint?: string): Fault {
  return new Fault(message, hint, "limit");
}

/**
 * The limits of a program. All except `milliseconds` are counted, so that a program ends at the same place everywhere.
 */
export interface Limits {
  /** Statements, turns of loops, calls, and the work of built-ins for each element. */
  readonly steps: number;
  /** Nested calls. */
  readonly depth: number;
  /** Estimated bytes allocated during the run. Freed memory still counts. */
  readonly bytes: number;
  /**
   * Bytes of one string. A list that is made at once may have an eighth as many elements, an integer a 64th as many
   * bits.
   */
  readonly length: number;
  /** Characters of the program. */
  readonly source: number;
  /** Bytes of the output as text. */
  readonly output: number;
  /** Bytes that are kept of what it prints. */
  readonly printed: number;
  /** Wall-clock milliseconds of a run in a thread. */
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

/** The highest limits. Beyond these V8 would abort the process: its arrays have at most 2 ** 27 elements. */
const MAX_BYTES = 2 ** 30;
const MAX_LENGTH = 2 ** 28;

/**
 * The bytes of values in V8, without their elements. They are rather too high than too low: if a thread runs out of
 * memory before the count reaches the limit, it is terminated and the place is unknown.
 */
const LIST_BYTES = 112;
/** Displays with fewer elements get an array of exactly their length. */
const EXACT_LENGTH = 4;
/** The spare room in a list that grows by one element at a time. */
const SPARE_BYTES = 136;
const TABLE_BYTES = 304;
const TEXT_BYTES = 32;
const SMALL_BYTES = 96;
const CLOSURE_BYTES = 240;

/** Counts the work and memory of a program. All methods throw a fault of kind `limit` when a limit is reached. */
export class Meter {
  steps = 0;
  readonly maxSteps: number;
  /** See {@link Dialect.rulesOf2020}. */
  readonly rulesOf2020: boolean;
  readonly limits: Limits;
  /** The bytes allocated so far. */
  bytes = 0;

  constructor(limits: Limits, rulesOf2020 = false) {
    const { bytes, length } = limits;
    this.limits = { ...limits, bytes: Math.min(bytes, MAX_BYTES), length: Math.min(length, MAX_LENGTH) };
    this.maxSteps = limits.steps;
    this.rulesOf2020 = rulesOf2020;
  }

  /** Counts work that grows with the data. */
  work(units: number): void {
    this.steps += units;
    if (this.steps > this.maxSteps) this.outOfSteps();
  }

  outOfSteps(): never {
    throw exceeded(`the program did not end within ${this.maxSteps} steps`, "Look for a loop that runs too long.");
  }

  /** Counts allocated bytes. */
  allocate(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.limits.bytes) {
      const hint = "Look for a text or a list that grows without end.";
      throw exceeded(`the program allocated more than ${this.limits.bytes} bytes`, hint);
    }
  }

  /** Counts a new dict or set. */
  table(): void {
    this.allocate(TABLE_BYTES);
  }

  /** Counts a value without parts: a float, a range, a bound method. */
  small(): void {
    this.allocate(SMALL_BYTES);
  }

  /** Counts a new closure with `count` default values and captured variables. */
  closure(count: number): void {
    this.allocate(count * 12 + CLOSURE_BYTES);
  }

  /** Counts a new list or tuple of few elements. The caller counts the work. */
  list(count: number): void {
    this.allocate(count * 12 + (count < EXACT_LENGTH ? LIST_BYTES : LIST_BYTES + SPARE_BYTES));
  }

  /** Counts a new list that grows by one element at a time. Count each with {@link element}. */
  growingList(): void {
    this.allocate(LIST_BYTES + SPARE_BYTES);
  }

  /** Counts one more element of a list. */
  element(): void {
    this.allocate(12);
  }

  /** Counts a new list of `count` tuples of `width` elements, before it is made. */
  rows(count: number, width: number): void {
    this.elements(count * (width + 1));
    this.allocate(count * LIST_BYTES);
  }

  /** Checks the length of the output so far. */
  output(length: number): void {
    if (length <= this.limits.output) return;
    const hint = "Look for objects that are added many times.";
    throw exceeded(`the program made more than ${this.limits.output} bytes`, hint);
  }

  /** Counts a text before it is made. */
  text(length: number): void {
    if (length > this.limits.length) {
      throw exceeded(`a string of ${length} bytes is longer than ${this.limits.length}`);
    }
    this.allocate(length + TEXT_BYTES);
  }

  /** Counts a walk over the characters of a string. */
  walk(length: number): void {
    this.work(length / 4);
  }

  /** Counts the search for a text in another one, before it runs. In the worst case it compares all pairs of bytes. */
  search(length: number, part: number): void {
    this.work(length / 256 + (length * part) / 1024);
  }

  /** Counts one piece of a text that is put together from pieces. `length` is the length so far. */
  grow(length: number, piece: number): void {
    if (length > this.limits.length) this.text(length);
    this.allocate(piece);
    this.work(1 + piece / 256);
  }

  /** Counts the elements of a new list or tuple before it is made. */
  elements(count: number): void {
    if (count > this.limits.length / 8) {
      throw exceeded(`a list of ${count} elements has more than ${this.limits.length / 8}`);
    }
    this.allocate(count * 12 + LIST_BYTES + SPARE_BYTES);
    this.work(count);
  }
}
