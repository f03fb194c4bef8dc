import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Count, htmlChunks, markdownReport } from "../../src/report/index.ts";
import { anchorsIn, withoutLinks } from "./anchors/page-link-texts.ts";
import { hostileProblems as hostileReport, withDangers } from "./blocks.ts";
import { readMarkdown } from "./markdown-tree.ts";
import { change, failedTarget, hunk, LINKS, report as reportOf, target } from "./reports.ts";

const MARKER = "<!-- krm-render id=default -->";
const budget = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 600, max: 6_000 }), fc.constant(65_000));
const PAGE = "https://github.example/pages/(7)/report.html?a=1&lt;=2";
const reach = fc.constantFrom({}, { page: PAGE });
const SETTINGS = { numRuns: 150, interruptAfterTimeLimit: 100_000 };

describe("for any report and any budget", () => {
  test("the text fits in bytes and in UTF-16 code units", () => {
    fc.assert(
      fc.property(hostileReport, budget, reach, (report, maxBytes, reached) => {
        const { text } = markdownReport(report, { maxBytes, above: MARKER, links: LINKS, reach: reached });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect(text.length).toBeLessThanOrEqual(maxBytes);
      }),
      SETTINGS,
    );
  });

  test("all markup is closed and ours, and no text of the pull request acts as markup", () => {
    fc.assert(
      fc.property(hostileReport, budget, reach, (report, maxBytes, reached) => {
        const { text } = markdownReport(report, { maxBytes, links: LINKS, footer: "krm-render", reach: reached });
        const { problems, live, addresses } = readMarkdown(text);
        expect(problems).toEqual([]);
        // Outside code, the writer itself prints only words, links, lists, tables, headings, quotations and icons.
        expect(live).not.toMatch(/[<@`\\&~|]|https?:|www\.|\]\(|#\d|!\[|\[(?!!(?:WARNING|CAUTION|NOTE|TIP)\])/);
        expect(addresses.filter((address) => !/^https:\/\/git(?:hub\.example|hub\.com\/org)\//.test(address))).toEqual(
          [],
        );
        // biome-ignore lint: these are the very characters to be found
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
      SETTINGS,
    );
  });

  test("the counts of shown and left-out items add up, and the text states them", () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 1_500, max: 8_000 }), (report, maxBytes) => {
        const { text, truncated, shown } = markdownReport(report, { maxBytes, links: LINKS });
        const counts: Count[] = Object.values(shown);
        expect(counts.filter((count) => count.shown < 0 || count.shown > count.total)).toEqual([]);
        const missing = counts.filter((count) => count.shown < count.total);
        expect(truncated).toBe(missing.length > 0);
        const note = /^(\d.*) (?:is|are) shown in full\./m.exec(readMarkdown(text).live)?.[1] ?? "";
        const stated = [...note.matchAll(/(\d+) of (\d+)/g)].map(([, some, all]) => `${some} ${all}`);
        expect(stated.sort()).toEqual(missing.map((count) => `${count.shown} ${count.total}`).sort());
      }),
      SETTINGS,
    );
  });

  test("the text holds as many whole diffs as it states", () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 1_500, max: 8_000 }), (report, maxBytes) => {
        fc.pre(report.changes.every(({ hunks }) => hunks.length > 0));
        fc.pre(report.changes.every(({ fields }) => fields.every(({ noise }) => noise === undefined)));
        const { text, shown } = markdownReport(report, { maxBytes });
        const diffs = readMarkdown(text).fences.filter((language) => language === "diff").length;
        const cut = text.match(/^… [\d,]+ more lines?/gm)?.length ?? 0;
        expect(diffs - cut).toBe(shown.diffs.shown);
      }),
      SETTINGS,
    );
  });

  test("links to the page lead to places that it has, and nothing else differs where all fits", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const options = { maxBytes: 1_000_000, links: LINKS };
        const plain = markdownReport(report, options).text;
        const { text } = markdownReport(report, { ...options, reach: { page: PAGE } });
        const html = [...htmlChunks(report)].join("");
        const ids = [...html.matchAll(/ id="?([\w-]+)/g)].map(([, id]) => id);
        const anchors = anchorsIn(text, PAGE);
        expect(anchors.filter((anchor) => ids.filter((id) => id === anchor).length !== 1)).toEqual([]);
        expect(withoutLinks(text, plain)).toEqual({ text: plain, links: anchors.length });
      }),
      { numRuns: 60 },
    );
  });

  test("every failure and every danger is there from 4,000 bytes on, whatever else there is", () => {
    const count = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(
        count,
        count,
        count,
        fc.integer({ min: 4_000, max: 20_000 }),
        (failures, dangers, changes, maxBytes) => {
          const long = Array.from({ length: 300 }, (_, line) => `+line ${line}`);
          const report = reportOf(
            ...Array.from({ length: failures }, (_, at) =>
              failedTarget(`apps/f${at}`, `failure${at}x\n${"more ".repeat(200)}`),
            ),
            ...Array.from({ length: changes }, (_, at) =>
              target(`apps/c${at}`, { changes: [change({ name: `c${at}`, hunks: [hunk(long)] })] }),
            ),
          );
          const given = Array.from({ length: dangers }, (_, at) => ({
            id: "host-path",
            message: `danger${at}x is mounted`,
          }));
          const { text } = markdownReport(withDangers(report, given), {
            maxBytes,
            above: MARKER,
            links: LINKS,
            reach: {},
          });
          const missing = [
            ...Array.from({ length: failures }, (_, at) => `failure${at}x`),
            ...Array.from({ length: dangers }, (_, at) => `danger${at}x`),
          ].filter((word) => !text.includes(word));
          expect(missing).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("the marker comes first, if it fits", () => {
    fc.assert(
      fc.property(hostileReport, fc.integer({ min: 400, max: 3_000 }), (report, maxBytes) => {
        expect(markdownReport(report, { maxBytes, above: MARKER }).text.startsWith(`${MARKER}\n`)).toBe(true);
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

  // A report of others may have more of them than this program writes.
  test("takes any number of fields", () => {
    const field = (at: number) => ({ path: `/spec/${at}`, op: "changed" as const, before: at, after: -at });
    const fields = Array.from({ length: 200_000 }, (_, at) => field(at));
    const wide = reportOf(target("a", { changes: [change({ fields })] }));
    expect(markdownReport(wide, { maxBytes: 60_000, links: LINKS })).toMatchObject({ truncated: false });
  });
});
