import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { wordMarks } from "../../src/report/words/word-marks.ts";
import { anyText } from "../any-text.ts";

/** The line with brackets around what is marked; undefined without marks. */
function marked(...lines: string[]): (string | undefined)[] {
  return wordMarks(lines).map((parts) =>
    parts?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(""),
  );
}

test.each<[lines: string[], expected: (string | undefined)[]]>([
  [
    ["-  replicas: 3", "+  replicas: 5"],
    ["  replicas: [3]", "  replicas: [5]"],
  ],
  [
    ["-image: shop:1.4.2", "+image: shop:1.5.0"],
    ["image: shop:[1.4.2]", "image: shop:[1.5.0]"],
  ],
  [
    ["-a: one", "+a: one two"],
    ["a: one", "a: one[ two]"],
  ],
  // Nothing in common.
  [
    ["-abc", "+xyz"],
    [undefined, undefined],
  ],
  // Another line has no counterpart.
  [
    ["-replicas: 1", "+replicas: 2", "+other: 3"],
    ["replicas: [1]", "replicas: [2]", undefined],
  ],
  [
    [" x: 1", "-name: a", "-port: 80", "+name: b", "+port: 81", " y: 2"],
    [undefined, "name: [a]", "port: [80]", "name: [b]", "port: [81]", undefined],
  ],
  [["+only: added"], [undefined]],
])("%j is marked as %j", (lines, expected) => {
  expect(marked(...lines)).toEqual(expected);
});

test("the parts of a line are the line", () => {
  const line = fc.tuple(fc.constantFrom(" ", "-", "+"), anyText()).map(([sign, text]) => sign + text);
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const parts = wordMarks(lines);
      for (const [index, each] of parts.entries()) {
        const text = each?.map((part) => part.text).join("") ?? lines[index]?.slice(1);
        expect(text).toBe(lines[index]?.slice(1));
      }
    }),
  );
});
