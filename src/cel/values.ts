/** Values of CEL: those of objects as the API server hands them to expressions, and what expressions return. */
import { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import type { Value } from "../yaml/index.ts";
import { isMap } from "../yaml/index.ts";

/** A value of CEL. Integers are bigints, doubles numbers, timestamps dates. */
export type CelValue = unknown;

const converted = new WeakMap<object, CelValue>();

/** The value of an object of Kubernetes, as JSON has it: numbers without a fraction are integers. Each part is converted once. */
export function celValue(value: Value): CelValue {
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  const known = converted.get(value);
  if (known !== undefined) return known;
  // Maps have any keys, also those that objects of JavaScript take for something else.
  const made = Array.isArray(value)
    ? value.map(celValue)
    : new Map(Object.entries(value).map(([key, each]) => [key, celValue(each)]));
  converted.set(value, made);
  return made;
}

/** The value as JSON has it; undefined for a value that JSON lacks. */
export function plainValue(value: CelValue): Value | undefined {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value as Value;
  if (value instanceof UnsignedInt) return plainValue(value.valueOf());
  if (Array.isArray(value)) return value.map((each) => plainValue(each) ?? null);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, each]) => [String(key), plainValue(each) ?? null]));
  return undefined;
}

export { Duration, isMap, UnsignedInt };

/** The elements of lists that have keys do not count as ordered. */
const keyed = new WeakMap<object, (element: CelValue) => string>();

/** Says that a list is a set (`x-kubernetes-list-type: set`), or a map whose elements have keys. */
export function unordered(list: readonly CelValue[], keyOf: (element: CelValue) => string): readonly CelValue[] {
  keyed.set(list, keyOf);
  return list;
}

export function keyOfElements(list: object): ((element: CelValue) => string) | undefined {
  return keyed.get(list);
}
