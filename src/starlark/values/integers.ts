/** Integers of any size. Each integer has one form: a number if that is exact, otherwise a bigint. */
import { exceeded, Fault, type Meter } from "./meter.ts";

export type Integer = number | bigint;

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const HALF_RANGE = 2 ** 52;

/** The form of an integer. */
export function normal(value: bigint): Integer {
  return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value;
}

/** Counts an operation before it runs. `product` says that its cost grows with the product of the sizes. */
function charge(meter: Meter, x: Integer, y: Integer, product: boolean): void {
  const [a, b] = [bitsOf(x), bitsOf(y)];
  const bits = product ? a + b : Math.max(a, b);
  meter.allocate(32 + bits / 8);
  if (bits <= 256) return;
  if (bits > meter.limits.length / 64) {
    throw exceeded(`an integer of about ${bits} bits is longer than ${meter.limits.length / 64}`);
  }
  meter.work(product ? (a / 64) * (b / 64) * 0.02 + bits / 512 : bits / 512);
}

function bitsOf(value: Integer): number {
  if (typeof value === "number") return 64;
  return value > -(2n ** 128n) && value < 2n ** 128n ? 128 : value.toString(16).length * 4;
}

export function add(meter: Meter, x: Integer, y: Integer): Integer {
  if (typeof x === "number" && typeof y === "number") {
    const sum = x + y;
    if (sum <= MAX_SAFE && sum >= -MAX_SAFE) return sum;
  }
  charge(meter, x, y, false);
  return normal(BigInt(x) + BigInt(y));
}

export function subtract(meter: Meter, x: Integer, y: Integer): Integer {
  if (typeof x === "number" && typeof y === "number") {
    const difference = x - y;
    if (difference <= MAX_SAFE && difference >= -MAX_SAFE) return difference;
  }
  charge(meter, x, y, false);
  return normal(BigInt(x) - BigInt(y));
}

export function multiply(meter: Meter, x: Integer, y: Integer): Integer {
  if (typeof x === "number" && typeof y === "number") {
    const product = x * y;
    // Adding zero turns -0 into 0.
    if (product <= MAX_SAFE && product >= -MAX_SAFE) return product + 0;
  }
  charge(meter, x, y, true);
  return normal(BigInt(x) * BigInt(y));
}

/** `x // y`, rounded down. */
export function floorDivide(meter: Meter, x: Integer, y: Integer): Integer {
  if (y === 0) throw new Fault("floored division by zero");
  if (typeof x === "number" && typeof y === "number" && Math.abs(x) < HALF_RANGE && Math.abs(y) < HALF_RANGE) {
    return (x - modulo(meter, x, y)) / y + 0;
  }
  charge(meter, x, y, true);
  const [a, b] = [BigInt(x), BigInt(y)];
  const inexact = a % b !== 0n && a < 0n !== b < 0n;
  return normal(a / b - (inexact ? 1n : 0n));
}

/** `x % y`, with the sign of `y`. */
export function modulo(meter: Meter, x: number, y: number): number;
export function modulo(meter: Meter, x: Integer, y: Integer): Integer;
export function modulo(meter: Meter, x: Integer, y: Integer): Integer {
  if (y === 0) throw new Fault("integer modulo by zero");
  if (typeof x === "number" && typeof y === "number") {
    const rest = x % y;
    return rest === 0 ? 0 : rest < 0 !== y < 0 ? rest + y : rest;
  }
  charge(meter, x, y, true);
  const b = BigInt(y);
  const rest = BigInt(x) % b;
  return normal(rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest);
}

/** `|`, `&` or `^` of two's complements of unlimited length. */
export function bitwise(meter: Meter, operator: "|" | "&" | "^", x: Integer, y: Integer): Integer {
  if (typeof x === "number" && typeof y === "number" && (x | 0) === x && (y | 0) === y) {
    return operator === "|" ? x | y : operator === "&" ? x & y : x ^ y;
  }
  charge(meter, x, y, false);
  const [a, b] = [BigInt(x), BigInt(y)];
  return normal(operator === "|" ? a | b : operator === "&" ? a & b : a ^ b);
}

/** A shift to the left must be smaller than this, as in starlark-go. */
const MAX_SHIFT = 512;

export function shiftLeft(meter: Meter, x: Integer, count: number): Integer {
  if (count >= MAX_SHIFT) throw new Fault(`shift count too large: ${count}`, `Shift by less than ${MAX_SHIFT}.`);
  if (typeof x === "number") {
    const shifted = x * 2 ** count;
    if (shifted <= MAX_SAFE && shifted >= -MAX_SAFE) return shifted;
  }
  charge(meter, x, 2n ** BigInt(count), true);
  return normal(BigInt(x) << BigInt(count));
}

export function shiftRight(meter: Meter, x: Integer, count: number): Integer {
  if (typeof x === "number") return count > 60 ? (x < 0 ? -1 : 0) : Math.floor(x / 2 ** count) + 0;
  charge(meter, x, 0, false);
  return normal(x >> BigInt(count));
}

export function isInteger(value: unknown): value is Integer {
  return typeof value === "number" || typeof value === "bigint";
}

/** Tells whether a value is an integer of 32 bits. Counts and indexes have to be. */
export function isSmall(value: unknown): value is number {
  return typeof value === "number" && value >= -2147483648 && value <= 2147483647;
}

/** The digits of a number in a base from 2 to 36. */
export function digits(meter: Meter, value: Integer, base = 10): string {
  if (typeof value === "bigint") charge(meter, value, value, true);
  meter.text(bitsOf(value) / 3);
  return value.toString(base);
}

const PREFIXES = new Map([
  ["0o", 8],
  ["0x", 16],
  ["0b", 2],
]);

/** Parses the argument of `int(text, base)`. Undefined if it is not a number. Base 0 depends on the prefix. */
export function parseInteger(meter: Meter, text: string, base: number): Integer | undefined {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  let body = text.slice(sign.length);
  let radix = base;
  const prefixed = body.length > 2 ? PREFIXES.get(body.slice(0, 2).toLowerCase()) : undefined;
  if (prefixed !== undefined && (base === 0 || base === prefixed)) {
    body = body.slice(2);
    radix = prefixed;
  } else if (base === 0 && prefixed === undefined && /^0./.test(body)) {
    return /^0+$/.test(body) ? 0 : undefined;
  }
  if (radix === 0) radix = 10;
  const value = unsigned(meter, body.toLowerCase(), radix);
  if (value === undefined) return undefined;
  return normal(sign === "-" ? -value : value);
}

/** This many digits of any base fit a number exactly. */
const EXACT_DIGITS = 10;
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

function unsigned(meter: Meter, text: string, radix: number): bigint | undefined {
  if (text === "") return undefined;
  const bits = text.length * Math.ceil(Math.log2(radix));
  if (bits > meter.limits.length / 64) throw exceeded(`an integer of ${text.length} digits is too long`);
  for (const digit of text) {
    const value = DIGITS.indexOf(digit);
    if (value < 0 || value >= radix) return undefined;
  }
  meter.allocate(32 + bits / 8);
  meter.work((text.length * text.length) / 10_000 + 1);
  if (radix === 10) return BigInt(text);
  if (radix === 16) return BigInt(`0x${text}`);
  if (radix === 8) return BigInt(`0o${text}`);
  if (radix === 2) return BigInt(`0b${text}`);
  let value = 0n;
  for (let at = 0; at < text.length; at += EXACT_DIGITS) {
    const part = text.slice(at, at + EXACT_DIGITS);
    value = value * BigInt(radix ** part.length) + BigInt(Number.parseInt(part, radix));
  }
  return value;
}
