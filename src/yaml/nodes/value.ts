/** A JSON value. The only difference from JSON: integers beyond 2^53 are BigInt. */
export type Value = null | boolean | number | bigint | string | Value[] | { [key: string]: Value };
