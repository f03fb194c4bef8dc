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

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([\da-f]*)(?:\.([\da-f]*))?p([+-]?\d+)$/i;
/** An underscore stands between digits. In a hexadecimal number, one may also follow the prefix. */
const MISPLACED = /^_|_$|__|_[^\da-f_]|[^\da-f_]_/i;

/**
 * Parses the argument of `float(text)` as Go does: decimal, or hexadecimal with a binary exponent, with underscores between
 * digits. Throws a fault if it is not a number or too large.
 */
export function parseFloating(text: string): number {
  if (text === "") throw new Fault("float: empty string");
  const named = NAMES.get(text.replace(/^[+-]/, "").toLowerCase());
  if (named !== undefined) return text.startsWith("-") ? -named : named;
  const value = text.includes("_") ? parsePlain(withoutUnderscores(text)) : parsePlain(text);
  if (value === undefined) throw new Fault(`invalid float literal: ${text}`);
  if (!Number.isFinite(value)) throw new Fault("floating-point number too large");
  return value;
}

/** Undefined if one is in a wrong place. */
function withoutUnderscores(text: string): string | undefined {
  const body = text.replace(/^[+-]/, "");
  const isHexadecimal = /^0x/i.test(body);
  const digits = isHexadecimal ? `0${body.slice(2)}` : body;
  // An `e` is a digit only in a hexadecimal number.
  const isMisplaced = MISPLACED.test(digits) || (!isHexadecimal && /e_|_e/i.test(digits));
  return isMisplaced ? undefined : text.replaceAll("_", "");
}

function parsePlain(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (DECIMAL.test(text)) return Number(text);
  const [, sign, whole = "", part = "", exponent = ""] = HEXADECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + part === "") return undefined;
  // Go does not count further digits of an exponent either.
  const power = Math.max(-99_999, Math.min(99_999, Number(exponent)));
  const value = scaled(BigInt(`0x${whole}${part}`), power - 4 * part.length);
  return sign === "-" ? -value : value;
}

const PRECISION = 53;
const MIN_POWER = -1074;

/** The float nearest to `digits * 2 ** power`; of two that are equally near, the even one. */
function scaled(digits: bigint, power: number): number {
  const written = digits.toString(16);
  const length = 4 * (written.length - 1) + (32 - Math.clz32(Number.parseInt(written.charAt(0), 16)));
  const dropped = Math.max(0, length - PRECISION, MIN_POWER - power);
  if (dropped === 0) return timesPower(Number(digits), power);
  const kept = digits >> BigInt(dropped);
  const rest = digits - (kept << BigInt(dropped));
  const half = 1n << BigInt(dropped - 1);
  const isUp = rest > half || (rest === half && kept % 2n === 1n);
  return timesPower(Number(isUp ? kept + 1n : kept), power + dropped);
}

/** In steps, since `2 ** power` alone may be out of range. */
function timesPower(value: number, power: number): number {
  let result = value;
  for (let left = power; left !== 0; ) {
    const step = Math.max(-1000, Math.min(1000, left));
    result *= 2 ** step;
    left -= step;
  }
  return result;
}
