/**
 * Limits the time and the memory of one task among several that share a thread. Nothing can interrupt a loop from outside,
 * so a task checks its budget itself where work is handed over: between its steps, for each object that a step changes, in
 * the few loops whose length grows faster than the input, and with the memory of what it makes.
 * docs/decisions/0011-budget-of-a-build.md
 */

export interface Budget {
  /** Runs a synchronous step. Throws if the time is up before, during ({@link checkTime}) or after it. */
  run<T>(step: () => T): T;
  /** Call this when the task continues after waiting: time and memory count for this task from now on. */
  claim(): void;
  /** Like {@link claim}, and throws if something is used up. */
  resume(): void;
  /** Settles with the work, or rejects when the time is up. Does not stop the work. */
  race<T>(work: Promise<T>): Promise<T>;
  /** The error that ended the task; undefined as long as nothing is used up. Other code may have caught it. */
  readonly refusal: Error | undefined;
  /** Call this when the task has ended: time and memory are charged to no task from now on. */
  close(): void;
}

/** The memory of one task. */
export interface MemoryShare {
  /** The bytes that the task may ask for before {@link more} is called. */
  readonly first: number;
  /** How many bytes the task may ask for in addition; 0 if there is no memory left for it. */
  more(): number;
  /** Tells whether there is room for so many bytes at once. */
  has(bytes: number): boolean;
}

export interface BudgetOptions {
  /**
   * The limit for the time in which the task runs plus the time in which the whole thread waits. The running time of other
   * tasks does not count, so that one that blocks the thread does not use up the time of others. Unlimited if absent.
   */
  readonly seconds?: number | undefined;
  /** Makes the error that is thrown when the time is up. */
  readonly late: () => Error;
  readonly memory: MemoryShare;
  /** Makes the error that is thrown when there is no memory left. */
  readonly tooLarge: () => Error;
}

/** The use of time and memory by a task. */
interface Account {
  /** In milliseconds. */
  spent: number;
  /** Bytes that were asked for, whether they are still in use or not. */
  asked: number;
  /** The most bytes that may be asked for until the memory is measured. */
  allowed: number;
  /** Allows more bytes. Throws if there is no memory left. */
  readonly extend: () => void;
  /** Throws if there is no room for so many bytes at once. */
  readonly reserve: (bytes: number) => void;
  /** Throws if the time is up. Undefined if it is unlimited. */
  readonly checkTime: (() => void) | undefined;
}

/** The account of the work outside of all tasks. */
const NO_TASK: Account = {
  spent: 0,
  asked: 0,
  allowed: Number.POSITIVE_INFINITY,
  extend() {},
  reserve() {},
  checkTime: undefined,
};

/** The task that runs according to its last claim. */
let running = NO_TASK;
/** The value of {@link busy} at the last change of the running task. */
let since = 0;

/** How long the last measurement of the memory took, in milliseconds. */
let measuring = 0;
/** How long after the end of its time a measurement may end a build, in milliseconds. */
const MAX_LATENESS = 1000;

/** setTimeout() fires at once for longer times. */
const MAX_TIMER = 2 ** 31 - 1;

export function openBudget({ seconds, memory, late, tooLarge }: BudgetOptions): Budget {
  const idleBefore = seconds === undefined ? 0 : idle();
  /** In milliseconds. Only for the running task. */
  const left = (): number => (seconds ?? 0) * 1000 - account.spent - (busy() - since) - (idle() - idleBefore);
  let refusal: Error | undefined;
  const account: Account = {
    spent: 0,
    asked: 0,
    allowed: memory.first,
    extend() {
      // Code that catches the error and goes on gets it again.
      if (refusal !== undefined) throw refusal;
      // Nothing can interrupt a measurement, which collects garbage.
      if (seconds !== undefined && left() < measuring - MAX_LATENESS) throw (refusal = late());
      const start = performance.now();
      const more = memory.more();
      measuring = performance.now() - start;
      if (more <= 0) throw (refusal = tooLarge());
      account.allowed = account.asked + more;
    },
    reserve(bytes) {
      if (refusal !== undefined) throw refusal;
      if (bytes > memory.first && !memory.has(bytes)) throw (refusal = tooLarge());
    },
    checkTime:
      seconds === undefined
        ? undefined
        : () => {
            if (left() <= 0) throw (refusal ??= late());
          },
  };
  let isClosed = false;
  const claim = (): void => {
    // The remaining work of a task that was given up must neither be checked nor be charged to others.
    const payer = isClosed ? NO_TASK : account;
    if (running !== payer) change(payer);
  };
  const resume = (): void => {
    claim();
    if (refusal !== undefined) throw refusal;
    if (!isClosed) account.checkTime?.();
  };
  return {
    get refusal() {
      return refusal;
    },
    claim,
    resume,
    run(step) {
      resume();
      const result = step();
      resume();
      return result;
    },
    async race(work) {
      if (seconds === undefined) return work;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeUp = new Promise<never>((_, reject) => {
        const wait = (): void => {
          const remaining = running === account ? left() : left() + (busy() - since);
          if (remaining <= 0) reject((refusal ??= late()));
          else timer = setTimeout(wait, Math.min(Math.ceil(remaining), MAX_TIMER));
        };
        wait();
      });
      try {
        return await Promise.race([work, timeUp]);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      isClosed = true;
      if (running === account) change(NO_TASK);
    },
  };
}

/** Charges what was used since the last change to the task that was running, and makes `next` the running task. */
function change(next: Account): void {
  const now = busy();
  running.spent += now - since;
  running.asked += CHUNK - meter.left;
  meter.left = CHUNK;
  running = next;
  since = now;
}

/** Milliseconds in which this thread has waited. */
function idle(): number {
  return performance.eventLoopUtilization().idle;
}

/** Milliseconds in which this thread has run, from an arbitrary start. */
function busy(): number {
  return performance.now() - idle();
}

let calls = 0;

/** Throws if the time of the running task is up. Call it in loops whose length grows faster than the files. */
export function checkTime(): void {
  if ((++calls & 7) === 0) running.checkTime?.();
}

/** Bytes. Time and memory are checked once in so many. */
const CHUNK = 1 << 20;

/** The bytes until the next check. */
const meter = { left: CHUNK };

/**
 * Charges memory to the running task. Call it where something is made whose number or size a file decides: once for many.
 * @param bytes roughly what it takes; the real use of memory is measured before a task is refused
 * @throws the error of a budget that is used up
 */
export function charge(bytes: number): void {
  if ((meter.left -= bytes) < 0) settle();
}

/** Shorter texts are part of the estimates for what holds them. */
const LONG_TEXT = 32;

/** Charges a text. @throws as {@link charge} does */
export function chargeText(text: string): void {
  if (text.length > LONG_TEXT) charge(text.length);
}

/** The memory that V8 keeps for each piece of a text that is put together from many, in bytes. */
const PIECE_BYTES = 96;

/** A text that is put together from pieces whose number or length a file decides. */
export class GrowingText {
  text: string;

  constructor(start: string) {
    this.text = start;
  }

  /** Charges a piece and appends it. @throws as {@link charge} does */
  add(piece: string): void {
    charge(PIECE_BYTES + piece.length);
    this.text += piece;
  }
}

/**
 * Checks that there is room for memory that something else takes at once. Does not charge it.
 * @throws the error of a budget, or of {@link within}, that has no room for it
 */
export function checkRoom(bytes: number): void {
  if (allowance !== undefined && bytes > allowance.left) throw allowance.exceeded();
  running.reserve(bytes);
}

/**
 * Charges memory that something else takes at once, after checking that there is room for it.
 * @throws the error of a budget that has no room for it
 */
export function reserve(bytes: number): void {
  checkRoom(bytes);
  charge(bytes);
}

/** The limit of the step of {@link within} that runs. */
let allowance: { left: number; readonly exceeded: () => Error } | undefined;

/**
 * Runs a synchronous step that may be charged for so many bytes. The limit is checked once in each {@link CHUNK}.
 * @param exceeded makes the error that is thrown when the step asks for more
 */
export function within<T>(bytes: number, exceeded: () => Error, step: () => T): T {
  const outer = allowance;
  allowance = { left: bytes, exceeded };
  try {
    return step();
  } finally {
    allowance = outer;
  }
}

function settle(): void {
  const used = CHUNK - meter.left;
  running.asked += used;
  meter.left = CHUNK;
  if (allowance !== undefined && (allowance.left -= used) < 0) throw allowance.exceeded();
  running.checkTime?.();
  if (running.asked <= running.allowed) return;
  running.extend();
  running.checkTime?.();
}
