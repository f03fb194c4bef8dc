/** Parses durations in Go syntax. */

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-9],
  ["us", 1e-6],
  ["µs", 1e-6],
  ["μs", 1e-6],
  ["ms", 1e-3],
  ["s", 1],
  ["m", 60],
  ["h", 3600],
]);

/** The seconds of a duration such as `1h30m` or `-1.5s`. Undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  const body = text.slice(sign.length);
  if (body === "0") return 0;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)[^\d.]+)+$/.test(body)) return undefined;
  let seconds = 0;
  for (const [, number = "", name = ""] of body.matchAll(/([\d.]+)([^\d.]+)/g)) {
    const unit = UNITS.get(name);
    if (unit === undefined) return undefined;
    seconds += Number(number) * unit;
  }
  return sign === "-" ? -seconds : seconds;
}
