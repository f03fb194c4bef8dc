/** JSON-like value of a resource as printed. Integers beyond 2^53 are BigInt; nothing else deviates from JSON. */
export type Value = null | boolean | number | bigint | string | Value[] | { [key: string]: Value };
