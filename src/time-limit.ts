/**
 * Limits the time of one task among several that share a thread. Nothing can interrupt a loop from outside, so a task
 * checks the clock itself: between its steps, and in loops whose length depends on the input.
 */

export interface TimeLimit {
  /** Runs a synchronous step. Throws if the time is up before, during ({@link checkTime}) or after it. */
  run<T>(step: () => T): T;
  /** Call this when the task continues after waiting: time counts for this task from now on. */
  claim(): void;
  /** Like {@link claim}, and throws if the time is up. Do not use it in work that other tasks wait for. */
  resume(): void;
  /** Settles with the work, or rejects when the time is up. Does not stop the work. */
  race<T>(work: Promise<T>): Promise<T>;
}

/** A time limit that never ends. */
export const NO_TIME_LIMIT: TimeLimit = { run: (step) => step(), claim() {}, resume() {}, race: (work) => work };

/** The time that a task has used. */
interface Account {
  /** In milliseconds. */
  spent: number;
}

/** The task that runs according to its last claim, and the value of {@link busy} at that time. */
let running: Account = { spent: 0 };
let since = 0;
/** Throws if the time of the current step is up. */
let check: (() => void) | undefined;

/** setTimeout() fires at once for longer times. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Makes a time limit for one task.
 * @param seconds the limit for the time in which the task runs plus the time in which the whole thread waits. The
 *   running time of other tasks does not count, so that one that blocks the thread does not use up the time of others
 * @param problem makes the error that is thrown when the time is up
 */
export function timeLimit(seconds: number, problem: () => Error): TimeLimit {
  const account: Account = { spent: 0 };
  const idleBefore = idle();
  const left = (): number => seconds * 1000 - account.spent - (idle() - idleBefore);
  let end = 0;
  const checkStep = (): void => {
    if (performance.now() >= end) throw problem();
  };
  function resume(): void {
    change(account);
    if (left() <= 0) throw problem();
  }
  return {
    claim: () => change(account),
    resume,
    run(step) {
      // A step inside a step of the same task has the same end.
      if (check === checkStep) return step();
      resume();
      const outer = check;
      end = performance.now() + left();
      check = checkStep;
      try {
        return step();
      } finally {
        check = outer;
        resume();
      }
    },
    async race(work) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        const wait = (): void => {
          const remaining = left();
          if (remaining <= 0) reject(problem());
          else timer = setTimeout(wait, Math.min(Math.ceil(remaining), MAX_TIMER));
        };
        wait();
      });
      try {
        return await Promise.race([work, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Adds the time since the last change to the task that was running, and makes `next` the running task. */
function change(next: Account): void {
  const now = busy();
  running.spent += now - since;
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

/**
 * Throws if the time of the current step is up. Call it in loops whose length a file decides. Costs next to nothing.
 */
export function checkTime(): void {
  if (check !== undefined && (++calls & 7) === 0) check();
}
