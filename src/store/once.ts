interface Known<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/**
 * Makes a value once for each key, and shares it. A promise that rejects is kept as well, since otherwise hundreds of targets would
 * wait for the same server.
 */
export function once<K, V>(known: Known<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}
