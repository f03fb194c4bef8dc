import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstBetween, lineChanges } from "../../../src/review/causes/line-changes.ts";

const text = (lines: string): string => lines.split("").join("\n");

test.each([
  ["abc", "abc", [], []],
  ["abc", "axc", [2], [2]],
  ["abc", "abxc", [], [3]],
  ["abc", "ac", [2], []],
  ["abab", "ababab", [], [5, 6]],
  ["abcd", "cdab", [1, 2], [3, 4]],
  ["aabaa", "aacaa", [3], [3]],
  ["xaby", "xcdy", [2, 3], [2, 3]],
  ["", "a", [1], [1]],
])("%s and %s", (before, after, base, head) => {
  expect(lineChanges(text(before), text(after))).toEqual({ base, head });
});

test("what is left is the same on both sides", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 12 }).map((all) => all.join("\n"));
  const property = fc.property(lines, lines, (before, after) => {
    const { base, head } = lineChanges(before, after);
    const left = (whole: string, numbers: readonly number[]) =>
      whole
        .split("\n")
        .filter((_, index) => !numbers.includes(index + 1))
        .sort();
    expect(left(before, base)).toEqual(left(after, head));
    const letters = (whole: string) => whole.split("").sort().join();
    expect(letters(before) === letters(after) || base.length + head.length > 0).toBe(true);
  });
  fc.assert(property, { numRuns: 500 });
});

test.each([
  [[2, 5, 9], 1, 1, undefined],
  [[2, 5, 9], 1, 2, 2],
  [[2, 5, 9], 3, 8, 5],
  [[2, 5, 9], 6, 8, undefined],
  [[2, 5, 9], 9, Number.POSITIVE_INFINITY, 9],
  [[2, 5, 9], 10, 20, undefined],
  [[], 1, 2, undefined],
])("the first of %j from %d to %d is %j", (numbers, from, to, expected) => {
  expect(firstBetween(numbers, from, to)).toBe(expected);
});
