/** Writes, parses, compares and converts 64-bit floats. */
import { formatFloat64 } from "../../yaml/index.ts";
import { type Integer, normal } from "./integers.ts";
import { Fault, type Meter } from "./meter.ts";

/** The float nearest to an integer. Throws a fault if the integer is too large. */
export function toFloat(value: Integer): number {
  const float = Number(value);
  if (!Number.isFinite(float)) throw new Fault("int too large to convert to float");
  return float;
}

/** The integer part of a float. Throws a fault for infinity and NaN. */
export function truncate(value: number): Integer {
  if (Number.isNaN(value)) throw new Fault("cannot convert float NaN to integer");
  if (!Number.isFinite(value)) throw new Fault("cannot convert float infinity to integer");
  return normal(BigInt(Math.trunc(value)));
}

/** Negative, zero or positive. NaN equals itself and is greater than all other numbers. */
export function compareNumbers(x: Integer, y: Integer): number {
  if (x < y) return -1;
  if (x > y) return 1;
  const [first, second] = [Number.isNaN(x), Number.isNaN(y)];
  return first === second ? 0 : first ? 1 : -1;
}

/** `x % y`, with the sign of `y`; by the rules of 2020, with the sign of `x`. */
export function floatModulo({ rulesOf2020 }: Meter, x: number, y: number): number {
  const rest = x % y;
  return !rulesOf2020 && x < 0 !== y < 0 && rest !== 0 ? rest + y : rest;
}

/** A float as `str` and `repr` write it. */
export function writeFloat({ rulesOf2020 }: Meter, value: number): string {
  return rulesOf2020 && Number.isFinite(value) ? inSixDigits(value) : formatted(value, "g", rulesOf2020);
}

/** A float for `%e`, `%f` and `%g`, in lower or upper case. */
export function formatFloat({ rulesOf2020 }: Meter, value: number, conversion: string): string {
  const lower = conversion.toLowerCase();
  const text = formatted(value, lower, rulesOf2020);
  return conversion === lower || !Number.isFinite(value) ? text : text.toUpperCase();
}

function formatted(value: number, conversion: string, rulesOf2020: boolean): string {
  if (!Number.isFinite(value)) {
    const [nan, infinity] = rulesOf2020 ? ["NaN", "Inf"] : ["nan", "inf"];
    return Number.isNaN(value) ? nan : `${value > 0 ? "+" : "-"}${infinity}`;
  }
  if (conversion === "f") return fixed(value);
  if (conversion === "e") return scientific(value);
  return rulesOf2020 ? formatFloat64(value) : shortest(value);
}

function inSixDigits(value: number): string {
  if (value === 0) return formatFloat64(value);
  const power = powerOf(value);
  const digits = rounded(Math.abs(value), 5 - power);
  return formatFloat64(Math.sign(value) * Number(`${digits}e${power - 5}`));
}

/** The power of ten of the first digit. */
function powerOf(value: number): number {
  return Number(value.toExponential(20).split("e")[1]);
}

/** The fewest digits that identify the float, and always a `.` or an exponent. */
function shortest(value: number): string {
  const text = formatFloat64(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function scientific(value: number): string {
  if (value === 0) return `${Object.is(value, -0) ? "-" : ""}0.000000e+00`;
  const power = powerOf(value);
  let digits = String(rounded(Math.abs(value), 6 - power));
  let exponent = power;
  if (digits.length > 7) {
    digits = digits.slice(0, 7);
    exponent++;
  }
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${value < 0 ? "-" : ""}${digits[0]}.${digits.slice(1)}e${exponent < 0 ? "-" : "+"}${size}`;
}

function fixed(value: number): string {
  const digits = String(rounded(Math.abs(value), 6)).padStart(7, "0");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/**
 * `value * 10 ** places`, rounded to the nearest integer. Ties go to the even integer; JavaScript would round them up.
 */
function rounded(value: number, places: number): bigint {
  let [numerator, denominator] = fraction(value);
  if (places >= 0) numerator *= 10n ** BigInt(places);
  else denominator *= 10n ** BigInt(-places);
  const whole = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && whole % 2n === 1n)) return whole + 1n;
  return whole;
}

/** The exact value of a float as numerator and denominator, without its sign. */
function fraction(value: number): [bigint, bigint] {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const mantissa = (raw & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n);
  const shift = (exponent === 0 ? 1 : exponent) - 1075;
  return shift >= 0 ? [mantissa << BigInt(shift), 1n] : [mantissa, 1n << BigInt(-shift)];
}

const NAMES = new Map([
  ["inf", Number.POSITIVE_INFINITY],
  ["infinity", Number.POSITIVE_INFINITY],
  ["nan", Number.NaN],
]);

/** Parses the argument of `float(text)`. Throws a fault if it is not a number or too large. */
export function parseFloating(text: string): number {
  const [, sign = "", body = ""] = /^([+-]?)([^]*)$/.exec(text) ?? [];
  const named = NAMES.get(body.toLowerCase());
  if (named !== undefined) return sign === "-" ? -named : named;
  if (text === "") throw new Fault("float: empty string");
  if (!/^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(body)) throw new Fault(`invalid float literal: ${text}`);
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Fault("floating-point number too large");
  return value;
}
