import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Count, markdownReport } from "../../src/report/index.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { hostileProblems as hostileReport } from "./blocks.ts";
import { scanMarkdown } from "./markdown-scan.ts";
import { LINKS } from "./reports.ts";

const MARKER = "<!-- krm-render id=default -->";
const budget = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 5_000 }), fc.constant(60_000));

describe("for any report and any budget", () => {
  test("the text fits in bytes and in UTF-16 code units", () => {
    fc.assert(
      fc.property(hostileReport, budget, (report, maxBytes) => {
        const { text } = markdownReport(report, { maxBytes, marker: MARKER, links: LINKS });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect(text.length).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: 500 },
    );
  });

  test("all markup is closed, and no text of the pull request acts as markup", () => {
    fc.assert(
      fc.property(hostileReport, budget, (report, maxBytes) => {
        const { text } = markdownReport(report, { maxBytes, links: LINKS, footer: "krm-render" });
        const { unbalanced, live } = scanMarkdown(text);
        expect(unbalanced).toEqual([]);
        // Outside code, the writer itself prints only words, links, tables, headings, quotations and icons.
        expect(live).not.toMatch(/[<@`\\&~]|https?:|www\.|\]\(|#\d|!\[(?!WARNING\]|NOTE\]|CAUTION\])/);
        // biome-ignore lint: these are the very characters to be found
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
      { numRuns: 500 },
    );
  });

  test("the counts of shown and left-out items add up, and the text states them", () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 1_500, max: 8_000 }), (report, maxBytes) => {
        const { text, truncated, shown } = markdownReport(report, { maxBytes, links: LINKS });
        const { failures, earlier } = overviewOf(report);
        expect(shown.failures.total).toBe(failures.length + earlier.length);
        const counts: Count[] = [shown.failures, shown.dangers, shown.warnings, shown.changes, shown.diffs];
        expect(counts.filter((count) => count.shown < 0 || count.shown > count.total)).toEqual([]);
        const missing = counts.map((count) => count.total - count.shown).filter((count) => count > 0);
        expect(truncated).toBe(missing.length > 0);
        const note = /^Left out for size: (.*)$/m.exec(scanMarkdown(text).live)?.[1] ?? "";
        expect([...note.matchAll(/(\d+) of \d+/g)].map(([, count]) => Number(count))).toEqual(missing);
      }),
      { numRuns: 500 },
    );
  });

  test("the text holds as many diffs as it states", () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 1_500, max: 8_000 }), (report, maxBytes) => {
        fc.pre(report.changes.every((change) => change.hunks.length > 0));
        const { text, shown } = markdownReport(report, { maxBytes });
        expect(text.match(/^`{3,}diff$/gm) ?? []).toHaveLength(shown.diffs.shown);
      }),
    );
  });

  test("the marker comes first, if it fits", () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 400, max: 3_000 }), (report, maxBytes) => {
        expect(markdownReport(report, { maxBytes, marker: MARKER }).text.startsWith(`${MARKER}\n`)).toBe(true);
      }),
    );
  });

  test("an ample budget leaves nothing out", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const full = markdownReport(report, { maxBytes: 1_000_000, links: LINKS });
        expect(full.truncated).toBe(false);
      }),
    );
  });
});
