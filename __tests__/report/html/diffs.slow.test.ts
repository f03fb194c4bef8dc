import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DiffWriter } from "../../../src/report/html/diffs.ts";
import type { Change } from "../../../src/review/index.ts";
import { change, hunk } from "../reports.ts";
import { attributeOf, type Element, parsePage, textOf } from "./parsed.ts";

const TAB_WIDTH = 8;

function written(changes: readonly Change[]): string[] {
  const writer = new DiffWriter();
  writer.plan(changes);
  return changes.map((each) => writer.write(each));
}

/** The hunks of a diff, as a reader without scripts sees them who follows each link. Each line has its sign and its text. */
function read(diffs: readonly string[]): { title: string; lines: string[] }[][] {
  const page = parsePage(`<!doctype html><title>t</title>${diffs.map((diff) => `<pre>${diff}</pre>`).join("")}`);
  expect(page.errors).toEqual([]);
  const named = new Map(page.elements.map((each) => [attributeOf(each, "id"), each]));
  return page.elements
    .filter(({ tagName }) => tagName === "pre")
    .map((pre) => {
      const hunks: { title: string; lines: string[] }[] = [];
      let unfinished = "";
      let isAfterLink = false;
      const line = (text: string): void => {
        if (hunks.length === 0) hunks.push({ title: "", lines: [] });
        hunks.at(-1)?.lines.push(text);
      };
      const walk = (element: Element): void => {
        for (const child of element.childNodes) {
          if ("value" in child) {
            const pieces = `${unfinished}${isAfterLink ? child.value.replace(/^\n/, "") : child.value}`.split("\n");
            isAfterLink = false;
            unfinished = pieces.pop() ?? "";
            for (const piece of pieces) line(plain(piece));
          } else if (child.nodeName === "b") hunks.push({ title: textOf(child), lines: [] });
          else if (child.nodeName === "a") {
            const source = named.get(attributeOf(child, "href")?.slice(1) ?? "");
            if (source === undefined) throw new Error("a link leads nowhere");
            const count = hunks.at(-1)?.lines.length ?? 0;
            const lead = unfinished === "" ? undefined : plain(unfinished);
            unfinished = "";
            walk(source);
            const added = hunks.at(-1)?.lines ?? [];
            const shift = lead === undefined ? 0 : lead.length - indentOf(added[count] ?? "");
            for (let at = count; at < added.length; at++) added[at] = moved(added[at] as string, shift);
            isAfterLink = true;
          } else walk(child as Element);
        }
      };
      walk(pre);
      return hunks;
    });
}

/** The line with spaces in place of tabs at its beginning. */
function plain(line: string): string {
  const lead = /^.?[\t ]*/.exec(line)?.[0] ?? "";
  const sign = /^[-+]/.test(line) ? (line[0] as string) : " ";
  let column = 0;
  for (const character of lead)
    column = character === "\t" ? (Math.floor(column / TAB_WIDTH) + 1) * TAB_WIDTH : column + 1;
  return `${sign}${" ".repeat(Math.max(0, column - 1))}${line.slice(lead.length)}`;
}

function indentOf(line: string): number {
  return /^. */.exec(line)?.[0].length ?? 0;
}

function moved(line: string, by: number): string {
  return `${line[0]}${" ".repeat(Math.max(0, indentOf(line) - 1 + by))}${line.slice(indentOf(line))}`;
}

/** Lines without what all of them begin with. */
function atMargin(lines: readonly string[]): string[] {
  const margin = Math.min(...lines.filter((each) => indentOf(each) < each.length).map(indentOf), 1000);
  return margin === 1000
    ? [...lines]
    : lines.map((each) => `${each[0]}${each.slice(Math.min(margin, indentOf(each)))}`);
}

const SMALL = fc
  .array(
    fc.record({
      sign: fc.constantFrom("+", "-", " "),
      indent: fc.nat({ max: 12 }),
      text: fc.constantFrom("a:", "- b:", "c: 1", "", "<d>", "e: &f", "- g"),
      count: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) =>
    parts.flatMap(({ sign, indent, text, count }) =>
      Array.from(
        { length: count },
        (_, index) => `${sign}${text === "" ? "" : " ".repeat(2 * (indent + (index % 3)))}${text}`,
      ),
    ),
  );

describe("a diff", () => {
  test("has one element for each run of lines", () => {
    const [diff] = written([change({ hunks: [hunk([" a:", "-  b: 1", "-  c: 1", "+  b: 2", " d: <e>"], "a")] })]);
    expect(diff).toBe("<b data-n=1>a</b> a:\n<del>-  b: 1\n-  c: 1\n</del><ins>+  b: 2\n</ins> d: &lt;e&gt;\n");
  });

  test("is indented by tabs, and begins at the margin where all of it is far away from it", () => {
    const [near, far] = written([
      change({ hunks: [hunk([" a:", `+${" ".repeat(20)}b`], "a")] }),
      change({ hunks: [hunk([`-${" ".repeat(20)}b`, `+${" ".repeat(22)}c`], "a.b")] }),
    ]);
    expect(near).toBe("<b data-n=1>a</b> a:\n<ins>+\t\t     b\n</ins>");
    expect(far).toBe("<b data-n=1>a.b</b><del>-b\n</del><ins>+  c\n</ins>");
  });

  test("marks the tabs of its own lines", () => {
    expect(written([change({ hunks: [hunk(["+a\tb"])] })])[0]).toContain("+a<u>\t</u>b\n");
  });

  test("names where hunks are, what they share once", () => {
    const [first] = written([change({ hunks: [{ ...hunk(["+a"]), fields: ["spec.a.b", "spec.a.c", "status"] }] })]);
    expect(first).toContain("<b data-n=1>spec.a.b, ….c, status</b>");
  });

  test("shows lines once that it repeats at another distance from the margin", () => {
    const template = Array.from({ length: 20 }, (_, index) => `  key${index}: 1`);
    const at = (indent: number): string[] =>
      ["containers:", ...template].map((each) => `+${" ".repeat(indent)}${each}`);
    const [diff = ""] = written([change({ op: "added", hunks: [hunk(["+a:", ...at(2), "+b:", ...at(9), "+c: 1"])] })]);
    expect(diff.match(/key7: 1/g)).toHaveLength(1);
    expect(diff).toContain("<i id=s0>+    key0");
    expect(diff).toContain("<a href=#s0>⋯ 20 lines as above</a>\n");
    expect(diff).toMatch(/\+c: 1\n<\/ins>$/);
  });

  test.each([
    ["another sign", (line: string) => line.replace("+", "-")],
    ["another value", (line: string) => line.replace("key7: 1", "key7: 2")],
    ["another depth of one line", (line: string) => line.replace("+    key7", "+      key7")],
  ])("shows lines again that have %s", (_what, edit) => {
    const lines = ["+containers:", ...Array.from({ length: 20 }, (_each, index) => `+    key${index}: 1`)];
    const [, second = ""] = written([
      change({ op: "added", hunks: [hunk(lines)] }),
      change({ op: "added", hunks: [hunk(lines.map(edit))] }),
    ]);
    expect(second).toContain("key7");
  });

  test("holds all of its lines, for those who follow its links", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(SMALL, fc.boolean()), { minLength: 1, maxLength: 3 }),
        fc.nat(3),
        (parts, shift) => {
          const again = parts
            .flatMap(([lines]) => lines)
            .map((line) => `${line[0]}${" ".repeat(2 * shift)}${line.slice(1)}`);
          const changes = [...parts.map(([lines]) => lines), again, ...parts.map(([lines]) => lines)].map(
            (lines, index) => change({ name: `web-${index}`, hunks: [hunk(lines, "spec")] }),
          );
          const result = read(written(changes));
          expect(result).toHaveLength(changes.length);
          for (const [index, hunks] of result.entries()) {
            expect(hunks.map(({ title }) => title)).toEqual(["spec"]);
            const lines = changes[index]?.hunks[0]?.lines ?? [];
            expect(atMargin(hunks[0]?.lines ?? []).map((each) => each.trimEnd())).toEqual(
              atMargin(lines).map((each) => each.trimEnd()),
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
