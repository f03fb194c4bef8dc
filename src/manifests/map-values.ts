/** Reads the values of objects. They come from files and functions: any of them can be anything. */
import type { Value } from "../render/rendering.ts";
import { isMap, type MapValue } from "../yaml/index.ts";

export { isMap, type MapValue };

/** A map without a prototype, in which `__proto__` is an ordinary key. */
export function emptyMap(): MapValue {
  return Object.create(null) as MapValue;
}

/** The value behind some keys of maps; undefined if there is none. */
export function valueAt(value: Value | undefined, ...keys: readonly string[]): Value | undefined {
  let found = value;
  for (const key of keys) {
    if (!isMap(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** The elements of a list behind some keys; none of anything else. */
export function listAt(value: Value | undefined, ...keys: readonly string[]): readonly Value[] {
  const list = valueAt(value, ...keys);
  return Array.isArray(list) ? list : [];
}

/** The text behind some keys; undefined if it is none. */
export function textAt(value: Value | undefined, ...keys: readonly string[]): string | undefined {
  const text = valueAt(value, ...keys);
  return typeof text === "string" ? text : undefined;
}
