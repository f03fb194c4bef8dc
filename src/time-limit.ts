/**
 * Bounds the time of one piece of work among many that share a thread. Nobody can interrupt a loop from outside, so work
 * looks at the clock itself: at the borders of its steps, and in loops whose length the input decides.
 */

export interface TimeLimit {
  /** Does a step without waiting in between. */
  run<T>(step: () => T): T;
  /** Says that this work goes on after it waited: what runs from here on counts for it. */
  claim(): void;
  /** The same, and throws when its time is up: not for what others wait for as well. */
  resume(): void;
  /** Ends with the work, or when its time is up, whichever comes first; what is left of the work then ends by itself. */
  race<T>(work: Promise<T>): Promise<T>;
}

/** For work that may take as long as it likes. */
export const NO_TIME_LIMIT: TimeLimit = { run: (step) => step(), claim() {}, resume() {}, race: (work) => work };

interface Account {
  /** Milliseconds in which it ran. */
  spent: number;
}

/** Whose work runs, as far as it said so, and since when, by {@link busy}. */
let running: Account = { spent: 0 };
let since = 0;
/** Throws when the time of the step under way is up. */
let check: (() => void) | undefined;

/** A longer timer would go off at once. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * @param seconds for which it may run, together with the time in which the whole thread waited. What others do meanwhile
 *   does not count: one that hogs the thread must not make others late
 * @param problem what is thrown once they are over
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
      // A step within a step ends with it.
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
          const rest = left();
          if (rest <= 0) reject(problem());
          else timer = setTimeout(wait, Math.min(Math.ceil(rest), MAX_TIMER));
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

/** Writes what ran since the last change to the account of whoever was running then. */
function change(next: Account): void {
  const now = busy();
  running.spent += now - since;
  running = next;
  since = now;
}

/** Milliseconds for which nothing ran on this thread, since all of it waited. */
function idle(): number {
  return performance.eventLoopUtilization().idle;
}

/** Milliseconds for which something ran, from some point on. */
function busy(): number {
  return performance.now() - idle();
}

let calls = 0;

/** To be called in loops over what a file may repeat at will. Costs nothing where nothing is limited, and little elsewhere. */
export function checkTime(): void {
  if (check !== undefined && (++calls & 7) === 0) check();
}
