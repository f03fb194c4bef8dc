import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffTexts } from "../../src/review/hunks.ts";
import type { Hunk } from "../../src/review/report.ts";

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

  test("texts with too many differences get one hunk for their middle", () => {
    const text = (prefix: string) =>
      `head\n${Array.from({ length: 2_000 }, (_, i) => `${prefix}${i}\n`).join("")}tail\n`;
    const hunks = diffTexts(text("a"), text("b"));
    expect(hunks).toHaveLength(1);
    expect(hunks[0]?.lines).toHaveLength(4_002);
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
      { numRuns: 500 },
    );
  });
});

describe("sections", () => {
  const lines = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    example.com/a: x
spec:
  replicas: 3
  template:
    spec:
      containers:
      - image: one
        name: web
        args:
        - --first
        - --second
        env:
        - name: A
          value: "1"
        command: [a, b]
      - name: side
        script: |
          key: not a key

          - no item
        image: two
      volumes:
        - name: wide
          emptyDir: {}
  "quoted: key":
    x: 1
  ports:
  - - nested: 1`.split("\n");

  test.each([
    ["kind: Deployment", ""],
    ["  name: web", "metadata"],
    ["    example.com/a: x", "metadata.annotations"],
    ["  replicas: 3", "spec"],
    ["      - image: one", "spec.template.spec.containers[web]"],
    ["        name: web", "spec.template.spec.containers[web]"],
    ["        - --second", "spec.template.spec.containers[web].args"],
    ['          value: "1"', "spec.template.spec.containers[web].env[A]"],
    ["          - no item", "spec.template.spec.containers[side].script"],
    ["        image: two", "spec.template.spec.containers[side]"],
    ["          emptyDir: {}", "spec.template.spec.volumes[wide]"],
    ["    x: 1", "spec[quoted: key]"],
    ["  - - nested: 1", "spec.ports[][]"],
  ])("%s", (line, section) => {
    const at = lines.indexOf(line);
    expect(at).toBeGreaterThanOrEqual(0);
    const changed = lines.with(at, `${line}x`);
    const text = (all: readonly string[]) => `${all.join("\n")}\n`;
    const [hunk] = diffTexts(text(lines), text(changed));
    const expected =
      line.includes("name: web") && line.startsWith("        ") ? section.replace("web", "webx") : section;
    expect(hunk?.fields).toEqual(expected === "" ? [] : [expected]);
  });
});
