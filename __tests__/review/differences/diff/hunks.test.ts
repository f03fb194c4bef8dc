import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffTexts, findEdits } from "../../../../src/review/differences/diff/index.ts";
import { settleEdits } from "../../../../src/review/differences/diff/natural-borders.ts";
import type { Hunk } from "../../../../src/review/report.ts";
import { applyEdits, lengthOf } from "./scripts.ts";

function print(hunks: readonly Hunk[]): string[] {
  return hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
}

/** Applies hunks to a text, and checks every line of context and every removed line. */
function apply(before: string, hunks: readonly Hunk[]): string {
  const lines = before === "" ? [] : before.slice(0, -1).split("\n");
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    result.push(...lines.slice(at, start));
    at = start;
    expect(hunk.newStart).toBe(hunk.newLines === 0 ? result.length : result.length + 1);
    expect(hunk.oldLines).toBe(hunk.lines.filter((line) => !line.startsWith("+")).length);
    expect(hunk.newLines).toBe(hunk.lines.filter((line) => !line.startsWith("-")).length);
    const old = hunk.lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
    expect(lines.slice(at, at + old.length)).toEqual(old);
    at += old.length;
    result.push(...hunk.lines.filter((line) => !line.startsWith("-")).map((line) => line.slice(1)));
  }
  result.push(...lines.slice(at));
  return result.map((line) => `${line}\n`).join("");
}

describe("hunks", () => {
  test("three lines of context", () => {
    const text = (line: string) => `1\n2\n3\n4\n${line}\n6\n7\n8\n9\n`;
    expect(print(diffTexts(text("a"), text("b")))).toEqual([
      "@@ -2,7 +2,7 @@",
      " 2",
      " 3",
      " 4",
      "-a",
      "+b",
      " 6",
      " 7",
      " 8",
    ]);
  });

  test("equal texts have no hunks", () => {
    expect(diffTexts("a\n", "a\n")).toEqual([]);
  });

  test.each([
    ["", "a\nb\n", ["@@ -0,0 +1,2 @@", "+a", "+b"]],
    ["a\nb\n", "", ["@@ -1,2 +0,0 @@", "-a", "-b"]],
    ["a\n\n", "a\n", ["@@ -1,2 +1,1 @@", " a", "-"]],
  ])("%j to %j", (before, after, expected) => {
    expect(print(diffTexts(before, after))).toEqual(expected);
  });

  test("changes six lines apart share a hunk, seven apart do not", () => {
    const text = (gap: number, ends: string) => `${ends}\n${"=\n".repeat(gap)}${ends}\n`;
    expect(diffTexts(text(6, "a"), text(6, "b"))).toHaveLength(1);
    expect(diffTexts(text(7, "a"), text(7, "b"))).toHaveLength(2);
  });

  test("texts that share few lines keep them", () => {
    const text = (prefix: string) =>
      Array.from({ length: 5_000 }, (_, i) => `${i % 50 === 0 ? `same ${i}` : `${prefix}${i}`}\n`).join("");
    const hunks = diffTexts(text("a"), text("b"));
    expect(hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith(" ")).length).toBeGreaterThan(90);
    expect(apply(text("a"), hunks)).toBe(text("b"));
  });

  test("applying the hunks to the first text gives the second one", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "", "k: v"), { maxLength: 40 })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(apply(before, diffTexts(before, after))).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("whole blocks", () => {
  /** The changed lines of all hunks. */
  function changed(before: string, after: string): string {
    return diffTexts(before, after)
      .flatMap(({ lines }) => lines.filter((line) => !line.startsWith(" ")))
      .join("\n");
  }

  const rule = (resource: string, verbs = ["get", "list"]) =>
    `- apiGroups:\n  - ""\n  resources:\n  - ${resource}\n  verbs:\n${verbs.map((verb) => `  - ${verb}\n`).join("")}`;
  const role = (...rules: string[]) => `kind: Role\nrules:\n${rules.join("")}`;
  const signed = (sign: string, text: string) => text.replace(/\n$/, "").replaceAll(/^/gm, sign);

  test.each<{ what: string; before: string; after: string; expected: string }>([
    {
      what: "an inserted rule",
      before: role(rule("pods"), rule("secrets")),
      after: role(rule("pods"), rule("services"), rule("secrets")),
      expected: signed("+", rule("services")),
    },
    {
      what: "a removed rule",
      before: role(rule("pods"), rule("services"), rule("secrets")),
      after: role(rule("pods"), rule("secrets")),
      expected: signed("-", rule("services")),
    },
    {
      what: "a rule at the end",
      before: role(rule("pods")),
      after: role(rule("pods"), rule("services")),
      expected: signed("+", rule("services")),
    },
    {
      what: "one more of several equal rules is the last one",
      before: role(rule("pods"), rule("pods")),
      after: role(rule("pods"), rule("pods"), rule("pods")),
      expected: signed("+", rule("pods")),
    },
    {
      what: "two rules, one after the other",
      before: role(rule("pods"), rule("secrets")),
      after: role(rule("pods"), rule("services"), rule("nodes"), rule("secrets")),
      expected: signed("+", rule("services") + rule("nodes")),
    },
    {
      what: "an entry between entries that end alike",
      before: "spec:\n  a:\n    type: string\n  c:\n    type: string\n",
      after: "spec:\n  a:\n    type: string\n  b:\n    type: string\n  c:\n    type: string\n",
      expected: "+  b:\n+    type: string",
    },
    {
      what: "a paragraph of a text",
      before: "data:\n  t: |\n    one\n\n    three\n",
      after: "data:\n  t: |\n    one\n\n    two\n\n    three\n",
      expected: "+    two\n+",
    },
    {
      what: "a container whose keys are in alphabetical order",
      before: "containers:\n- image: x\n  name: a\n- image: x\n  name: c\n",
      after: "containers:\n- image: x\n  name: a\n- image: x\n  name: b\n- image: x\n  name: c\n",
      expected: "+- image: x\n+  name: b",
    },
  ])("$what", ({ before, after, expected }) => {
    expect(changed(before, after)).toBe(expected);
    expect(apply(before, diffTexts(before, after))).toBe(after);
  });

  test.each<{ what: string; left: string[]; right: string[]; at: number }>([
    { what: "before an element that goes on", left: ["- a:", "  x: 1"], right: ["- a:", "- a:", "  x: 1"], at: 0 },
    { what: "at a key, not at an element below it", left: ["- x", "k:"], right: ["- x", "k:", "- x", "k:"], at: 1 },
    { what: "at the least indentation", left: ["a:", "  b: 1"], right: ["a:", "  b: 1", "a:", "  b: 1"], at: 2 },
  ])("$what", ({ left, right, at }) => {
    expect(settleEdits(findEdits(left, right), left, right)).toEqual([
      { left: at, right: at, removed: 0, added: right.length - left.length },
    ]);
  });

  test("edits that can be moved together become one", () => {
    // A shortest script may insert `a` and `b` at different places of the run.
    const edits = [
      { left: 1, right: 1, removed: 0, added: 1 },
      { left: 3, right: 4, removed: 0, added: 1 },
    ];
    expect(settleEdits(edits, ["a", "a", "a", "b"], ["a", "a", "a", "a", "a", "b"])).toEqual([
      { left: 3, right: 3, removed: 0, added: 2 },
    ]);
  });

  test("a settled script makes the same text", () => {
    const text = fc.array(fc.constantFrom("a:", "- a", "- b", "  - a", "  b: 1", ""), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const edits = findEdits(left, right);
        const settled = settleEdits(edits, left, right);
        expect(applyEdits(settled, left, right)).toEqual(right);
        expect(lengthOf(settled)).toBe(lengthOf(edits));
        expect(settled.length).toBeLessThanOrEqual(edits.length);
      }),
      { numRuns: 500 },
    );
  });
});
