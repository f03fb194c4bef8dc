/** Reads dates and times as go-yaml does (docs/specification/yaml-reading.md 3.3). */

const PATTERN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[+-]\d\d:\d\d))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?))?$/;

/** Reads a timestamp. Returns it in RFC 3339 with up to nine decimals, or undefined if the text is not a timestamp. */
export function readTimestamp(text: string): string | undefined {
  if (text.charCodeAt(4) !== 45) return undefined;
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, year = "", month = "", day = ""] = match;
  const hour = match[4] ?? match[9] ?? "0";
  const minute = match[5] ?? match[10] ?? "0";
  const second = match[6] ?? match[11] ?? "0";
  const zone = match[8] ?? "Z";
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (zone !== "Z" && (Number(zone.slice(1, 3)) > 24 || Number(zone.slice(4)) > 60)) return undefined;
  const fraction = (match[7] ?? match[12] ?? "").slice(0, 9).replace(/0+$/, "");
  const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction === "" ? "" : `.${fraction}`}`;
  return `${year}-${pad(month)}-${pad(day)}T${clock}${normalZone(zone)}`;
}

/**
 * Tells whether Go can write a timestamp from {@link readTimestamp} as JSON: its zone must be less than 24 hours from UTC.
 */
export function hasJsonZone(instant: string): boolean {
  return !/[+-]2[4-9]:\d\d$/.test(instant);
}

function normalZone(zone: string): string {
  if (zone === "Z") return "Z";
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  if (minutes === 0) return "Z";
  return `${zone.charAt(0)}${pad(String(Math.floor(minutes / 60)))}:${pad(String(minutes % 60))}`;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

function pad(digits: string): string {
  return digits.padStart(2, "0");
}
