/** Finds elements that safely stand for each other, because they are unique or rare on both sides. */
import { countBefore, getOrInsert } from "../../../collections.ts";

/** Elements that occur more often do not serve as anchors. */
const MAX_OCCURRENCES = 16;

/** The indexes of an element on both sides. */
export type Anchor = readonly [left: number, right: number];

/**
 * Anchors in ascending order on both sides: the elements that are unique on both sides, as many as have the same order there. If
 * there are none, those that occur equally often on both sides and least often; the first stands for the first, the second for
 * the second, and so on.
 *
 * @param leftCounts room for a count of each number, all 0, as they are again afterwards
 */
export function anchorsOf(
  left: readonly number[],
  right: readonly number[],
  leftCounts: Int32Array,
  rightCounts: Int32Array,
): Anchor[] {
  for (const number of left) (leftCounts[number] as number)++;
  for (const number of right) (rightCounts[number] as number)++;
  let least = MAX_OCCURRENCES + 1;
  for (const number of left) {
    const count = leftCounts[number] as number;
    if (count < least && count === rightCounts[number]) least = count;
  }
  const isAnchor = (number: number): boolean => leftCounts[number] === least && rightCounts[number] === least;
  const candidates = least > MAX_OCCURRENCES ? [] : occurrences(left, right, isAnchor, least);
  for (const number of left) leftCounts[number] = 0;
  for (const number of right) rightCounts[number] = 0;
  return longestAscending(candidates);
}

/** Pairs the occurrences of each number in their order; sorted by the left. */
function occurrences(
  left: readonly number[],
  right: readonly number[],
  isAnchor: (number: number) => boolean,
  count: number,
): Anchor[] {
  const places = new Map<number, number[]>();
  right.forEach((number, index) => {
    if (!isAnchor(number)) return;
    getOrInsert(places, number, (): number[] => []).push(index);
  });
  const used = new Map<number, number>();
  const pairs: Anchor[] = [];
  left.forEach((number, index) => {
    if (!isAnchor(number)) return;
    const nth = used.get(number) ?? 0;
    used.set(number, nth + 1);
    if (nth < count) pairs.push([index, places.get(number)?.[nth] as number]);
  });
  return pairs;
}

/** The longest part of the pairs in which the right sides ascend as well. Takes time O(n log n). */
function longestAscending(pairs: readonly Anchor[]): Anchor[] {
  /** For each length, the index of the pair with the least right side that ends a sequence of that length. */
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length);
  pairs.forEach(([, right], index) => {
    const length = countBefore(ends, (end) => (pairs[end] as Anchor)[1] < right);
    previous[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  });
  const result: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) result.push(pairs[at] as Anchor);
  return result.reverse();
}
