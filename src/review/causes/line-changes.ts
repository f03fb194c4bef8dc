/** The lines of a text that another version of it does not have, in linear time. */

export interface LineChanges {
  /** The lines of the version at base that are not at head; in order, counted from 1. */
  readonly base: readonly number[];
  /** The lines of the version at head that are not at base. */
  readonly head: readonly number[];
}

/**
 * Compares two texts by lines. Lines that are unique on both sides hold them together, and equal lines next to a pair are pairs
 * as well. A line that moved has not changed.
 */
export function lineChanges(before: string, after: string): LineChanges {
  const [left, right] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  /** The partner of each line, counted from 0; -1 for none. */
  const [pairOfLeft, pairOfRight] = [new Int32Array(left.length).fill(-1), new Int32Array(right.length).fill(-1)];
  const pair = (at: number, other: number): boolean => {
    const isPair = left[at] === right[other] && pairOfLeft[at] === -1 && pairOfRight[other] === -1;
    if (isPair) {
      pairOfLeft[at] = other;
      pairOfRight[other] = at;
    }
    return isPair;
  };
  let [start, end] = [0, 0];
  while (start < left.length && start < right.length && pair(start, start)) start++;
  while (pair(left.length - 1 - end, right.length - 1 - end)) end++;

  const places = uniquePlaces(right, start, right.length - end);
  for (const [text, at] of uniquePlaces(left, start, left.length - end)) {
    const other = places.get(text) ?? -1;
    if (at >= 0 && other >= 0) pair(at, other);
  }
  for (let at = start; at < left.length - 1; at++) {
    const other = pairOfLeft[at] as number;
    if (other >= 0 && other + 1 < right.length) pair(at + 1, other + 1);
  }
  for (let at = left.length - 1; at > 0; at--) {
    const other = pairOfLeft[at] as number;
    if (other > 0) pair(at - 1, other - 1);
  }
  return { base: unpaired(pairOfLeft), head: unpaired(pairOfRight) };
}

/** The index of each line between two indexes; -1 for a line that occurs several times there. */
function uniquePlaces(lines: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let index = from; index < to; index++) {
    const line = lines[index] as string;
    places.set(line, places.has(line) ? -1 : index);
  }
  return places;
}

function unpaired(pairs: Int32Array): number[] {
  const lines: number[] = [];
  for (const [index, pair] of pairs.entries()) if (pair === -1) lines.push(index + 1);
  return lines;
}

/** The first number of an ascending list that lies between two others; undefined for none. */
export function firstBetween(numbers: readonly number[], from: number, to: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  const found = numbers[low];
  return found !== undefined && found <= to ? found : undefined;
}
