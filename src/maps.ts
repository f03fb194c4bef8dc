/** Small functions on maps and sorted lists that the supported versions of Node lack. */

/** Returns the value of a key. Makes and stores it if there is none. */
export function getOrInsert<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Returns lists of the items with equal keys, in the order in which the keys occur first. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The number of items that pass a test. In the list, they come before all others. */
export function countBefore<T>(sorted: readonly T[], test: (item: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
