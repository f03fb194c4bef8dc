/** Functions on maps. */
import type { TemplateEffort } from "../effort.ts";
import { fixed, type GoFunction, variadic } from "../execution/function.ts";
import { refusal } from "../template-error.ts";
import { GoList, GoMap, GoObject, type GoValue, isTrue, sortedKeys, typeName } from "../values/values.ts";
import { textList, toTextOf } from "./conversions.ts";

/** Go panics about an entry in a nil map. */
function checkNotNil(map: GoMap): void {
  if (map.isNil) throw refusal("a map that is nil takes no entries");
}

/**
 * Merges a map into another one. Empty values of the first give way; with `overwrites` all do. Maps in both are merged.
 *
 * @returns the first one, or a new one if that is nil
 */
function merged(into: GoMap, from: GoMap, overwrites: boolean, effort: TemplateEffort): GoMap {
  if (into.isNil && from.isNil) return into;
  const target = into.isNil ? new GoMap(new Map(), into.element) : into;
  effort.spend(16 + 16 * from.entries.size);
  for (const [key, value] of from.entries) mergeEntry(target, key, value, overwrites, effort);
  return target;
}

function mergeEntry(target: GoMap, key: string, value: GoValue, overwrites: boolean, effort: TemplateEffort): void {
  const existing = target.entries.get(key) ?? null;
  if (value === null || value === undefined) {
    if (overwrites) target.entries.set(key, null);
    return;
  }
  if (existing instanceof GoMap && value instanceof GoMap) {
    if (existing.element !== value.element)
      throw refusal(`${typeName(value)} cannot be merged into ${typeName(existing)}`);
    if (!existing.isNil) effort.deeper(() => merged(existing, value, overwrites, effort));
    if (existing.entries.size === 0) target.entries.set(key, value);
    return;
  }
  if (existing instanceof GoMap && overwrites) {
    target.entries.set(key, value);
    return;
  }
  const isFilled = existing instanceof GoObject || isTrue(existing);
  if (overwrites || !isFilled) target.entries.set(key, value);
}

function mergeAll(overwrites: boolean): GoFunction {
  return variadic(["map"], "map", function (into, ...from) {
    return from.reduce((target, map) => merged(target, map, overwrites, this.effort), into);
  });
}

/** A copy of a value and of all in it. */
function copied(value: GoValue, effort: TemplateEffort): GoValue {
  effort.spend(32);
  if (value instanceof GoList)
    return effort.deeper(
      () =>
        new GoList(
          value.items.map((item) => copied(item, effort)),
          value.element,
          value.isNil,
        ),
    );
  if (!(value instanceof GoMap)) return value;
  return effort.deeper(() => {
    const entries = [...value.entries].map(([key, item]): [string, GoValue] => [key, copied(item, effort)]);
    return new GoMap(new Map(entries), value.element, value.isNil);
  });
}

const deepCopy = fixed(["any"], function (value) {
  if (value === null) throw refusal("nil cannot be copied");
  return copied(value, this.effort);
});

const dig = variadic([], "any", (...args) => {
  if (args.length < 3) throw refusal("dig takes at least three arguments");
  const keys = args.slice(0, -2);
  const other = keys.find((key) => typeof key !== "string");
  if (other !== undefined) throw refusal(`${typeName(other)} is no key`);
  let value: GoValue = args.at(-1);
  for (const key of keys) {
    if (!(value instanceof GoMap) || value.element === "string")
      throw refusal(`${typeName(value)} stands where a map is needed`);
    const found: GoValue = value.get(key as string);
    if (found === undefined) return args.at(-2) ?? null;
    value = found;
  }
  return value ?? null;
});

const merge = mergeAll(false);
const mergeOverwrite = mergeAll(true);

export const MAPS: Readonly<Record<string, GoFunction>> = {
  dict: variadic([], "any", function (...args) {
    const map = new Map<string, GoValue>();
    for (let at = 0; at < args.length; at += 2)
      map.set(toTextOf(args[at], this.effort), at + 1 < args.length ? args[at + 1] : "");
    return new GoMap(map);
  }),
  get: fixed(["map", "string"], (map, key) => {
    const value = map.get(key);
    return value === undefined ? "" : value;
  }),
  set: fixed(["map", "string", "any"], (map, key, value) => {
    checkNotNil(map);
    map.entries.set(key, value);
    return map;
  }),
  unset: fixed(["map", "string"], (map, key) => {
    map.entries.delete(key);
    return map;
  }),
  hasKey: fixed(["map", "string"], (map, key) => map.get(key) !== undefined),
  pluck: variadic(["string"], "map", (key, ...maps) => {
    const found = maps.filter((map) => map.entries.has(key));
    return new GoList(found.map((map) => map.entries.get(key)));
  }),
  // Go gives the keys and values of a map in an order that changes each time. Here they are sorted.
  keys: variadic([], "map", function (...maps) {
    for (const map of maps) this.effort.spend(map.entries.size);
    return textList(maps.flatMap(sortedKeys));
  }),
  values: fixed(["map"], function (map) {
    this.effort.spend(map.entries.size);
    return new GoList(sortedKeys(map).map((key) => map.entries.get(key)));
  }),
  pick: variadic(["map"], "string", (map, ...keys) => {
    const picked = keys.filter((key) => map.entries.has(key));
    return new GoMap(new Map(picked.map((key): [string, GoValue] => [key, map.entries.get(key)])));
  }),
  omit: variadic(["map"], "string", function (map, ...keys) {
    this.effort.spend(map.entries.size);
    const omitted = new Set(keys);
    return new GoMap(new Map([...map.entries].filter(([key]) => !omitted.has(key))));
  }),
  merge,
  mustMerge: merge,
  mergeOverwrite,
  mustMergeOverwrite: mergeOverwrite,
  deepCopy,
  mustDeepCopy: deepCopy,
  dig,
};
