/** Finds which parts of an object differ from those of another. */
import { isMap, type Value } from "../yaml/index.ts";

/** The steps to a value in an object: keys, and positions in lists. */
export type ValuePath = readonly string[];

/**
 * The paths of the values that differ, in order. A map with other keys, and a list of another length, counts as a whole: its keys or
 * its length are what differs.
 */
export function differingPaths(before: Value, after: Value): ValuePath[] {
  const found: ValuePath[] = [];
  visit(before, after, []);
  return found;

  function visit(left: Value, right: Value, path: ValuePath): void {
    if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
      for (const [index, item] of left.entries()) visit(item, right[index] as Value, [...path, String(index)]);
    } else if (isMap(left) && isMap(right) && haveSameKeys(left, right)) {
      for (const key of Object.keys(left)) visit(left[key] as Value, right[key] as Value, [...path, key]);
    } else if (!Object.is(left, right)) found.push(path);
  }
}

function haveSameKeys(left: object, right: object): boolean {
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key));
}
