/** Reads the values of options, and refuses illegal ones as wrong usage. */
import { KrmError } from "../../diagnostics.ts";
import { parseDuration } from "../../text/index.ts";
import { type Invocation, UsageError } from "../command.ts";

/** @throws UsageError unless the value is a whole number above 0, of six digits at most */
export function positiveInteger(invocation: Invocation, name: string): number | undefined {
  const text = invocation.value(name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw illegal(text, name, "expected a whole number above 0");
}

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** A size above 0 in bytes, such as `500MiB`, `2G` or `1048576`. All units are powers of 1024. */
export function byteSize(invocation: Invocation, name: string): number | undefined {
  const text = invocation.value(name);
  if (text === undefined) return undefined;
  const [, digits, unit = ""] = /^(\d{1,9}|\d{1,15}(?=$))(?:([kmgt])(?:i?b)?)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  if (bytes > 0) return bytes;
  throw illegal(text, name, "expected a size such as 500MiB or 2GiB");
}

/** A count for which 0 means no limit. */
export function limitedCount(invocation: Invocation, name: string): number {
  const text = invocation.value(name) ?? "0";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw illegal(text, name, "expected a number, or 0 for no limit");
}

/**
 * A time above 0, in seconds.
 * @param below the value must be less than this
 */
export function positiveSeconds(
  invocation: Invocation,
  name: string,
  below = Number.POSITIVE_INFINITY,
): number | undefined {
  const text = invocation.value(name);
  if (text === undefined) return undefined;
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds > 0 && seconds < below) return seconds;
  throw illegal(text, name, "expected a time such as 90s or 5m");
}

/** A time in seconds for which 0 means no limit. */
export function limitedSeconds(invocation: Invocation, name: string): number {
  const text = invocation.value(name) ?? "0";
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds >= 0 && Number.isFinite(seconds)) return seconds;
  throw illegal(text, name, "expected a time such as 10m, or 0 for no limit");
}

/** The error for a value that an option does not take. */
export function illegal(text: string, name: string, expected: string): UsageError {
  return new UsageError(`illegal value "${text}" for --${name}: ${expected}`);
}

/** Returns the result of `read`. @throws UsageError for a KrmError of `read` */
export function asUsage<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [problem] = error instanceof KrmError ? error.diagnostics : [];
    if (problem === undefined) throw error;
    const { message, hint } = problem;
    throw new UsageError(message.includes(`--${name}`) ? message : `--${name}: ${message}`, hint);
  }
}
