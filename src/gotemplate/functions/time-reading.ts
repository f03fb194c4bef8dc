/** Reads times by layouts. */
import { DAYS, MONTHS, PART } from "./time-layout.ts";

/** A moment that was read. */
export interface ReadMoment {
  /** Since 1970. */
  readonly seconds: bigint;
  readonly nanoseconds: number;
  /** The seconds that the zone adds. */
  readonly offset: number;
}

/** The parts of a time that were read. */
interface Reading {
  year: number;
  month: number;
  day: number;
  yearDay: number;
  hour: number;
  minute: number;
  second: number;
  nanoseconds: number;
  isAfternoon: boolean | undefined;
  offset: number;
}

/** The texts that each part of a layout matches. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^2006$/, "[0-9]{4}"],
  [/^(?:06|02|01)$/, "[0-9]{2}"],
  [/^(?:03|04|05)$/, "[0-9]{2}"],
  [/^January$/, MONTHS.join("|")],
  [/^Jan$/, MONTHS.map((name) => name.slice(0, 3)).join("|")],
  [/^Monday$/, DAYS.join("|")],
  [/^Mon$/, DAYS.map((name) => name.slice(0, 3)).join("|")],
  [/^_2$/, " ?[0-9]{1,2}"],
  [/^(?:[1-5]|15)$/, "[0-9]{1,2}"],
  [/^002$/, "[0-9]{3}"],
  [/^__2$/, " {0,2}[0-9]{1,3}"],
  [/^PM$/, "AM|PM"],
  [/^pm$/, "am|pm"],
  [/^MST$/, "UTC"],
  [/^[.,]9/, "(?:[.,][0-9]+)?"],
  [/^Z07:00:00$/, "Z|[-+][0-9]{2}:[0-9]{2}:[0-9]{2}"],
  [/^Z070000$/, "Z|[-+][0-9]{6}"],
  [/^Z07:00$/, "Z|[-+][0-9]{2}:[0-9]{2}"],
  [/^Z0700$/, "Z|[-+][0-9]{4}"],
  [/^Z07$/, "Z|[-+][0-9]{2}"],
  [/^-07:00:00$/, "[-+][0-9]{2}:[0-9]{2}:[0-9]{2}"],
  [/^-070000$/, "[-+][0-9]{6}"],
  [/^-07:00$/, "[-+][0-9]{2}:[0-9]{2}"],
  [/^-0700$/, "[-+][0-9]{4}"],
  [/^-07$/, "[-+][0-9]{2}"],
];

/** Reads a time by a layout; undefined if the text is not in this form, or no time. */
export function parseTime(layout: string, text: string): ReadMoment | undefined {
  const reading: Reading = {
    year: 0,
    month: -1,
    day: -1,
    yearDay: -1,
    hour: 0,
    minute: 0,
    second: 0,
    nanoseconds: 0,
    isAfternoon: undefined,
    offset: 0,
  };
  let [at, done] = [0, 0];
  const readLiteral = (literal: string): boolean => {
    if (!text.startsWith(literal, at)) return false;
    at += literal.length;
    return true;
  };
  for (const match of layout.matchAll(PART)) {
    const [part] = match;
    if (!readLiteral(layout.slice(done, match.index))) return undefined;
    done = match.index + part.length;
    const value = read(part, text, at);
    if (value === undefined) return undefined;
    at += value.length;
    note(reading, part, value);
    // Go takes a fraction behind the seconds, unless it is the next part of the layout.
    if (/^0?5$/.test(part) && !/^[.,]/.test(layout.slice(done).match(PART)?.[0] ?? "")) {
      const behind = read(".9", text, at);
      at += behind?.length ?? 0;
      if (behind) note(reading, ".9", behind);
    }
  }
  if (!readLiteral(layout.slice(done)) || at !== text.length) return undefined;
  return timeOf(reading);
}

function read(part: string, text: string, at: number): string | undefined {
  const fixed = /^[.,]0+$/.test(part) ? `[.,][0-9]{${part.length - 1}}` : undefined;
  const pattern = fixed ?? PATTERNS.find(([form]) => form.test(part))?.[1];
  if (pattern === undefined || part.length > 40) return undefined;
  const names = /^(?:Jan|Mon)/.test(part) ? "iy" : "y";
  const found = new RegExp(`(?:${pattern})`, names);
  found.lastIndex = at;
  return found.exec(text)?.[0];
}

function note(reading: Reading, part: string, value: string): void {
  const number = Number(value);
  switch (part) {
    case "2006":
      reading.year = number;
      return;
    case "06":
      reading.year = number + (number >= 69 ? 1900 : 2000);
      return;
    case "January":
    case "Jan":
      reading.month =
        MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === value.slice(0, 3).toLowerCase()) + 1;
      return;
    case "01":
    case "1":
      reading.month = number;
      return;
    case "02":
    case "2":
    case "_2":
      reading.day = number;
      return;
    case "002":
    case "__2":
      reading.yearDay = number;
      return;
    case "15":
      reading.hour = number;
      return;
    case "03":
    case "3":
      reading.hour = number > 12 ? Number.NaN : number;
      return;
    case "04":
    case "4":
      reading.minute = number;
      return;
    case "05":
    case "5":
      reading.second = number;
      return;
    case "PM":
    case "pm":
      reading.isAfternoon = value.toUpperCase() === "PM";
      return;
  }
  if (/^[.,]/.test(part)) reading.nanoseconds = Number(value.slice(1, 10).padEnd(9, "0"));
  else if (/^[-Z]07/.test(part) && value !== "Z") {
    const [hours = 0, minutes = 0, seconds = 0] = (value.match(/[0-9]{2}/g) ?? []).map(Number);
    reading.offset = (hours * 3600 + minutes * 60 + seconds) * (value.startsWith("-") ? -1 : 1);
  }
}

function timeOf(reading: Reading): ReadMoment | undefined {
  const { year, yearDay, minute, second, nanoseconds, isAfternoon, offset } = reading;
  let { month, day, hour } = reading;
  if (isAfternoon !== undefined) hour = isAfternoon && hour < 12 ? hour + 12 : !isAfternoon && hour === 12 ? 0 : hour;
  if (yearDay >= 0) {
    const date = new Date(Date.UTC(2000, 0, 1));
    date.setUTCFullYear(year, 0, 1);
    date.setUTCDate(yearDay);
    if (yearDay < 1 || date.getUTCFullYear() !== year) return undefined;
    if (month >= 0 && month !== date.getUTCMonth() + 1) return undefined;
    if (day >= 0 && day !== date.getUTCDate()) return undefined;
    month = date.getUTCMonth() + 1;
    day = date.getUTCDate();
  } else {
    month = month < 0 ? 1 : month;
    day = day < 0 ? 1 : day;
  }
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  const isDay = month >= 1 && month <= 12 && day >= 1 && date.getUTCMonth() === month - 1;
  if (!isDay || !(hour < 24) || minute > 59 || second > 59) return undefined;
  const days = BigInt(Math.round(date.getTime() / 86_400_000));
  const seconds = days * 86_400n + BigInt(hour * 3600 + minute * 60 + second - offset);
  return { seconds, nanoseconds, offset };
}
