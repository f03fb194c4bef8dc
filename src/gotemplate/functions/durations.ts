/** Durations in nanoseconds, as Go reads and prints them. */
import { fromBytes } from "../../text/index.ts";

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1000n],
  ["µs", 1000n],
  ["μs", 1000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const PIECE = /([0-9]*)(?:\.([0-9]*))?([^0-9.]+)/y;

/** The nanoseconds of a duration such as `1h30m`; undefined if the text is none, or does not fit into 64 bits. */
export function parseDurationExactly(bytes: string): bigint | undefined {
  const text = bytes.length > 200 ? undefined : fromBytes(bytes);
  if (text === undefined) return undefined;
  const isNegative = text.startsWith("-");
  const body = text.replace(/^[-+]/, "");
  if (body === "0") return 0n;
  if (body === "") return undefined;
  let total = 0n;
  for (PIECE.lastIndex = 0; PIECE.lastIndex < body.length; ) {
    const match = PIECE.exec(body);
    if (match === null) return undefined;
    const [, whole = "", fraction = "", name = ""] = match;
    const unit = UNITS.get(name);
    if (unit === undefined || whole + fraction === "") return undefined;
    total += BigInt(whole === "" ? 0 : whole) * unit;
    if (fraction !== "") total += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
    if (PIECE.lastIndex === body.length) break;
  }
  if (total > 2n ** 63n - (isNegative ? 0n : 1n)) return undefined;
  return isNegative ? -total : total;
}

/** A duration as Go prints it, such as `1h30m0s`. */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return "0s";
  const sign = nanoseconds < 0n ? "-" : "";
  const amount = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const second = 1_000_000_000n;
  if (amount < second) {
    const [unit, name] = amount < 1000n ? [1n, "ns"] : amount < 1_000_000n ? [1000n, "µs"] : [1_000_000n, "ms"];
    return `${sign}${fractional(amount, unit)}${name}`;
  }
  const all = amount / second;
  const seconds = `${fractional(amount % (60n * second), second)}s`;
  if (all < 60n) return sign + seconds;
  const minutes = (all / 60n) % 60n;
  return all < 3600n ? `${sign}${minutes}m${seconds}` : `${sign}${all / 3600n}h${minutes}m${seconds}`;
}

function fractional(amount: bigint, unit: bigint): string {
  const fraction = String(amount % unit)
    .padStart(String(unit).length - 1, "0")
    .replace(/0+$/, "");
  return fraction === "" || unit === 1n ? String(amount / unit) : `${amount / unit}.${fraction}`;
}
