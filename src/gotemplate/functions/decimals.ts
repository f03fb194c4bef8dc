import type { TemplateEffort } from "../effort.ts";
import { excess, refusal } from "../template-error.ts";

/** A decimal number: `digits` times ten to the power of `exponent`. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Longer numbers take too long. No float64 comes near. */
const MAX_SIZE = 10_000;

/** How many places behind the point a quotient has. */
const QUOTIENT_PLACES = 16;

/** The shortest decimal number that stands for a float64. @throws TemplateError for infinity and what is no number */
export function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value)) throw refusal(`${value} has no digits to calculate with`);
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

export function toFloat({ digits, exponent }: Decimal): number {
  return Number(`${digits}e${exponent}`);
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

export type Operation = "add" | "subtract" | "multiply" | "divide";

/** Calculates exactly, but for quotients, which are rounded to 16 places. @throws TemplateError for a division by zero */
export function calculate(one: Decimal, other: Decimal, operation: Operation, effort: TemplateEffort): Decimal {
  const size = one.digits.toString(16).length + Math.abs(one.exponent) + Math.abs(other.exponent);
  if (size > MAX_SIZE) throw excess("a calculation has too many digits");
  effort.spend(64 + size);
  if (operation === "multiply") return { digits: one.digits * other.digits, exponent: one.exponent + other.exponent };
  if (operation === "divide") return quotient(one, other);
  const exponent = Math.min(one.exponent, other.exponent);
  const [left, right] = [scaled(one, exponent), scaled(other, exponent)];
  return { digits: operation === "add" ? left + right : left - right, exponent };
}

function quotient(one: Decimal, other: Decimal): Decimal {
  if (other.digits === 0n) throw refusal("a number cannot be divided by zero");
  // A half goes away from zero.
  const shift = one.exponent - other.exponent + QUOTIENT_PLACES;
  const numerator = shift > 0 ? one.digits * 10n ** BigInt(shift) : one.digits;
  const denominator = shift < 0 ? other.digits * 10n ** BigInt(-shift) : other.digits;
  const isNegative = numerator < 0n !== denominator < 0n;
  const [above, below] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const rounded = (2n * above + below) / (2n * below);
  return { digits: isNegative ? -rounded : rounded, exponent: -QUOTIENT_PLACES };
}
