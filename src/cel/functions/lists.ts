/** Functions on lists: those of Kubernetes, those of the extension `lists` of cel-go in version 3, and `sets`. */
import { areEqual, compareValues } from "../equality.ts";
import { CelFailure } from "../failure.ts";
import { meter } from "../meter.ts";
import { type CelValue, Duration, UnsignedInt } from "../values.ts";
import type { Definition } from "./definition.ts";

type List = readonly CelValue[];

function order(one: CelValue, other: CelValue): number {
  const compared = compareValues(one, other);
  if (compared === undefined) throw new CelFailure("elements of a list cannot be compared");
  return compared;
}

function isSorted(list: List): boolean {
  return list.every((each, index) => index === 0 || order(list[index - 1], each) <= 0);
}

/** The lowest element, or the highest one. */
function extreme(list: List, sign: 1 | -1): CelValue {
  if (list.length === 0) throw new CelFailure("an empty list has no least and no greatest element");
  return list.reduce((found, each) => (order(each, found) * sign < 0 ? each : found));
}

function sum(list: List): CelValue {
  meter().pay(list.length);
  const zero = typeof list[0] === "number" ? 0 : list[0] instanceof UnsignedInt ? new UnsignedInt(0n) : 0n;
  return list.reduce(added, list[0] instanceof Duration ? new Duration(0n) : zero);
}

function added(one: CelValue, other: CelValue): CelValue {
  if (typeof one === "bigint" && typeof other === "bigint") {
    const result = one + other;
    if (BigInt.asIntN(64, result) !== result) throw new CelFailure("a number is out of range");
    return result;
  }
  if (typeof one === "number" && typeof other === "number") return one + other;
  if (one instanceof UnsignedInt && other instanceof UnsignedInt)
    return new UnsignedInt(one.valueOf() + other.valueOf());
  if (one instanceof Duration && other instanceof Duration) return one.addDuration(other);
  throw new CelFailure("elements of a list cannot be added");
}

function slice(list: List, start: bigint, end: bigint): List {
  const isInside = start >= 0n && end >= start && end <= BigInt(list.length);
  if (!isInside) throw new CelFailure("a part of a list is out of range");
  return list.slice(Number(start), Number(end));
}

function flattened(list: List, depth = 1n): List {
  if (depth < 0n) throw new CelFailure("a depth is below 0");
  meter().pay(list.length * 8);
  return list.flatMap((each) => (!Array.isArray(each) ? [each] : depth <= 1n ? each : flattened(each, depth - 1n)));
}

function distinct(list: List): List {
  const found: CelValue[] = [];
  for (const each of list) if (!found.some((known) => areEqual(known, each))) found.push(each);
  return found;
}

function range(count: bigint): List {
  if (count > 1_000_000n) throw new CelFailure("a list gets longer than 1000000 elements");
  meter().pay(Number(count) * 32);
  return Array.from({ length: Math.max(0, Number(count)) }, (_, index) => BigInt(index));
}

function indexOf(list: List, wanted: CelValue): bigint {
  return BigInt(list.findIndex((each) => areEqual(each, wanted)));
}

function lastIndexOf(list: List, wanted: CelValue): bigint {
  return BigInt(list.findLastIndex((each) => areEqual(each, wanted)));
}

function has(list: List, wanted: CelValue): boolean {
  return list.some((each) => areEqual(each, wanted));
}

function hasAll(list: List, wanted: List): boolean {
  return wanted.every((each) => has(list, each));
}

/** The elements in the order of keys. */
export function sortedBy(list: List, keys: List): List {
  meter().pay(list.length * 8);
  const positions = list.map((_, index) => index);
  return positions.sort((one, other) => order(keys[one], keys[other])).map((index) => list[index]);
}

export const LISTS: readonly Definition[] = [
  ["list.isSorted(): bool", isSorted],
  ["list.sum(): dyn", sum],
  ["list.min(): dyn", (list: List) => extreme(list, 1)],
  ["list.max(): dyn", (list: List) => extreme(list, -1)],
  ["list.slice(int, int): list", slice],
  ["list.flatten(): list", flattened],
  ["list.flatten(int): list", flattened],
  ["list.distinct(): list", distinct],
  ["list.reverse(): list", (list: List) => [...list].reverse()],
  ["list.sort(): list", (list: List) => sortedBy(list, list)],
  [
    "dyn.includes(dyn): bool",
    (value: CelValue, wanted: CelValue) => (Array.isArray(value) ? has(value, wanted) : areEqual(value, wanted)),
  ],
  ["Lists.range(int): list<int>", (_: unknown, count: bigint) => range(count)],
  ["Sets.contains(list, list): bool", (_: unknown, list: List, wanted: List) => hasAll(list, wanted)],
  [
    "Sets.equivalent(list, list): bool",
    (_: unknown, one: List, other: List) => hasAll(one, other) && hasAll(other, one),
  ],
  ["Sets.intersects(list, list): bool", (_: unknown, one: List, other: List) => one.some((each) => has(other, each))],
];

/** Methods of lists with names that texts have, too. */
export const LIST_POSITIONS: readonly Definition[] = [
  ["list.indexOf(dyn): int", indexOf],
  ["list.lastIndexOf(dyn): int", lastIndexOf],
];
