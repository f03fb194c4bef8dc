/** Reads parts of objects, whose shapes nobody has checked. */
import type { Value } from "../../../render/rendering.ts";

export type MapValue = { readonly [key: string]: Value };

export function isMap(value: Value | undefined): value is { [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of keys; undefined if there is none. */
export function at(value: Value | undefined, ...keys: readonly string[]): Value | undefined {
  let found = value;
  for (const key of keys) found = isMap(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}

/** The elements of a list; none of anything else. */
export function items(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty. */
export function text(value: Value | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
