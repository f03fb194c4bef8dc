/** Aligns two sequences of numbers: which element of one stands for which of the other. */
import { diffArrays } from "diff";
import { checkTime } from "../../../budget/index.ts";
import { anchorsOf } from "./anchors.ts";

/**
 * A search for a script of more edits is given up: its time grows with the square of their number. Each division halves the number,
 * down to the least one.
 */
const MAX_EDITS = 256;
const LEAST_MAX_EDITS = 16;
/** How often an area may be divided at anchors within anchors. */
const MAX_DIVISIONS = 16;

/**
 * Pairs equal elements of two sequences, in the same order on both sides: by a shortest script if it has at most
 * {@link MAX_EDITS} edits. Otherwise the sequences are divided at anchors, or in the middle if there are none, and their parts are
 * aligned. The time is therefore linear in the length, but for the sorting of anchors.
 *
 * @param numbers how many different numbers there are, from 0
 * @returns for each element of the left, the index of its partner on the right, or -1. Partners ascend
 */
export function align(left: Int32Array, right: Int32Array, numbers: number): Int32Array {
  const partners = new Int32Array(left.length).fill(-1);
  /** Counts of each number, all 0 between uses. */
  const leftCounts = new Int32Array(numbers);
  const rightCounts = new Int32Array(numbers);

  /** Aligns elements of both sides, given by their indexes. */
  function alignParts(ofLeft: Int32Array, ofRight: Int32Array, divisions: number): void {
    checkTime();
    const [lefts, rights] = shared(ofLeft, ofRight);
    if (lefts.length === 0 || rights.length === 0) return;
    const a = Array.from(lefts, (index) => left[index] as number);
    const b = Array.from(rights, (index) => right[index] as number);
    const pair = (x: number, y: number): void => {
      partners[lefts[x] as number] = rights[y] as number;
    };
    if (pairShortest(a, b, Math.max(MAX_EDITS / 2 ** divisions, LEAST_MAX_EDITS), pair)) return;
    const anchors = divisions < MAX_DIVISIONS ? anchorsOf(a, b, leftCounts, rightCounts) : [];
    if (anchors.length === 0) {
      const [x, y] = [lefts.length >> 1, rights.length >> 1];
      alignParts(lefts.subarray(0, x), rights.subarray(0, y), divisions + 1);
      alignParts(lefts.subarray(x), rights.subarray(y), divisions + 1);
      return;
    }
    let [x, y] = [0, 0];
    for (const [anchorX, anchorY] of anchors) {
      alignParts(lefts.subarray(x, anchorX), rights.subarray(y, anchorY), divisions + 1);
      pair(anchorX, anchorY);
      [x, y] = [anchorX + 1, anchorY + 1];
    }
    alignParts(lefts.subarray(x), rights.subarray(y), divisions + 1);
  }

  /** Leaves out elements that the other side does not have: no alignment can pair them. */
  function shared(ofLeft: Int32Array, ofRight: Int32Array): [Int32Array, Int32Array] {
    for (const index of ofLeft) (leftCounts[left[index] as number] as number)++;
    for (const index of ofRight) (rightCounts[right[index] as number] as number)++;
    const lefts = ofLeft.filter((index) => (rightCounts[left[index] as number] as number) > 0);
    const rights = ofRight.filter((index) => (leftCounts[right[index] as number] as number) > 0);
    for (const index of ofLeft) leftCounts[left[index] as number] = 0;
    for (const index of ofRight) rightCounts[right[index] as number] = 0;
    return [lefts, rights];
  }

  const indexes = (_: number, index: number): number => index;
  alignParts(left.map(indexes), right.map(indexes), 0);
  return partners;
}

/**
 * Pairs what a shortest script keeps. Returns false, and pairs nothing, if it has too many edits. The search begins at the end and
 * takes the right for the old side: of several shortest scripts, it then finds one that removes before it adds, in few places.
 */
function pairShortest(
  left: readonly number[],
  right: readonly number[],
  maxEditLength: number,
  pair: (x: number, y: number) => void,
): boolean {
  const script = diffArrays(right.toReversed(), left.toReversed(), { maxEditLength });
  let [x, y] = [left.length, right.length];
  for (const { count, added, removed } of script ?? []) {
    if (!added && !removed) for (let index = 1; index <= count; index++) pair(x - index, y - index);
    if (!removed) x -= count;
    if (!added) y -= count;
  }
  return script !== undefined;
}
