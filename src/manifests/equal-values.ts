/** Compares values, whatever the order of their keys. */
import type { Value } from "../render/rendering.ts";
import { isMap } from "./map-values.ts";

/** Tells whether two values are the same data. Takes time linear in what they share. */
export function areEqualValues(one: Value, other: Value): boolean {
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => areEqualValues(item, other[index] as Value))
    );
  if (!isMap(one) || !isMap(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && areEqualValues(one[key] as Value, other[key] as Value))
  );
}
