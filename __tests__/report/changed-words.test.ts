import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { changedSpans, pairLines } from "../../src/report/words/changed-words.ts";

test.each([
  ["-  image: shop:1.4.2", "+  image: shop:1.5.0", ["1.4.2"], ["1.5.0"]],
  ["-  replicas: 3", "+  replicas: 5", ["3"], ["5"]],
  ["-- a", "+- a b", [], [" b"]],
  ["-apple", "+pear", [], []],
  ["-a: 1", "+a: 1", [], []],
])("%s becomes %s", (before, after, removed, added) => {
  const spans = changedSpans(before, after);
  expect(spans.removed.map(([start, end]) => before.slice(start, end))).toEqual(removed);
  expect(spans.added.map(([start, end]) => after.slice(start, end))).toEqual(added);
});

test("what is not marked is the same in both lines, unless nothing is marked", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ":", "é", "1"), maxLength: 30 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const { removed, added } = changedSpans(`-${a}`, `+${b}`);
      if (removed.length + added.length === 0) return;
      const rest = (line: string, spans: readonly (readonly [number, number])[]): string =>
        [...spans].reverse().reduce((kept, [start, end]) => kept.slice(0, start) + kept.slice(end), line);
      expect(rest(`-${a}`, removed).slice(1)).toBe(rest(`+${b}`, added).slice(1));
    }),
  );
});

test("lines replace those that are like them", () => {
  expect(pairLines(["-a: 1", "-b: 1"], ["+a: 2", "+b: 2"])).toEqual([
    { removed: 0, added: 0 },
    { removed: 1, added: 1 },
  ]);
  expect(pairLines(["-image: shop:1"], ["+name: web", "+image: shop:2"])).toEqual([{ removed: 0, added: 1 }]);
  expect(pairLines(["-x"], ["+completely", "+different"])).toEqual([]);
});
