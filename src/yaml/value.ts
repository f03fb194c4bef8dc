/** A document as a value: JSON, but for integers beyond 2^53, which are BigInt. Objects have no prototype. */
export type Value = null | boolean | number | bigint | string | Value[] | { [key: string]: Value };
