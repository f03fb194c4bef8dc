/** Finds the edits that turn one sequence into another: few of them, in time that grows with the length. */
import { reserve } from "../../../budget/index.ts";
import { equalEnds, getOrInsert } from "../../../collections.ts";
import { align } from "./alignment.ts";

/** A run of removed elements and the added ones in their place. Both starts count from 0. */
export interface Edit {
  readonly left: number;
  readonly right: number;
  readonly removed: number;
  readonly added: number;
}

/** The memory that an element takes: two numbers on its side, and its part in the search. */
const ELEMENT_BYTES = 64;

/**
 * The edits in order, without overlaps or contact. Elements are equal if a Map takes them for one key. Finds a shortest script
 * unless it is long; {@link align} says what happens then.
 */
export function findEdits<T>(left: readonly T[], right: readonly T[]): Edit[] {
  const { start, end } = equalEnds(left, right);
  const removed = left.length - end - start;
  const added = right.length - end - start;
  if (removed === 0 && added === 0) return [];
  if (removed === 0 || added === 0) return [{ left: start, right: start, removed, added }];

  reserve((removed + added) * ELEMENT_BYTES);
  const numbers = new Map<T, number>();
  const oldNumbers = numbered(left, start, removed, numbers);
  const newNumbers = numbered(right, start, added, numbers);
  return editsOf(align(oldNumbers, newNumbers, numbers.size), added, start);
}

/** A part of a sequence, with the same small number for equal elements. */
function numbered<T>(sequence: readonly T[], start: number, length: number, numbers: Map<T, number>): Int32Array {
  const result = new Int32Array(length);
  for (let index = 0; index < length; index++) {
    result[index] = getOrInsert(numbers, sequence[start + index] as T, () => numbers.size);
  }
  return result;
}

/** @param partners for each element of the left, the index of its partner on the right, or -1 */
function editsOf(partners: Int32Array, rightLength: number, offset: number): Edit[] {
  const edits: Edit[] = [];
  let left = 0;
  let right = 0;
  const close = (leftEnd: number, rightEnd: number): void => {
    const [removed, added] = [leftEnd - left, rightEnd - right];
    if (removed + added > 0) edits.push({ left: left + offset, right: right + offset, removed, added });
  };
  for (let index = 0; index < partners.length; index++) {
    const partner = partners[index] as number;
    if (partner < 0) continue;
    close(index, partner);
    left = index + 1;
    right = partner + 1;
  }
  close(partners.length, rightLength);
  return edits;
}
