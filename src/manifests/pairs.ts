/** Walks both sides of a value at once: the way of everything that replaces values by placeholders. */
import { charge } from "../budget/index.ts";
import type { Value } from "../render/rendering.ts";
import { emptyMap, isMap, type MapValue, valueAt } from "./map-values.ts";
import { canonical, type Side, type Sides } from "./placeholders.ts";

/** The memory that the pair of two values takes, in bytes. */
const PAIR_BYTES = 64;

type IndexPair = readonly [before: number | undefined, after: number | undefined];

/** Replaces the elements of two lists, pair by pair. A side that keeps all of its elements is returned as it is. */
export function mapLists(
  before: readonly Value[] | undefined,
  after: readonly Value[] | undefined,
  element: (before: Side, after: Side, positions: IndexPair) => Sides,
): Sides {
  charge(PAIR_BYTES * ((before?.length ?? 0) + (after?.length ?? 0)));
  const left = before?.slice();
  const right = after?.slice();
  for (const [at, to] of elementPairs(before ?? [], after ?? [])) {
    const [a, b] = element(at === undefined ? undefined : before?.[at], to === undefined ? undefined : after?.[to], [
      at,
      to,
    ]);
    if (left !== undefined && at !== undefined) left[at] = a as Value;
    if (right !== undefined && to !== undefined) right[to] = b as Value;
  }
  return [unlessEqual(before, left), unlessEqual(after, right)];
}

/** Replaces the fields of two maps, pair by pair; undefined removes one. A side that keeps all is returned as it is. */
export function mapMaps(
  before: MapValue | undefined,
  after: MapValue | undefined,
  field: (key: string, before: Side, after: Side) => Sides,
): Sides {
  const results = new Map<string, Sides>();
  for (const side of [before, after]) {
    for (const key of Object.keys(side ?? {})) {
      if (!results.has(key)) results.set(key, field(key, valueAt(before, key), valueAt(after, key)));
    }
  }
  charge(PAIR_BYTES * results.size);
  return [rebuild(before, results, 0), rebuild(after, results, 1)];
}

/**
 * Pairs the elements of two lists: equal ones, then objects of the same name, then the others in their order. By position alone,
 * an element that is inserted would make all values after it look changed.
 */
function elementPairs(before: readonly Value[], after: readonly Value[]): IndexPair[] {
  const pairs: IndexPair[] = [];
  const left = new Set(before.keys());
  const right = new Set(after.keys());
  for (const keyOf of [canonical, nameOf]) {
    if (left.size === 0 || right.size === 0) break;
    const waiting = new Map<string, number[]>();
    for (const index of [...right].reverse()) {
      const key = keyOf(after[index] as Value);
      if (key === undefined) continue;
      const same = waiting.get(key);
      if (same === undefined) waiting.set(key, [index]);
      else same.push(index);
    }
    for (const index of left) {
      const key = keyOf(before[index] as Value);
      const partner = key === undefined ? undefined : waiting.get(key)?.pop();
      if (partner === undefined) continue;
      pairs.push([index, partner]);
      left.delete(index);
      right.delete(partner);
    }
  }
  const [ones, others] = [[...left], [...right]];
  for (let index = 0; index < Math.max(ones.length, others.length); index++) pairs.push([ones[index], others[index]]);
  return pairs;
}

/** The name of an object inside of another one, or of an element such as a container or a variable. */
function nameOf(value: Value): string | undefined {
  const metadata = valueAt(value, "metadata");
  const name = isMap(metadata) ? valueAt(metadata, "name") : valueAt(value, "name");
  return name === undefined ? undefined : canonical([valueAt(value, "kind") ?? null, name]);
}

function unlessEqual(original: readonly Value[] | undefined, copy: Value[] | undefined): Side {
  return original?.some((item, index) => item !== copy?.[index]) ? copy : (original as Value[] | undefined);
}

function rebuild(original: MapValue | undefined, results: ReadonlyMap<string, Sides>, side: 0 | 1): Side {
  if (original === undefined) return undefined;
  const keys = Object.keys(original);
  if (keys.every((key) => results.get(key)?.[side] === original[key])) return original;
  const copy = emptyMap();
  for (const key of keys) {
    const value = results.get(key)?.[side];
    if (value !== undefined) copy[key] = value;
  }
  return copy;
}
