/** Aligns two sequences of numbers: which element of one stands for which of the other. */
import { checkTime } from "../../budget/index.ts";
import { anchorsOf } from "./anchors.ts";
import { Search } from "./search.ts";

/** How many steps searches may take altogether: a constant, and a number for each element. */
const FREE_STEPS = 10_000_000;
const STEPS_PER_ELEMENT = 200;
/** How often an area may be divided at anchors within anchors. */
const MAX_DIVISIONS = 16;

/** An element of one side for each of the other. */
export interface Alignment {
  /** For each element of the left, the index of its partner on the right, or -1. Partners ascend. */
  readonly partners: Int32Array;
  /** How many steps the search took. */
  readonly steps: number;
}

/**
 * Pairs equal elements of two sequences, in the same order on both sides, as many as possible.
 *
 * First, elements that only one side has are set aside, and equal starts and ends are paired. What is left is searched by the
 * algorithm of Myers in linear space, which finds the best alignment, up to a limit. Beyond the limit the area is divided at
 * anchors: elements that are unique on both sides, as many as possible in the same order (patience), or rare ones if there are
 * none. Without anchors, Myers' search is cut off and continues from the farthest point that it reached. All steps together are
 * limited as well; searches stop earlier then. Time is therefore O(n log n), with constant factors that the limits set.
 *
 * @param numbers how many different numbers there are, from 0
 */
export function align(left: Int32Array, right: Int32Array, numbers: number): Alignment {
  const anchored = new Attempt(left, right, numbers, MAX_DIVISIONS);
  if (anchored.isBest) return anchored;
  const cut = new Attempt(left, right, numbers, 0);
  const steps = anchored.steps + cut.steps;
  return { partners: countPairs(cut) > countPairs(anchored) ? cut.partners : anchored.partners, steps };
}

function countPairs({ partners }: Alignment): number {
  let count = 0;
  for (const partner of partners) if (partner >= 0) count++;
  return count;
}

class Attempt implements Alignment {
  readonly partners: Int32Array;
  /** Whether there is no alignment with more pairs. */
  readonly isBest: boolean;
  readonly #maxDivisions: number;
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #search: Search;
  /** Counts of each number, all 0 between uses. */
  readonly #leftCounts: Int32Array;
  readonly #rightCounts: Int32Array;

  constructor(left: Int32Array, right: Int32Array, numbers: number, maxDivisions: number) {
    this.#left = left;
    this.#right = right;
    this.partners = new Int32Array(left.length).fill(-1);
    this.#leftCounts = new Int32Array(numbers);
    this.#rightCounts = new Int32Array(numbers);
    this.#search = new Search(FREE_STEPS + STEPS_PER_ELEMENT * (left.length + right.length));
    this.#maxDivisions = maxDivisions;
    this.isBest = this.#align(indexes(left.length), indexes(right.length), 0);
  }

  get steps(): number {
    return this.#search.steps;
  }

  /** Aligns elements of both sides, given by their indexes. Returns whether no other alignment has more pairs. */
  #align(left: Int32Array, right: Int32Array, divisions: number): boolean {
    checkTime();
    this.#search.steps += left.length + right.length;
    const [ofLeft, ofRight] = this.#shared(left, right);
    const [start, end] = this.#pairEnds(ofLeft, ofRight);
    const lefts = ofLeft.subarray(start, ofLeft.length - end);
    const rights = ofRight.subarray(start, ofRight.length - end);
    if (lefts.length === 0 || rights.length === 0) return true;

    const a = Int32Array.from(lefts, (index) => this.#left[index] as number);
    const b = Int32Array.from(rights, (index) => this.#right[index] as number);
    const pair = (x: number, y: number): void => {
      this.partners[lefts[x] as number] = rights[y] as number;
    };
    if (this.#search.open(a, b)) return this.#search.finish(pair);

    const anchors = divisions < this.#maxDivisions ? anchorsOf(a, b, this.#leftCounts, this.#rightCounts) : [];
    if (anchors.length === 0) return this.#search.finish(pair);
    let [x, y] = [0, 0];
    for (const [anchorX, anchorY] of anchors) {
      this.#alignBetween(lefts.subarray(x, anchorX), rights.subarray(y, anchorY), divisions + 1);
      pair(anchorX, anchorY);
      [x, y] = [anchorX + 1, anchorY + 1];
    }
    this.#alignBetween(lefts.subarray(x), rights.subarray(y), divisions + 1);
    return false;
  }

  #alignBetween(left: Int32Array, right: Int32Array, divisions: number): void {
    if (left.length > 0 && right.length > 0) this.#align(left, right, divisions);
  }

  /** Leaves out elements that the other side does not have: no alignment can pair them. */
  #shared(left: Int32Array, right: Int32Array): [Int32Array, Int32Array] {
    for (const index of left) (this.#leftCounts[this.#left[index] as number] as number)++;
    for (const index of right) (this.#rightCounts[this.#right[index] as number] as number)++;
    const ofLeft = left.filter((index) => (this.#rightCounts[this.#left[index] as number] as number) > 0);
    const ofRight = right.filter((index) => (this.#leftCounts[this.#right[index] as number] as number) > 0);
    for (const index of left) this.#leftCounts[this.#left[index] as number] = 0;
    for (const index of right) this.#rightCounts[this.#right[index] as number] = 0;
    return [ofLeft, ofRight];
  }

  /** Pairs the elements that both begin and end with. Returns how many there are at the start and at the end. */
  #pairEnds(left: Int32Array, right: Int32Array): [number, number] {
    const equal = (x: number, y: number): boolean => this.#left[left[x] as number] === this.#right[right[y] as number];
    const shorter = Math.min(left.length, right.length);
    let start = 0;
    for (; start < shorter && equal(start, start); start++) {
      this.partners[left[start] as number] = right[start] as number;
    }
    let end = 0;
    for (; end < shorter - start; end++) {
      const [x, y] = [left.length - 1 - end, right.length - 1 - end];
      if (!equal(x, y)) break;
      this.partners[left[x] as number] = right[y] as number;
    }
    return [start, end];
  }
}

function indexes(length: number): Int32Array {
  const result = new Int32Array(length);
  for (let index = 0; index < length; index++) result[index] = index;
  return result;
}
