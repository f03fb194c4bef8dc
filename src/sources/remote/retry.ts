/** Repeats attempts after transient failures. */

/** Waits until the time is over or the signal is aborted. A port, so that tests need not wait. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface Attempt<T> {
  /** The result, or the error. */
  readonly outcome: T | Error;
  /** Milliseconds that the server asks to wait, 0 by default. Undefined if another attempt is of no use. */
  readonly retryAfter?: number | undefined;
}

const MAX_TRIES = 3;
const FIRST_PAUSE = 500;
/** In milliseconds. A longer wait counts as a refusal. */
const LONGEST_WAIT = 30_000;

/** Makes up to three attempts. @throws the error of the last one */
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

/** Whether the status is a transient failure. */
export function isTransientStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** Milliseconds from the header Retry-After, which is a number of seconds or a date. 0 for other values. */
export function retryAfterOf(header: string | undefined, now: number = Date.now()): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
