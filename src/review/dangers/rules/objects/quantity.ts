/** Quantities of Kubernetes, such as `500m` and `1.5Gi`, compared exactly. */
import type { Value } from "../../../../render/rendering.ts";

/** A longer text is no quantity: the API server refuses far shorter ones, and BigInts of any size cost time. */
const MAX_LENGTH = 64;
const MAX_EXPONENT = 40;

/** Nano, the smallest unit, is 1: all suffixes are whole numbers of it. */
const DECIMAL: Readonly<Record<string, number>> = { n: 0, u: 3, m: 6, "": 9, k: 12, M: 15, G: 18, T: 21, P: 24, E: 27 };
const BINARY = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,3}))?$/;

/** A quantity as a fraction: `numerator / 10^places` nano units. */
interface Quantity {
  readonly numerator: bigint;
  readonly places: number;
}

function parse(value: Value | undefined): Quantity | undefined {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  if (typeof text !== "string" || text.length > MAX_LENGTH) return undefined;
  const match = PATTERN.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", suffix = "", exponent = "0"] = match;
  if (whole + fraction === "" || Math.abs(Number(exponent)) > MAX_EXPONENT) return undefined;
  const digits = BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`);
  const binary = BINARY.indexOf(suffix);
  const scaled = binary < 0 ? digits : digits * 1024n ** BigInt(binary + 1);
  // The power of ten of the unit, less the digits behind the point. A negative one becomes places of the fraction.
  const power = (binary < 0 ? (DECIMAL[suffix] ?? 9) : 9) + Number(exponent) - fraction.length;
  return power >= 0 ? { numerator: scaled * 10n ** BigInt(power), places: 0 } : { numerator: scaled, places: -power };
}

/** Negative if the first is less, zero if they are equal, positive if it is more; undefined if one is no quantity. */
export function compareQuantities(first: Value | undefined, second: Value | undefined): number | undefined {
  const [a, b] = [parse(first), parse(second)];
  if (a === undefined || b === undefined) return undefined;
  const [left, right] = [a.numerator * 10n ** BigInt(b.places), b.numerator * 10n ** BigInt(a.places)];
  return left < right ? -1 : Number(left > right);
}

/** A quantity in nano units, rounded up as Kubernetes does; undefined for what is no quantity. */
export function nanoUnits(value: Value | undefined): bigint | undefined {
  const quantity = parse(value);
  if (quantity === undefined) return undefined;
  const unit = 10n ** BigInt(quantity.places);
  const whole = quantity.numerator / unit;
  return whole * unit < quantity.numerator ? whole + 1n : whole;
}

/** Tells whether a quantity is above zero, and at most a quarter of another one. */
export function isQuarterOrLess(value: Value | undefined, of: Value | undefined): boolean {
  const [a, b] = [parse(value), parse(of)];
  if (a === undefined || b === undefined || a.numerator <= 0n) return false;
  return 4n * a.numerator * 10n ** BigInt(b.places) <= b.numerator * 10n ** BigInt(a.places);
}
