import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cutLines } from "../../../../src/review/differences/diff/index.ts";

const long = (middle: string) => `key: ${"a".repeat(500)}${middle}${"b".repeat(500)}`;

test("lines that differ never look the same, in whatever order they come", () => {
  const start = "key: ".padEnd(200, "a");
  const [first, second] = [`${start}1${"b".repeat(100)}`, `other ${start}2${"b".repeat(100)}`];
  const changed = (text: string): string => text.replace(/[12]/, "9");
  const lines = [`-${first}`, `-${second}`, `+${changed(second)}`, `+${changed(first)}`];
  const cut = cutLines(lines, 60);
  const removed = cut.slice(0, 2).map((line) => line.slice(1));
  expect(cut.slice(2).filter((line) => removed.includes(line.slice(1)))).toEqual([]);
  expect(cut.every((line) => line.length <= 60)).toBe(true);
});

describe("long lines", () => {
  test("short lines stay", () => {
    expect(cutLines([" a", "-b", "+c"], 16)).toEqual([" a", "-b", "+c"]);
  });

  test("a pair is cut around what differs, and keeps its beginning", () => {
    const [removed = "", added = ""] = cutLines([`-${long("old")}`, `+${long("new")}`], 60);
    expect(removed).toMatch(/^-key: a+…a+oldb+…$/);
    expect(added).toMatch(/^\+key: a+…a+newb+…$/);
    expect([removed.length, added.length]).toEqual([60, 60]);
  });

  test("other lines keep their beginning", () => {
    expect(cutLines([` ${long("x")}`], 20)).toEqual([` key: ${"a".repeat(13)}…`]);
    expect(cutLines([`+${long("x")}`], 20)).toEqual([`+key: ${"a".repeat(13)}…`]);
  });

  test("what is added to the end of a line is shown", () => {
    const line = `key: ${"a".repeat(500)}`;
    const [removed = "", added = ""] = cutLines([`-${line}`, `+${line} and more`], 60);
    expect(removed).toMatch(/^-key: a+…a+$/);
    expect(added).toMatch(/^\+key: a+…a+ and more$/);
  });

  test("lines are paired by their order if there are as many of both, else by what they share", () => {
    const other = `other: ${"c".repeat(1_000)}`;
    const cut = cutLines([`-${long("old")}`, `+${other}`, `+${long("new")}`], 60);
    expect(cut[0]).toContain("old");
    expect(cut[1]).toMatch(/^\+other: c+…$/);
    expect(cut[2]).toContain("new");
    const both = cutLines([`-${long("1")}`, `-${long("2")}`, `+${long("3")}`, `+${long("4")}`], 60);
    expect(both.map((line) => /\d/.exec(line)?.[0])).toEqual(["1", "2", "3", "4"]);
  });

  test("no line is longer than asked, and a pair that differs still differs", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "😀", "\u0301"), maxLength: 200 });
    fc.assert(
      fc.property(text, text, text, text, fc.integer({ min: 16, max: 80 }), (start, old, now, end, max) => {
        fc.pre(old !== now);
        const lines = [`-${start}${old}${end}`, `+${start}${now}${end}`];
        const cut = cutLines(lines, max);
        expect(cut.every((line) => line.length <= max)).toBe(true);
        expect(cut[0]?.slice(1)).not.toBe(cut[1]?.slice(1));
        // No half of a character is left.
        expect(cut.every((line) => !/\p{Surrogate}/u.test(line))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
