/** Quantities in objects, such as `500m`, `1.5Gi` and plain numbers, compared as the API server reads them. */
import type { Value } from "../../../../render/rendering.ts";
import { nanoUnits } from "../../../../text/index.ts";

/** The amount in billionths; undefined for what is no quantity. */
export function amountOf(value: Value | undefined): bigint | undefined {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  return typeof text === "string" ? nanoUnits(text.trim()) : undefined;
}

/** Negative if the first is less, zero if they are equal, positive if it is more; undefined if one is no quantity. */
export function compareQuantities(first: Value | undefined, second: Value | undefined): number | undefined {
  const [a, b] = [amountOf(first), amountOf(second)];
  if (a === undefined || b === undefined) return undefined;
  return a < b ? -1 : Number(a > b);
}

/** Tells whether a quantity is above zero, and at most a quarter of another one. */
export function isQuarterOrLess(value: Value | undefined, of: Value | undefined): boolean {
  const [a, b] = [amountOf(value), amountOf(of)];
  return a !== undefined && b !== undefined && a > 0n && 4n * a <= b;
}
