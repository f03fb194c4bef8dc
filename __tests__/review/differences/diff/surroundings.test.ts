import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffTexts, withSharedSurroundings } from "../../../../src/review/differences/diff/index.ts";
import type { Hunk } from "../../../../src/review/report.ts";

/** Numbered lines, some of which are replaced. */
function text(count: number, replaced: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, index) => `${replaced[index + 1] ?? `line ${index + 1}`}\n`).join("");
}

/** First and last lines. */
function ends(lines = ""): string {
  const all = lines.split("\n").slice(0, -1);
  return all.length === 0 ? "none" : `${all[0]} to ${all.at(-1)}`;
}

describe("the lines around hunks", () => {
  test("are those of the object, each once", () => {
    const [first, second, ...more] = diffTexts(text(40), text(40, { 10: "a", 30: "b" }));
    expect(more).toEqual([]);
    expect([ends(first?.above), ends(first?.below), ends(second?.above), ends(second?.below)]).toEqual([
      "line 1 to line 6",
      "line 14 to line 26",
      "none",
      "line 34 to line 40",
    ]);
    expect([first?.isCut, second?.isCut]).toEqual([undefined, undefined]);
  });

  test("are the nearest ones of a large object", () => {
    const [first, second] = diffTexts(text(1_000), text(1_000, { 300: "a", 700: "b" }));
    expect([ends(first?.above), ends(first?.below), ends(second?.above), ends(second?.below)]).toEqual([
      "line 237 to line 296",
      "line 304 to line 363",
      "line 637 to line 696",
      "line 704 to line 763",
    ]);
    expect([first?.isCut, second?.isCut]).toEqual([undefined, true]);
  });

  test("are few for an object with very many hunks", () => {
    const edits = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [20 * index + 10, "x"]));
    const hunks = diffTexts(text(8_000), text(8_000, edits));
    const lines = hunks.flatMap(({ above = "", below = "" }) => `${above}${below}`.split("\n").slice(0, -1));
    expect(hunks).toHaveLength(400);
    expect(lines.length).toBeLessThanOrEqual(600);
  });

  test("an added object has none", () => {
    expect(diffTexts("", text(9)).map(({ above, below }) => [above, below])).toEqual([[undefined, undefined]]);
  });

  test("and the hunks are the whole text, if it is short", () => {
    const short = fc
      .array(fc.constantFrom("a", "b", "", "k: v"), { maxLength: 50 })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(short, short, (before, after) => {
        const hunks = diffTexts(before, after);
        for (const [side, other] of [
          [before, "+"],
          [after, "-"],
        ] as const) {
          const whole = hunks.flatMap(({ above = "", lines, below = "" }) => [
            above,
            ...lines.filter((line) => !line.startsWith(other)).map((line) => `${line.slice(1)}\n`),
            below,
          ]);
          expect(whole.join("")).toBe(hunks.length > 0 ? side : "");
        }
      }),
    );
  });
});

describe("targets with the same change", () => {
  const hunk: Hunk = { oldStart: 9, oldLines: 1, newStart: 9, newLines: 1, fields: [], lines: ["-a", "+b"] };

  test.each<[string, Partial<Hunk>, Partial<Hunk>, Partial<Hunk>]>([
    ["equal lines", { above: "x\n", below: "y\n" }, { above: "x\n", below: "y\n" }, { above: "x\n", below: "y\n" }],
    ["the nearest lines", { above: "q\nx\n" }, { above: "p\nx\n" }, { above: "x\n" }],
    ["whole lines above", { above: "pq\nx\n" }, { above: "q\nx\n" }, { above: "x\n" }],
    ["whole lines below", { below: "x\npq\n" }, { below: "x\np\n" }, { below: "x\n", isCut: true }],
    ["no lines", { above: "q\n" }, { above: "p\n" }, {}],
    ["an end that one of them has", { below: "x\n" }, { below: "x\ny\n" }, { below: "x\n", isCut: true }],
    ["lines that go on", { below: "x\n", isCut: true }, { below: "x\n" }, { below: "x\n", isCut: true }],
    ["lines of one of them", { above: "x\n", below: "y\n" }, {}, { isCut: true }],
  ])("share %s", (_, one, other, shared) => {
    const [a, b] = [[{ ...hunk, ...one }], [{ ...hunk, ...other }]];
    expect(withSharedSurroundings(a, b)).toEqual([{ ...hunk, ...shared }]);
    expect(withSharedSurroundings(b, a)).toEqual([{ ...hunk, ...shared }]);
  });
});
