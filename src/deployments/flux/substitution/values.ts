/** Reads the values of objects. They come from files: any of them can be anything. */
import type { Value } from "../../../yaml/index.ts";

export type MapValue = { [key: string]: Value };

export function isMap(value: Value | undefined): value is MapValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
