/** Reports of changes that there is no time to group. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { processPool } from "../../../src/budget/index.ts";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { jsonChunks } from "../../../src/report/index.ts";
import { parseReport, type Report } from "../../../src/review/index.ts";
import { Reviewer } from "../../../src/review/reviewer.ts";
import { figuresOf, ungrouped } from "../../../src/review/summary/grouping/index.ts";
import { tidyReport } from "../../report/reports.ts";
import { type Given, reportOf } from "../given-reports.ts";
import { rendered } from "../renderings.ts";

function withLoneGroups(report: Report): Report {
  const groups = ungrouped(report.changes, report.targets);
  return { ...report, groups, figures: figuresOf({ ...report, groups }) };
}

test("for any report, each change has one group, and the reader accepts it", () => {
  fc.assert(
    fc.property(tidyReport, (input) => {
      const report = withLoneGroups(input);
      expect(report.groups.every(({ changes }) => changes.length === 1)).toBe(true);
      expect(new Set(report.groups.flatMap(({ changes }) => changes))).toEqual(
        new Set(report.changes.map(({ id }) => id)),
      );
      expect(JSON.stringify(parseReport([...jsonChunks(report)].join("")))).toBe(JSON.stringify(report));
    }),
    { numRuns: 200 },
  );
});

const chart = {
  path: "/metadata/labels/chart",
  op: "changed",
  before: "1",
  after: "2",
  noise: "chart-labels",
} as const;
const sum = {
  path: "/metadata/annotations/checksum",
  op: "changed",
  before: "1",
  after: "2",
  noise: "checksums",
} as const;
const count = (index: number) => ({ path: `/spec/n${index}`, op: "changed", before: 1, after: 2 }) as const;
const many = (length: number) => Array.from({ length }, (_, index) => count(index));

test.each<[what: string, given: Given, group: string]>([
  ["a removed object", { op: "removed", fields: [] }, "removed behaviour 0"],
  ["a move", { from: { namespace: "old" }, fields: [] }, "moved behaviour 0"],
  ["noise of one rule", { fields: [chart] }, "changed noise 1"],
  ["noise of two rules", { fields: [chart, sum] }, "changed metadata 2"],
  ["noise beside another edit", { fields: [chart, count(1)] }, "changed behaviour 2"],
  ["more edits than are listed", { fields: many(30) }, "changed behaviour 11 (20 more fields)"],
  ["fields that the change does not list", { fields: many(1), moreFields: 1 }, "changed behaviour 2 (1 more field)"],
  ["nothing to show", { from: { name: "web" }, name: "web", fields: [] }, "changed behaviour 1 (content)"],
])("%s", (_, given, expected) => {
  const { groups } = withLoneGroups(reportOf({ a: [given] }));
  const last = groups[0]?.edits.at(-1);
  const rest = last?.oversized ? ` (${last.label})` : "";
  expect(groups.map(({ op, consequence, edits }) => `${op} ${consequence} ${edits.length}${rest}`)).toEqual([expected]);
});

test("a reviewer without time to group has every change, and an edit of two objects in two rows", () => {
  const settings = (name: string, level: string) =>
    `apiVersion: v1\ndata:\n  level: ${level}\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
  const side = (level: string) => rendered([settings("a", level), settings("b", level)].join("---\n"), "t");
  const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
  reviewer.compare({ id: "t", path: "t", why: "" }, side("info"), side("debug"), { seconds: undefined, isLast: true });
  const names = { sha: null, label: "x", reason: "" };
  const rows = (seconds?: number) =>
    reviewer
      .report({ base: names, head: names }, { grouping: () => seconds })
      .groups.map(({ changes }) => changes.length);
  expect(rows()).toEqual([2]);
  expect(rows(0)).toEqual([1, 1]);
  expect(rows(1e-9)).toEqual([1, 1]);
});
