import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { align } from "../../../../src/review/differences/diff/alignment.ts";
import { findEdits } from "../../../../src/review/differences/diff/index.ts";
import { applyEdits, lengthOf } from "./scripts.ts";

/** The length of a shortest script, by the table of common subsequences. */
function shortestLength(left: readonly unknown[], right: readonly unknown[]): number {
  let row = new Int32Array(right.length + 1);
  for (const element of left) {
    const next = new Int32Array(right.length + 1);
    right.forEach((other, index) => {
      next[index + 1] = other === element ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
    });
    row = next;
  }
  return left.length + right.length - 2 * (row[right.length] ?? 0);
}

describe("edits", () => {
  test.each<{ left: string; right: string; expected: object[] }>([
    { left: "abc", right: "abc", expected: [] },
    { left: "", right: "ab", expected: [{ left: 0, right: 0, removed: 0, added: 2 }] },
    { left: "ab", right: "", expected: [{ left: 0, right: 0, removed: 2, added: 0 }] },
    { left: "abc", right: "axc", expected: [{ left: 1, right: 1, removed: 1, added: 1 }] },
    {
      left: "abcdef",
      right: "bcxdf",
      expected: [
        { left: 0, right: 0, removed: 1, added: 0 },
        { left: 3, right: 2, removed: 0, added: 1 },
        { left: 4, right: 4, removed: 1, added: 0 },
      ],
    },
  ])("$left to $right", ({ left, right, expected }) => {
    expect(findEdits(left.split(""), right.split(""))).toEqual(expected);
  });

  test("scripts of moderate sequences are shortest, and make the right sequence", () => {
    const numbers = fc
      .integer({ min: 1, max: 12 })
      .chain((kinds) => fc.array(fc.integer({ min: 0, max: kinds }), { maxLength: 80 }));
    fc.assert(
      fc.property(numbers, numbers, (left, right) => {
        const edits = findEdits(left, right);
        expect(applyEdits(edits, left, right)).toEqual(right);
        expect(lengthOf(edits)).toBe(shortestLength(left, right));
      }),
      { numRuns: 300 },
    );
  });

  /** Pseudo-random integers that are the same in each run. */
  function* randoms(seed: number): Generator<number, never> {
    for (let state = seed; ; ) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      // Multiplied, because the low bits repeat soon.
      yield Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 1;
    }
  }

  function sequence(length: number, at: (index: number) => number): Int32Array {
    return Int32Array.from({ length }, (_, index) => at(index));
  }

  const LENGTH = 100_000;
  const NOISE_LENGTH = 30_000;
  const random = randoms(7);
  const shuffled = sequence(LENGTH, (index) => index);
  for (let index = LENGTH - 1; index > 0; index--) {
    const other = random.next().value % (index + 1);
    [shuffled[index], shuffled[other]] = [shuffled[other] as number, shuffled[index] as number];
  }
  const noise = (kinds: number) => sequence(NOISE_LENGTH, () => random.next().value % kinds);
  const ascending = sequence(LENGTH, (index) => index);

  test.each<{ what: string; left: Int32Array; right: Int32Array; atLeast: number }>([
    { what: "all different", left: ascending, right: ascending.map((n) => n + LENGTH), atLeast: 0 },
    { what: "all equal", left: sequence(LENGTH, () => 0), right: sequence(LENGTH / 2, () => 0), atLeast: LENGTH / 2 },
    {
      what: "alternating",
      left: sequence(LENGTH, (i) => i & 1),
      right: sequence(LENGTH, (i) => (i & 3) >> 1),
      atLeast: 66_000,
    },
    // The longest ascending part of random numbers is about twice the root of their number.
    { what: "shuffled", left: ascending, right: shuffled, atLeast: 580 },
    { what: "reversed", left: ascending, right: ascending.toReversed(), atLeast: 1 },
    { what: "two kinds", left: noise(2), right: noise(2), atLeast: 21_000 },
    { what: "fifty kinds", left: noise(50), right: noise(50), atLeast: 3_000 },
    { what: "few of each kind", left: noise(10_000), right: noise(10_000), atLeast: 100 },
    {
      what: "blocks in another order",
      left: sequence(LENGTH, (i) => i % 1000),
      right: sequence(LENGTH, (i) => (i * 7) % 1000),
      atLeast: 2_000,
    },
  ])("$what: long sequences are aligned well, in time that lets this test end", ({ left, right, atLeast }) => {
    const partners = align(left, right, 2 * LENGTH);
    let previous = -1;
    let pairs = 0;
    let isWrong = false;
    partners.forEach((partner, index) => {
      if (partner < 0) return;
      isWrong ||= partner <= previous || left[index] !== right[partner];
      previous = partner;
      pairs++;
    });
    expect(isWrong).toBe(false);
    expect(pairs).toBeGreaterThanOrEqual(atLeast);
  });

  test("beyond the limit of the search, scripts are at most a twentieth longer than shortest ones", () => {
    // Five thousand elements are replaced, and as many are moved from the first third to the end.
    const left = sequence(30_000, (index) => index % 9_000);
    const kept = left.map((number, index) => (index % 3 === 0 ? 20_000 + index : number));
    const right = Int32Array.from([...kept.slice(0, 4_000), ...kept.slice(9_000), ...kept.slice(4_000, 9_000)]);
    const partners = align(left, right, 60_000);
    const pairs = partners.filter((partner) => partner >= 0).length;
    const shortest = 2 * (30_000 - (2 / 3) * 25_000);
    expect(2 * (30_000 - pairs)).toBeLessThanOrEqual(1.2 * shortest);
  });
});
