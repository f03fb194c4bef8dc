/** Timestamps and durations. */
import { CelFailure } from "../failure.ts";
import { Duration } from "../values.ts";
import type { Definition } from "./definition.ts";

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Reads a timestamp in RFC 3339. Undefined if it is none. */
export function parseTimestamp(text: string): Date | undefined {
  if (!RFC3339.test(text)) return undefined;
  const time = new Date(text);
  const day = Number(text.slice(8, 10));
  const isReal = day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return Number.isNaN(time.getTime()) || !isReal || text.slice(11, 13) === "24" ? undefined : time;
}

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const MAX_NANOS = 2n ** 63n;

/** Reads a duration as Go writes it, such as `1h30m` or `-1.5s`. Undefined if it is none. */
export function parseGoDuration(text: string): Duration | undefined {
  const match = /^([+-]?)((?:(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})(?:ns|us|µs|μs|ms|s|m|h)){1,100}|0)$/.exec(text);
  if (match === null) return undefined;
  const [, sign, parts = ""] = match;
  let nanos = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of parts.matchAll(/(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const size = UNITS[unit] ?? 0n;
    nanos += BigInt(whole || 0) * size + (BigInt(fraction || 0) * size) / 10n ** BigInt(fraction.length);
  }
  if (nanos >= MAX_NANOS) return undefined;
  return nanoseconds(sign === "-" ? -nanos : nanos);
}

function nanoseconds(nanos: bigint): Duration {
  return new Duration(nanos / 1_000_000_000n, Number(nanos % 1_000_000_000n));
}

function timestamp(text: string): Date {
  const time = parseTimestamp(text);
  if (time === undefined) throw new CelFailure("a text is no timestamp");
  return time;
}

function duration(text: string): Duration {
  const span = parseGoDuration(text);
  if (span === undefined) throw new CelFailure("a text is no duration");
  return span;
}

/** The fields of a moment in a time zone, as if it were UTC. */
function inZone(time: Date, zone: string): Date {
  const offset = /^([+-]?)(\d{2}):(\d{2})$/.exec(zone);
  if (offset !== null) {
    const [, sign, hours, minutes] = offset;
    const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(time.getTime() + (sign === "-" ? -shift : shift));
  }
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: zone === "" ? "UTC" : zone,
      calendar: "iso8601",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }).formatToParts(time);
    const part = (name: string): number => Number(parts.find(({ type }) => type === name)?.value ?? 0);
    const [year, month, day] = [part("year"), part("month") - 1, part("day")];
    const clock = [part("hour"), part("minute"), part("second")] as const;
    return new Date(Date.UTC(year, month, day, ...clock, time.getUTCMilliseconds()));
  } catch {
    throw new CelFailure("a time zone is not known");
  }
}

function dayOfYear(time: Date): number {
  return Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000);
}

const FIELDS: Readonly<Record<string, (time: Date) => number>> = {
  getFullYear: (time) => time.getUTCFullYear(),
  getMonth: (time) => time.getUTCMonth(),
  getDate: (time) => time.getUTCDate(),
  getDayOfMonth: (time) => time.getUTCDate() - 1,
  getDayOfWeek: (time) => time.getUTCDay(),
  getDayOfYear: dayOfYear,
  getHours: (time) => time.getUTCHours(),
  getMinutes: (time) => time.getUTCMinutes(),
  getSeconds: (time) => time.getUTCSeconds(),
  getMilliseconds: (time) => time.getUTCMilliseconds(),
};

const SPAN = "google.protobuf.Duration";
const TIME = "google.protobuf.Timestamp";

/** They replace those of the library, which read and count some of them otherwise. */
export const TIMES: readonly Definition[] = [
  [`timestamp(string): ${TIME}`, timestamp],
  [`timestamp(int): ${TIME}`, (seconds: bigint) => timeOf(Number(seconds) * 1000)],
  [`timestamp(${TIME}): ${TIME}`, (time: Date) => time],
  [`duration(string): ${SPAN}`, duration],
  [`duration(int): ${SPAN}`, nanoseconds],
  [`duration(${SPAN}): ${SPAN}`, (span: Duration) => span],
  ...Object.entries(FIELDS).flatMap(([name, field]): Definition[] => [
    [`${TIME}.${name}(): int`, (time: Date) => BigInt(field(time))],
    [`${TIME}.${name}(string): int`, (time: Date, zone: string) => BigInt(field(inZone(time, zone)))],
  ]),
  [`${SPAN}.getHours(): int`, ({ seconds }: Duration) => seconds / 3600n],
  [`${SPAN}.getMinutes(): int`, ({ seconds }: Duration) => seconds / 60n],
  [`${SPAN}.getSeconds(): int`, ({ seconds }: Duration) => seconds],
  [
    `${SPAN}.getMilliseconds(): int`,
    ({ seconds, nanos }: Duration) => seconds * 1000n + BigInt(Math.trunc(nanos / 1_000_000)),
  ],
];

function timeOf(milliseconds: number): Date {
  const isKnown = milliseconds >= -62_135_596_800_000 && milliseconds <= 253_402_300_799_999;
  if (!isKnown) throw new CelFailure("a timestamp is out of range");
  return new Date(milliseconds);
}
