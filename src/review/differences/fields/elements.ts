/** Pairs the elements of two lists whose elements have no keys: by their content, never by their position. */
import { checkTime, reserve } from "../../../budget/index.ts";
import { getOrInsert } from "../../../collections.ts";
import { isMap } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { type Edit, findEdits } from "../diff/index.ts";
import type { Contents } from "./contents.ts";
import { type ElementFeatures, featuresOf, MIN_SIMILARITY, similarity } from "./similarity.ts";

/** Elements are compared for similarity within a run of so many pairs at most. In longer runs, they are removed and added whole. */
const MAX_CANDIDATES = 40_000;
/** The memory that an element takes. */
const ELEMENT_BYTES = 32;

export interface ElementPairs {
  /** For each element of the left, the index of its partner on the right, or -1. */
  readonly partners: Int32Array;
  /** True if partners stand in another order. */
  readonly reordered: boolean;
}

/**
 * Pairs equal elements first: those in the same order, then those that moved. Of the others, a removed element and an added one
 * that stand between the same pairs belong together if they are similar, the most similar ones first. A single scalar that stands
 * where another one stood is that one, changed. So is a single map with the same only key, and with other keys below it.
 */
export function pairElements(before: readonly Value[], after: readonly Value[], contents: Contents): ElementPairs {
  reserve((before.length + after.length) * ELEMENT_BYTES);
  const left = before.map((item) => contents.numberOf(item, "before"));
  const right = after.map((item) => contents.numberOf(item, "after"));
  const edits = findEdits(left, right);
  const partners = new Int32Array(before.length).fill(-1);
  const taken = new Uint8Array(after.length);
  const pair = (x: number, y: number): void => {
    partners[x] = y;
    taken[y] = 1;
  };
  pairUnchanged(edits, before.length, pair);
  pairMoved(edits, left, right, pair);
  for (const edit of edits) {
    const removed = range(edit.left, edit.removed).filter((index) => partners[index] === -1);
    const added = range(edit.right, edit.added).filter((index) => taken[index] === 0);
    const [old, now] = [before[removed[0] ?? -1], after[added[0] ?? -1]];
    if (removed.length === 1 && added.length === 1 && areOneKind(old, now)) {
      pair(removed[0] as number, added[0] as number);
      continue;
    }
    if (removed.length * added.length > MAX_CANDIDATES) continue;
    pairSimilar(
      removed.map((index) => [index, featuresOf(before[index] as Value, "before", contents)]),
      added.map((index) => [index, featuresOf(after[index] as Value, "after", contents)]),
      pair,
    );
  }
  return { partners, reordered: isReordered(partners) };
}

/** Tells whether two elements are one because of what they are. Those of the same content below the only key are compared for similarity. */
function areOneKind(old: Value | undefined, now: Value | undefined): boolean {
  if (isScalar(old) || isScalar(now)) return isScalar(old) && isScalar(now);
  const [left, right] = [onlyEntry(old), onlyEntry(now)];
  if (left === undefined || right === undefined || left[0] !== right[0]) return false;
  const [from, to] = [left[1], right[1]];
  return isMap(from) && isMap(to) && !Object.keys(from).some((key) => Object.hasOwn(to, key));
}

function onlyEntry(element: Value | undefined): readonly [string, Value] | undefined {
  const [first, ...others] = isMap(element) ? Object.entries(element) : [];
  return others.length === 0 ? first : undefined;
}

function isScalar(value: Value | undefined): boolean {
  return typeof value !== "object" || value === null;
}

type Pair = (left: number, right: number) => void;

function range(start: number, length: number): number[] {
  return Array.from({ length }, (_, index) => start + index);
}

function pairUnchanged(edits: readonly Edit[], length: number, pair: Pair): void {
  let left = 0;
  let right = 0;
  for (const edit of [...edits, { left: length, right: Number.NaN, removed: 0, added: 0 }]) {
    for (; left < edit.left; left++, right++) pair(left, right);
    left += edit.removed;
    right += edit.added;
  }
}

/** Pairs equal elements of different edits, the first with the first. */
function pairMoved(edits: readonly Edit[], left: readonly number[], right: readonly number[], pair: Pair): void {
  const waiting = new Map<number, number[]>();
  for (const edit of edits.toReversed()) {
    for (let index = edit.right + edit.added - 1; index >= edit.right; index--) {
      getOrInsert(waiting, right[index] as number, (): number[] => []).push(index);
    }
  }
  for (const edit of edits) {
    for (let index = edit.left; index < edit.left + edit.removed; index++) {
      const place = waiting.get(left[index] as number)?.pop();
      if (place !== undefined) pair(index, place);
    }
  }
}

type Described = readonly [index: number, features: ElementFeatures];

function pairSimilar(removed: readonly Described[], added: readonly Described[], pair: Pair): void {
  const candidates: { x: number; y: number; score: number; distance: number }[] = [];
  removed.forEach(([x, old], i) => {
    checkTime();
    added.forEach(([y, now], j) => {
      const score = similarity(old, now);
      if (score >= MIN_SIMILARITY) candidates.push({ x, y, score, distance: Math.abs(i - j) });
    });
  });
  candidates.sort((a, b) => b.score - a.score || a.distance - b.distance || a.x - b.x || a.y - b.y);
  const [usedLeft, usedRight] = [new Set<number>(), new Set<number>()];
  for (const { x, y } of candidates) {
    if (usedLeft.has(x) || usedRight.has(y)) continue;
    usedLeft.add(x);
    usedRight.add(y);
    pair(x, y);
  }
}

function isReordered(partners: Int32Array): boolean {
  let last = -1;
  for (const partner of partners) {
    if (partner < 0) continue;
    if (partner < last) return true;
    last = partner;
  }
  return false;
}
