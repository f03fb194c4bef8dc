import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import type { Change, Hunk } from "../../../src/review/index.ts";
import { change, hunk, report, target } from "../reports.ts";
import { attributeOf, type ParsedPage, pageOf, textOf } from "./parsed.ts";

function page(...changes: readonly Change[]): ParsedPage {
  return pageOf(report(target("apps/a", { changes })));
}

function edited(name: string, more: Partial<Hunk>): Change {
  const label = { path: "/spec/x", op: "changed" as const, before: name, after: `${name}'` };
  const lines = { ...hunk([`-x: ${name}`, `+x: ${name}'`], "spec"), ...more };
  return change({ name, fields: [label], hunks: [lines] });
}

/** The lines that the page holds packed, by changes. */
function packed({ elements }: ParsedPage): readonly (readonly (readonly [string, string])[])[] {
  const block = elements.find((each) => attributeOf(each, "id") === "around");
  const [text] = block?.childNodes ?? [];
  if (text === undefined || !("value" in text)) return [];
  return Object.values(JSON.parse(inflateRawSync(Buffer.from(text.value, "base64")).toString()));
}

describe("the page", () => {
  test("holds the lines around hunks, with hidden characters visible, and where each hunk is", () => {
    const one = page(edited("a", { oldStart: 4, newStart: 5, above: "b\n", below: "c: \u202e\nd\n", isCut: true }));
    expect(packed(one)).toEqual([[["b\n", "c: \\u202e\nd\n"]]]);
    const titles = one.elements.filter(({ tagName, parentNode }) => tagName === "b" && parentNode?.nodeName === "pre");
    expect(titles.map((each) => [textOf(each), attributeOf(each, "data-n"), attributeOf(each, "data-l")])).toEqual([
      ["spec", "5", "4:4::2+"],
      ["", undefined, undefined],
    ]);
  });

  test("has no block for them if there are none", () => {
    expect(page(edited("a", {})).html).not.toContain("id=around");
  });

  test("says how many diffs have none because it would be too large", () => {
    const line = `${"x".repeat(1023)}\n`;
    const large = page(edited("a", { above: line.repeat(5 * 1024) }), edited("b", { above: line.repeat(5 * 1024) }));
    expect(packed(large)).toHaveLength(1);
    expect(textOf(large.root)).toContain("The page holds no lines around 1 diff: it would be too large.");
  });
});
