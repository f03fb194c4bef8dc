/**
 * Bounds the time of one piece of work among many that share a thread. Nobody can interrupt a loop from outside, so work
 * looks at the clock itself: at the borders of its steps, and in loops whose length the input decides.
 */

export interface TimeLimit {
  /** Does a step without waiting in between; what it takes counts for this work alone. */
  run<T>(step: () => T): T;
  /** Ends with the work, or when its time is up, whichever comes first; what is left of the work then ends by itself. */
  race<T>(work: Promise<T>): Promise<T>;
}

/** For work that may take as long as it likes. */
export const NO_TIME_LIMIT: TimeLimit = { run: (step) => step(), race: (work) => work };

/** Milliseconds that all steps of all limited work have taken so far. */
let spent = 0;
/** Throws when the time of the step under way is up. */
let check: (() => void) | undefined;

/**
 * @param seconds counted from now, without what other limited work does meanwhile: one that hogs the thread must not make
 *   others late
 * @param problem what is thrown once they are over
 */
export function timeLimit(seconds: number, problem: () => Error): TimeLimit {
  const started = performance.now();
  const spentBefore = spent;
  let own = 0;
  const left = (): number => seconds * 1000 - (performance.now() - started) + (spent - spentBefore - own);
  const checkOwn = (): void => {
    if (left() <= 0) throw problem();
  };
  return {
    run(step) {
      // A step within a step is measured with it.
      if (check === checkOwn) return step();
      checkOwn();
      const outer = check;
      const begun = performance.now();
      check = checkOwn;
      try {
        return step();
      } finally {
        check = outer;
        const took = performance.now() - begun;
        own += took;
        spent += took;
        checkOwn();
      }
    },
    async race(work) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = new Promise<never>((_, reject) => {
        const wait = (): void => {
          const rest = left();
          if (rest <= 0) reject(problem());
          else timer = setTimeout(wait, Math.min(rest, MAX_TIMER));
        };
        wait();
      });
      try {
        return await Promise.race([work, end]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** A longer one would go off at once. */
const MAX_TIMER = 2 ** 31 - 1;

let calls = 0;

/** To be called in loops over what a file may repeat at will. Costs nothing where nothing is limited, and little elsewhere. */
export function checkTime(): void {
  if (check !== undefined && (++calls & 7) === 0) check();
}
