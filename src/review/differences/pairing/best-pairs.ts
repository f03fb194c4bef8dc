/** Pairs each element of one list with the one of another list that is most like it, without comparing each with each. */

import { charge } from "../../../budget/index.ts";
import { groupBy } from "../../../collections.ts";

export interface Ranking<T> {
  /** Returns the parts of an item, as sorted hashes. Items of a pair have some of them in common. */
  readonly tokensOf: (item: T) => Float64Array;
  /** How well two items fit; 0 if they are no pair. */
  readonly rank: (left: T, right: T) => number;
  /** Further candidates of the right list, by their positions there. */
  readonly more?: (left: T) => readonly number[];
}

/** How many places of rare tokens are visited for one item. */
const MAX_PLACES = 512;
/** How many items are compared in full with one item. */
const MAX_CANDIDATES = 8;
/** Lists of which each element is compared with each. */
const MAX_COMPARED_WHOLE = 8;
const TOKEN_BYTES = 64;

interface Edge {
  readonly left: number;
  readonly right: number;
  readonly rank: number;
}

/**
 * The pairs in which each item fits the other better than anything else, the best ones first. An item for which two others
 * fit equally well has no pair. Takes time that is linear in the number of tokens, but for sorting.
 */
export function bestPairs<T>(left: readonly T[], right: readonly T[], ranking: Ranking<T>): [left: T, right: T][] {
  if (left.length === 0 || right.length === 0) return [];
  const isSmall = left.length <= MAX_COMPARED_WHOLE && right.length <= MAX_COMPARED_WHOLE;
  const candidatesOf = isSmall ? () => right.keys() : finder(right, ranking);
  const edges: Edge[] = [];
  for (const [position, item] of left.entries()) {
    for (const other of candidatesOf(item)) {
      const rank = ranking.rank(item, right[other] as T);
      if (rank > 0) edges.push({ left: position, right: other, rank });
    }
  }
  return uniqueBest(edges).map((edge) => [left[edge.left] as T, right[edge.right] as T]);
}

/** Returns a function that finds the positions of the items that an item may fit. */
function finder<T>(right: readonly T[], { tokensOf, more }: Ranking<T>): (item: T) => Iterable<number> {
  const tokens = right.map(tokensOf);
  const places = placesOf(tokens);
  return (item) => new Set([...nearest(tokensOf(item), tokens, places), ...(more?.(item) ?? [])]);
}

/** Returns the positions of the items with each token. */
function placesOf(items: readonly Float64Array[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [position, tokens] of items.entries()) {
    charge(tokens.length * TOKEN_BYTES);
    for (const token of tokens) {
      const list = places.get(token);
      if (list === undefined) places.set(token, [position]);
      // A token that occurs more often says nothing.
      else if (list.length < MAX_PLACES && list.at(-1) !== position) list.push(position);
    }
  }
  return places;
}

/** The items that share most of the rarest tokens. */
function nearest(
  tokens: Float64Array,
  items: readonly Float64Array[],
  places: ReadonlyMap<number, readonly number[]>,
): number[] {
  const lists: (readonly number[])[] = [];
  let previous: number | undefined;
  for (const token of tokens) {
    const list = token === previous ? undefined : places.get(token);
    previous = token;
    if (list !== undefined) lists.push(list);
  }
  charge(lists.length * 8);
  lists.sort((a, b) => a.length - b.length);
  const hits = new Map<number, number>();
  let visited = 0;
  for (const list of lists) {
    if (visited > 0 && visited + list.length > MAX_PLACES) break;
    visited += list.length;
    for (const position of list) {
      if (haveLikeSizes(tokens, items[position])) hits.set(position, (hits.get(position) ?? 0) + 1);
    }
  }
  return [...hits]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_CANDIDATES)
    .map(([position]) => position);
}

/** Tells whether lists can be alike: otherwise a small item could cause many comparisons with a large one. */
function haveLikeSizes(a: Float64Array, b: Float64Array | undefined): boolean {
  return b !== undefined && Math.min(a.length, b.length) * 2 >= Math.max(a.length, b.length);
}

function uniqueBest(edges: readonly Edge[]): Edge[] {
  const order = edges.toSorted((a, b) => b.rank - a.rank || a.left - b.left || a.right - b.right);
  const done = { left: new Set<number>(), right: new Set<number>() };
  const pairs: Edge[] = [];
  for (let start = 0, end = 0; start < order.length; start = end) {
    const { rank } = order[start] as Edge;
    while (end < order.length && order[end]?.rank === rank) end++;
    const level = order.slice(start, end).filter(({ left, right }) => !done.left.has(left) && !done.right.has(right));
    const lefts = groupBy(level, ({ left }) => left);
    const rights = groupBy(level, ({ right }) => right);
    for (const edge of level) {
      // An item with two equally good partners gets none, not even a worse one.
      done.left.add(edge.left);
      done.right.add(edge.right);
      if (lefts.get(edge.left)?.length === 1 && rights.get(edge.right)?.length === 1) pairs.push(edge);
    }
  }
  return pairs;
}
