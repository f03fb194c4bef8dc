/** Retries requests to GitHub: which failures, how often, and after how long. */

/** The time as a port, so that tests do not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
};

/** A failed request: the fields of @octokit/request-error that are used here. */
export interface RequestFailure {
  readonly status?: number;
  readonly message?: string;
  readonly response?: {
    readonly headers?: Readonly<Record<string, string | number | undefined>>;
    readonly data?: unknown;
  };
}

export const MAX_TRIES = 3;
/** Milliseconds. A rate limit that lasts longer is reported at once. */
export const MAX_WAIT_MS = 60_000;
/** Milliseconds that GitHub asks for where a rate limit names no time. */
const DEFAULT_WAIT = 60_000;
/** Milliseconds; doubles with each try. */
const FIRST_PAUSE = 1_000;

/**
 * Runs `attempt` until it succeeds, fails for good, or has failed {@link MAX_TRIES} times.
 *
 * @param recover called before another try to find out whether the failed one succeeded after all: a request whose answer
 *   was lost may still have created something
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  clock: Clock,
  recover?: () => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (thrown) {
      const wait = tries < MAX_TRIES ? waitBeforeRetry(thrown as RequestFailure, tries, clock) : undefined;
      if (wait === undefined) throw thrown;
      await clock.sleep(wait);
      const recovered = await recover?.();
      if (recovered !== undefined) return recovered;
    }
  }
}

/** True if GitHub refused the request because of a rate limit: 429, or a 403 that says so. */
export function isRateLimit(failed: RequestFailure): boolean {
  if (failed.status === 429) return true;
  if (failed.status !== 403) return false;
  const inWords = /secondary rate limit|rate limit exceeded/i.test(failed.message ?? "");
  return inWords || header(failed, "retry-after") !== undefined || isExhausted(failed);
}

/** Milliseconds until a rate limit ends, or {@link DEFAULT_WAIT} where the answer does not say. */
export function rateLimitWait(failed: RequestFailure, clock: Clock): number {
  const retryAfter = header(failed, "retry-after");
  if (retryAfter !== undefined) return Math.max(0, retryAfter * 1000);
  const reset = header(failed, "x-ratelimit-reset");
  return isExhausted(failed) && reset !== undefined ? Math.max(0, reset * 1000 - clock.now()) : DEFAULT_WAIT;
}

/** True if no answer came at all. Octokit gives such failures status 500 and no response. */
export function isNetworkFailure(failed: RequestFailure): boolean {
  return failed.response === undefined && failed.status === 500;
}

/** Milliseconds to wait before the next try; undefined for a failure that is final. */
function waitBeforeRetry(failed: RequestFailure, tries: number, clock: Clock): number | undefined {
  const backoff = FIRST_PAUSE * 2 ** (tries - 1) * (1 + clock.random());
  if (isRateLimit(failed)) {
    const wait = rateLimitWait(failed, clock);
    return wait > MAX_WAIT_MS ? undefined : wait + FIRST_PAUSE * clock.random();
  }
  const transient = [502, 503, 504].includes(failed.status ?? 0) || isNetworkFailure(failed);
  return transient ? backoff : undefined;
}

function isExhausted(failed: RequestFailure): boolean {
  return header(failed, "x-ratelimit-remaining") === 0;
}

/** The value of a header that is a whole number. */
function header(failed: RequestFailure, name: string): number | undefined {
  const value = failed.response?.headers?.[name];
  return value !== undefined && /^\d{1,12}$/.test(String(value)) ? Number(value) : undefined;
}
