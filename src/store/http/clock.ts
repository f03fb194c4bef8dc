/** Ends requests that take too long, and repeats them after transient failures. */
import { attempted, TooLate } from "./failures.ts";
import { type Attempt, type Patience, retrying } from "./retry.ts";

export interface Clock {
  readonly signal: AbortSignal;
  /** To be called for each part of a body. */
  readonly received: (bytes: number) => void;
  readonly stop: () => void;
}

/** A server that sends less, in bytes per second on average, is given up. It could hold up a run for hours. */
const MIN_RATE = 16 * 1024;

/** Ends a request that is not complete in time. */
export function startDeadline(seconds: number, outer: AbortSignal | undefined): Clock {
  const { signal, stop } = startClock(seconds, outer);
  return { signal, received: () => {}, stop };
}

/** Ends a download that receives nothing for so many seconds, or that is slower than {@link MIN_RATE} for as long. */
export function startWatch(seconds: number, outer: AbortSignal | undefined): Clock {
  const { signal, stop, timer, end } = startClock(seconds, outer);
  const start = Date.now();
  let total = 0;
  return {
    signal,
    received(bytes) {
      timer.refresh();
      total += bytes;
      const elapsed = (Date.now() - start) / 1000;
      if (elapsed > seconds + total / MIN_RATE) end("the server sends too slowly");
    },
    stop,
  };
}

interface Tries {
  /** For messages. */
  readonly name: string;
  /** The clock of each attempt. Default: {@link startDeadline}. */
  readonly start?: typeof startWatch;
  /** The verb for messages. Default: `read`. */
  readonly verb?: string;
}

/** Makes up to three attempts, each with a clock of its own. */
export function patiently<T>(
  patience: Patience & { readonly timeoutSeconds: number },
  { name, start = startDeadline, verb }: Tries,
  attempt: (clock: Clock) => Promise<Attempt<T>>,
): Promise<T> {
  return retrying(async () => {
    const clock = start(patience.timeoutSeconds, patience.signal);
    try {
      return await attempted(name, clock.signal, () => attempt(clock), verb);
    } finally {
      clock.stop();
    }
  }, patience);
}

function startClock(seconds: number, outer: AbortSignal | undefined) {
  const late = new AbortController();
  const end = (reason: string): void => late.abort(new TooLate(reason, seconds));
  const timer = setTimeout(() => end(`no answer within ${seconds} seconds`), seconds * 1000);
  const signal = outer === undefined ? late.signal : AbortSignal.any([late.signal, outer]);
  return { signal, stop: () => clearTimeout(timer), timer, end };
}
