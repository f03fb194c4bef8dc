/** What a check run says of a report. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { checkOf, markdownReport } from "../../src/report/index.ts";
import { change, failedTarget, hostileReport, LINKS, report, target } from "./reports.ts";

const changed = report(target("apps/shop", { changes: [change()] }));
const PLACE = { file: "apps/k.yaml", line: 3 };
const UNPLACED = { code: "unknown-field", severity: "error", message: "there is no such field" } as const;
const problem = (more: Partial<Diagnostic>): Diagnostic => ({ ...UNPLACED, ...PLACE, ...more });

describe("the conclusion", () => {
  const failed = report(failedTarget("apps/shop", "no"));
  test.each([
    ["of a change is success", changed, [], "success"],
    ["of a change with warnings is success", changed, [problem({ severity: "warning" })], "success"],
    ["of a verdict with an error is failure", changed, [problem({})], "failure"],
    ["of a failing target that fails nothing is neutral", failed, [problem({ severity: "warning" })], "neutral"],
    ["of a failing target is failure", failed, [problem({})], "failure"],
  ] as const)("%s", (_name, of, verdict, conclusion) => {
    expect(checkOf(of, verdict).conclusion).toBe(conclusion);
  });

  test("of a change that touches no target is success, and the title says so", () => {
    const untouched = report(target("apps/shop", { status: "unaffected" }));
    expect(checkOf(untouched, [])).toMatchObject({
      conclusion: "success",
      title: "No target is affected",
      annotations: [],
    });
  });
});

test("the summary is the comment with GitHub's limit of a check", () => {
  const { summary, title } = checkOf(changed, [], { links: LINKS });
  expect(summary).toBe(markdownReport(changed, { links: LINKS, maxBytes: 65_535 }).text);
  expect(summary).toContain(title);
});

test("problems with a line of the repository are annotations, in their order; the others are a list", () => {
  const { annotations, text } = checkOf(changed, [
    problem({ column: 5, hint: "Remove it." }),
    problem({ code: "removed-pvc", severity: "warning", message: "high danger\u202e", line: undefined }),
    problem({ severity: "notice", file: "https://example.com//base?ref=v1/k.yaml", message: "remote ```" }),
    { ...UNPLACED, severity: "warning", message: "no\nplace" },
    problem({ severity: "warning", file: "../k.yaml", message: "outside" }),
  ]);
  expect(annotations).toEqual([
    {
      path: "apps/k.yaml",
      line: 3,
      column: 5,
      level: "failure",
      title: "unknown-field",
      message: "there is no such field\nRemove it.",
    },
    { path: "apps/k.yaml", line: 1, level: "warning", title: "removed-pvc", message: "high danger\\u202e" },
  ]);
  expect(text?.split("\n")).toEqual([
    "````",
    "notice: https://example.com//base?ref=v1/k.yaml: remote ```",
    "warning: no place",
    "warning: ../k.yaml: outside",
    "````",
  ]);
});

test("the list of problems without a line is bounded", () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ ...UNPLACED, message: `${index} ${"x".repeat(900)}` }));
  const { text = "" } = checkOf(changed, many);
  expect(text).toContain("and 50 others");
  expect(text.length).toBeLessThanOrEqual(65_535);
});

test("no report breaks the limits", () => {
  fc.assert(
    fc.property(hostileReport, (of) => {
      const { title, summary } = checkOf(of, []);
      expect(title).not.toContain("\n");
      expect(summary.length).toBeLessThanOrEqual(65_535);
    }),
    { numRuns: 30 },
  );
});
