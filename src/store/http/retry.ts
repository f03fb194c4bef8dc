/** Repeats attempts after transient failures. */
import { type HostFailure, Hosts } from "./hosts.ts";

/** Waits until the time is over or the signal is aborted. A port, so that tests need not wait. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface Attempt<T> {
  /** The result, or the error. */
  readonly outcome: T | Error;
  /** Milliseconds that the server asks to wait, 0 by default. Undefined if another attempt is of no use. */
  readonly retryAfter?: number | undefined;
  /** Set if the host cannot be reached. */
  readonly unreachable?: HostFailure | undefined;
}

export interface Patience {
  readonly sleep: Sleep;
  readonly signal?: AbortSignal | undefined;
  /** The hosts that cannot be reached, shared by all requests of a run. */
  readonly hosts?: Hosts | undefined;
  /** A random number from 0 to 1, to which pauses are proportional in part: not all clients shall come back at once. */
  readonly random?: (() => number) | undefined;
}

const MAX_TRIES = 3;
const FIRST_PAUSE = 500;
/** In milliseconds, without the random part. A longer wait counts as a refusal. */
const MAX_WAIT_MS = 30_000;

/**
 * Makes up to three attempts. Sources whose host cannot be reached wait for the first of them, which tries again for all.
 * @param attempt asks {@link Hosts.failureOf} before it connects
 * @throws the error of the last attempt
 */
export async function retrying<T>(attempt: () => Promise<Attempt<T>>, patience: Patience): Promise<T> {
  const { sleep, signal, hosts = new Hosts(), random = Math.random } = patience;
  let endTries: (() => void) | undefined;
  try {
    for (let tries = 1; ; tries++) {
      const { outcome, retryAfter, unreachable } = await attempt();
      if (!(outcome instanceof Error)) return outcome;
      if (retryAfter === undefined || retryAfter > MAX_WAIT_MS || tries === MAX_TRIES) {
        if (unreachable !== undefined) hosts.remember(unreachable);
        throw outcome;
      }
      if (unreachable !== undefined && endTries === undefined) {
        // Others may have ended their tries during this attempt.
        if (hosts.failureOf(unreachable.host, Number.POSITIVE_INFINITY) !== undefined) throw outcome;
        const others = hosts.triesOf(unreachable.host);
        if (others !== undefined) {
          await others;
          continue;
        }
        endTries = hosts.startTries(unreachable.host);
      }
      const pause = Math.max(retryAfter, FIRST_PAUSE * 4 ** (tries - 1));
      await sleep(pause + Math.round((random() * pause) / 2), signal);
      if (signal?.aborted) throw outcome;
    }
  } finally {
    endTries?.();
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

/** Tells whether the status is a transient failure. */
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
