/** Small functions on maps, lists and data that the supported versions of Node lack. */

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

/** The numbers of equal items at the start of both lists, and at the end behind them. @param most the limit for their sum */
export function equalEnds<T>(
  a: ArrayLike<T>,
  b: ArrayLike<T>,
  most = Math.min(a.length, b.length),
): { readonly start: number; readonly end: number } {
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}

/** The number of equal items of two ascending lists. */
export function countEqual(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let equal = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const order = (a[i] as number) - (b[j] as number);
    if (order === 0) equal++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return equal;
}

/** The value at a path of keys; undefined if one is missing. Reads own properties only. */
export function propertyAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
