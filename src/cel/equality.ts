/** Equality as CEL has it: values of different types differ, and numbers are compared by their values. */
import { meter } from "./meter.ts";
import { type CelValue, Duration, keyOfElements, UnsignedInt } from "./values.ts";

/** A value of a type of Kubernetes. */
export interface Comparable {
  equals(other: unknown): boolean;
}

export function areEqual(one: CelValue, other: CelValue): boolean {
  if (typeof one === "string" && typeof other === "string") meter().pay(Math.min(one.length, other.length));
  else meter().spend(1);
  if (one === other) return true;
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left !== undefined && right !== undefined) return areNumbersEqual(left, right);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && areListsEqual(one, other);
  if (one instanceof Map) return other instanceof Map && areMapsEqual(one, other);
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime();
  if (one instanceof Duration)
    return other instanceof Duration && one.seconds === other.seconds && one.nanos === other.nanos;
  if (one instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(one, other) === 0;
  if (isOptional(one)) {
    if (!isOptional(other) || one.hasValue() !== other.hasValue()) return false;
    return !one.hasValue() || areEqual(one.value(), other.value());
  }
  return "equals" in one && typeof one.equals === "function" && (one as Comparable).equals(other);
}

function areNumbersEqual(one: bigint | number, other: bigint | number): boolean {
  if (typeof one === typeof other) return one === other;
  const [whole, fraction] = typeof one === "bigint" ? [one, Number(other)] : [other as bigint, one];
  return Number.isInteger(fraction) && BigInt(fraction) === whole;
}

function numberOf(value: CelValue): bigint | number | undefined {
  if (typeof value === "bigint" || typeof value === "number") return value;
  return value instanceof UnsignedInt ? value.valueOf() : undefined;
}

interface Optional {
  hasValue(): boolean;
  value(): CelValue;
}

export function isOptional(value: unknown): value is Optional {
  return typeof value === "object" && value !== null && "hasValue" in value && "orValue" in value;
}

function areListsEqual(one: readonly CelValue[], other: readonly CelValue[]): boolean {
  if (one.length !== other.length) return false;
  const keyOf = keyOfElements(one) ?? keyOfElements(other);
  if (keyOf === undefined) return one.every((each, index) => areEqual(each, other[index]));
  meter().pay(one.length * 8);
  const known = new Map(other.map((each) => [keyOf(each), each]));
  return one.every((each) => {
    const key = keyOf(each);
    return known.has(key) && areEqual(each, known.get(key));
  });
}

function areMapsEqual(one: ReadonlyMap<unknown, CelValue>, other: ReadonlyMap<unknown, CelValue>): boolean {
  if (one.size !== other.size) return false;
  for (const [key, value] of one) if (!other.has(key) || !areEqual(value, other.get(key))) return false;
  return true;
}

/** Tells whether a list has an element, or a map a key. */
export function contains(collection: CelValue, wanted: CelValue): boolean | undefined {
  if (Array.isArray(collection)) return collection.some((each) => areEqual(each, wanted));
  if (!(collection instanceof Map)) return undefined;
  const number = numberOf(wanted);
  if (typeof number === "number" && Number.isInteger(number)) return collection.has(BigInt(number));
  return collection.has(number ?? wanted);
}

/** The order of two values of one type: negative if the first one is lower. Undefined for values that have none. */
export function compareValues(one: CelValue, other: CelValue): number | undefined {
  meter().spend(1);
  const [left, right] = [orderable(one), orderable(other)];
  if (left === undefined || right === undefined || (typeof left === "string") !== (typeof right === "string"))
    return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

function orderable(value: CelValue): bigint | number | string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.getTime();
  if (value instanceof Duration) return value.seconds * 1_000_000_000n + BigInt(value.nanos);
  return numberOf(value);
}
