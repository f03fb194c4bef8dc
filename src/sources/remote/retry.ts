/** Another try for what failed by accident, and never for what was refused. */

/** Waits until the time is over or the signal is given; a port, so that tests need not. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface Attempt<T> {
  /** What came of it, or what went wrong. */
  readonly outcome: T | Error;
  /** Milliseconds that the server asks to wait; 0 where it says nothing. Undefined when another try is of no use. */
  readonly retryAfter?: number | undefined;
}

const MAX_TRIES = 3;
const FIRST_PAUSE = 500;
/** A server that asks for more patience than this has refused. */
const LONGEST_WAIT = 30_000;

/** @throws the Error of the last attempt */
export async function retrying<T>(attempt: () => Promise<Attempt<T>>, sleep: Sleep, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    const { outcome, retryAfter } = await attempt();
    if (!(outcome instanceof Error)) return outcome;
    if (retryAfter === undefined || retryAfter > LONGEST_WAIT || tries === MAX_TRIES) throw outcome;
    await sleep(Math.max(retryAfter, FIRST_PAUSE * 4 ** (tries - 1)), signal);
    if (signal?.aborted) throw outcome;
  }
}

export const sleepFor: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done, { once: true });
  });

/** Whether a server that answers with this status may answer otherwise soon. */
export function isTransientStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** Milliseconds from the header Retry-After, a number of seconds or a date; 0 where it says neither. */
export function retryAfterOf(header: string | undefined, now: number = Date.now()): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
