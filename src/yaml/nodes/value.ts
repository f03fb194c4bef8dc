/** A JSON value. The only difference from JSON: integers beyond 2^53 are BigInt. */
export type Value = null | boolean | number | bigint | string | Value[] | { [key: string]: Value };

export type MapValue = { [key: string]: Value };

export function isMap(value: Value | undefined): value is MapValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
