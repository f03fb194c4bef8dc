/** What tests of the parts of a Markdown report share. */
import fc from "fast-check";
import { contextOf as contextOfReport } from "../../src/report/markdown-changes/context.ts";
import type { MarkdownContext } from "../../src/report/markdown-context.ts";
import type { Danger, Report } from "../../src/review/index.ts";
import { figuresOf } from "../../src/review/summary/grouping/index.ts";
import { hostile, hostileReport, LINKS } from "./reports.ts";

/** Ample room. */
export const ROOM = 100_000;

export function contextOf(report: Report, links: MarkdownContext["links"] = LINKS): MarkdownContext {
  return contextOfReport(report, links);
}

export function withDangers(report: Report, dangers: readonly Partial<Danger>[]): Report {
  const all = dangers.map((given, index): Danger => {
    const id = given.id ?? "replicas-zero";
    return {
      id,
      key: `${id}:${index.toString(16).padStart(12, "0")}`,
      level: "high",
      targets: report.targets.slice(0, 1).map(({ path }) => path),
      change: report.changes[index % Math.max(1, report.changes.length)]?.id ?? "0".repeat(16),
      message: "the Deployment is scaled to zero",
      ...given,
    };
  });
  return { ...report, dangers: all, figures: figuresOf({ ...report, dangers: all }) };
}

const oneLine = hostile.map((text) => text.replace(/\s+/g, " "));

const dangers = fc.array(
  fc.record(
    {
      id: fc.constantFrom("replicas-zero", "immutable-field", "image-latest"),
      level: fc.constantFrom("high" as const, "medium" as const, "low" as const),
      message: fc.oneof(
        fc.array(oneLine, { maxLength: 4 }).map((parts) => parts.join(" ")),
        oneLine.map((text) => `container \`${text}\` becomes privileged: it can do more`),
      ),
      before: oneLine,
      after: oneLine,
      silenced: fc.record({
        by: fc.constantFrom("configuration" as const, "annotation" as const, "this-change" as const),
        reason: oneLine,
      }),
    },
    { requiredKeys: ["id", "level", "message"] },
  ),
  { maxLength: 30 },
);

/** Reports with hostile failures, dangers and new warnings. */
export const hostileProblems: fc.Arbitrary<Report> = fc
  .tuple(hostileReport, dangers, fc.boolean(), fc.constantFrom(undefined, true, false))
  .map(([report, found, isNew, edited]) => {
    const targets = report.targets.map((target) => ({
      ...target,
      ...(edited === undefined ? {} : { edited }),
      diagnostics: target.diagnostics.map((each) => ({ ...each, ...(isNew ? { isNew, inChange: isNew } : {}) })),
    }));
    return withDangers({ ...report, targets }, found);
  });
