/** Layouts of times: Go writes down how the second of January 2006 looks. */

/** The day and the time of a moment in its zone. */
export interface Clock {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** From 0 for Sunday. */
  readonly weekday: number;
  /** From 1. */
  readonly yearDay: number;
}

/** A moment in a zone. */
export interface Moment {
  readonly clock: Clock;
  readonly nanoseconds: number;
  /** The seconds that the zone adds. */
  readonly offset: number;
}

export const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
export const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** The parts of a layout that stand for something. Those that begin with others come first. */
export const PART =
  /January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|2006|__2|002|_2(?!006)|0[1-6]|15|PM|pm|Z07:00:00|Z070000|Z07:00|Z0700|Z07|-07:00:00|-070000|-07:00|-0700|-07|[.,](?:0+|9+)(?![0-9])|[1-5]/g;

const pad = (value: number, width: number): string => {
  const digits = String(Math.abs(value)).padStart(width, "0");
  return value < 0 ? `-${digits}` : digits;
};

/** Writes a time by a layout. */
export function formatTime(layout: string, time: Moment): string {
  const { clock } = time;
  return layout.replace(PART, (part) => formatPart(part, clock, time));
}

function formatPart(part: string, clock: Clock, time: Moment): string {
  const { year, month, day, hour, minute, second, weekday, yearDay } = clock;
  switch (part) {
    case "2006":
      return pad(year, 4);
    case "06":
      return pad(Math.abs(year) % 100, 2);
    case "January":
      return MONTHS[month - 1] as string;
    case "Jan":
      return (MONTHS[month - 1] as string).slice(0, 3);
    case "01":
      return pad(month, 2);
    case "1":
      return String(month);
    case "Monday":
      return DAYS[weekday] as string;
    case "Mon":
      return (DAYS[weekday] as string).slice(0, 3);
    case "02":
      return pad(day, 2);
    case "_2":
      return String(day).padStart(2);
    case "2":
      return String(day);
    case "002":
      return pad(yearDay, 3);
    case "__2":
      return String(yearDay).padStart(3);
    case "15":
      return pad(hour, 2);
    case "03":
      return pad(hour % 12 || 12, 2);
    case "3":
      return String(hour % 12 || 12);
    case "04":
      return pad(minute, 2);
    case "4":
      return String(minute);
    case "05":
      return pad(second, 2);
    case "5":
      return String(second);
    case "PM":
      return hour < 12 ? "AM" : "PM";
    case "pm":
      return hour < 12 ? "am" : "pm";
    case "MST":
      return zoneName(time.offset);
  }
  return /^[.,]/.test(part) ? fraction(part, time.nanoseconds) : zoneOffset(part, time.offset);
}

function fraction(part: string, nanoseconds: number): string {
  const count = Math.min(part.length - 1, 9);
  const digits = pad(nanoseconds, 9).slice(0, count);
  if (part[1] === "0") return (part[0] as string) + digits;
  const short = digits.replace(/0+$/, "");
  return short === "" ? "" : (part[0] as string) + short;
}

function zoneName(offset: number): string {
  return offset === 0 ? "UTC" : zoneOffset("-0700", offset);
}

function zoneOffset(part: string, offset: number): string {
  if (part.startsWith("Z") && offset === 0) return "Z";
  const amount = Math.abs(offset);
  const numbers = [Math.floor(amount / 3600), Math.floor(amount / 60) % 60, amount % 60].map((number) =>
    pad(number, 2),
  );
  const count = part.replace(/[^0-9]/g, "").length / 2;
  return (offset < 0 ? "-" : "+") + numbers.slice(0, count).join(part.includes(":") ? ":" : "");
}
