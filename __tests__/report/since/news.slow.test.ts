import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { markdownReport } from "../../../src/report/index.ts";
import { type SeenAt, seenOf } from "../../../src/report/since/seen.ts";
import { formatSeenLine, readSeenLine } from "../../../src/report/since/seen-line.ts";
import type { Danger, Report } from "../../../src/review/index.ts";
import {
  change,
  failedTarget,
  hostileReport,
  imageChange,
  LINKS,
  report,
  type TestTarget,
  target,
} from "../reports.ts";

const HEAD = "3f2a91c".padEnd(40, "0");

/** The report as a comment remembers it. */
function remembered(earlier: Report): SeenAt {
  const line = readSeenLine(formatSeenLine({ now: seenOf(earlier), before: undefined }, 10_000));
  if (line?.now === undefined) throw new Error("it does not fit");
  return { head: HEAD, seen: line.now };
}

function markdown(earlier: Report, later: Report, maxBytes = 60_000): string {
  return markdownReport(later, { since: remembered(earlier), maxBytes }).text;
}

function since(earlier: Report, later: Report): string | undefined {
  return /^Since `3f2a91c`: (.*)\.$/m.exec(markdown(earlier, later))?.[1];
}

const field = (name: string, after: number) =>
  change({ name, fields: [{ path: `/spec/${name}`, op: "changed", before: 1, after }] });
const app = (...changes: TestTarget["changes"]) => target("apps/a", { changes });
const [x, y, z] = [field("x", 2), field("y", 2), field("z", 2)];

describe("the line below the first ones", () => {
  test.each<[string, Report, Report, string]>([
    ["the same", report(app(x, y)), report(app(x, y)), "no new change or danger"],
    ["one more", report(app(x)), report(app(x, y)), "1 new change"],
    ["two more", report(app(x)), report(app(x, y, z)), "2 new changes"],
    ["one less", report(app(x, y)), report(app(x)), "1 change gone"],
    ["another value", report(app(x, y)), report(app(field("x", 3), y)), "1 new change, 1 change gone"],
    ["one more target", report(app(x)), report(app(x), target("apps/b", { changes: [x] })), "1 change differs"],
    ["nothing before", report(app()), report(app(x)), "1 new change"],
    ["nothing now", report(app(x)), report(app()), "1 change gone"],
    ["a target that fails now", report(app(x, y)), report(failedTarget("apps/a", "broken")), "no new change or danger"],
    [
      "the same target fails",
      report(app(x), failedTarget("apps/b", "one")),
      report(app(y), failedTarget("apps/b", "two")),
      "1 new change, 1 change gone",
    ],
    [
      "another target fails",
      report(app(x), failedTarget("apps/b", "one")),
      report(app(y), failedTarget("apps/c", "one")),
      "1 new change",
    ],
    ["a target builds again", report(failedTarget("apps/a", "broken")), report(app(x)), "1 new change"],
  ])("says of %s", (_name, earlier, later, wanted) => {
    expect(since(earlier, later)).toBe(wanted);
  });

  test("another edit of the same object leaves a row as it is", () => {
    const replicas = { path: "/spec/replicas", op: "changed" as const, before: 1, after: 2 };
    const paused = (after: boolean) => ({ path: "/spec/paused", op: "changed" as const, before: null, after });
    const later = (after: boolean) =>
      report(
        app(change({ fields: [replicas, paused(after)] })),
        target("b", { changes: [change({ fields: [replicas] })] }),
      );
    expect(since(later(true), later(false))).toBe("1 new change, 1 change gone");
  });

  test("links the commit", () => {
    const { text } = markdownReport(report(app(x)), { since: remembered(report(app(x))), links: LINKS });
    expect(text).toContain(`\nSince [\`3f2a91c\`](https://github.example/o/r/commit/${HEAD}): `);
  });

  test("is not there without an earlier report", () => {
    expect(markdownReport(report(app(x))).text).not.toContain("Since");
  });
});

describe("a row", () => {
  const rows = (text: string) => text.split("\n").filter((line) => line.startsWith("- ") || line.startsWith("  "));

  test("says that it is new, or has changed", () => {
    const both = target("apps/b", { changes: [y] });
    const text = markdown(report(app(x, y)), report(app(x, y, z), both));
    expect(rows(text).filter((line) => line.includes("since"))).toEqual([
      expect.stringMatching(/changed since `3f2a91c` · in `a`, `b`/),
      expect.stringMatching(/new since `3f2a91c` · in `a`/),
    ]);
  });

  test("says nothing where all are new", () => {
    expect(rows(markdown(report(app()), report(app(x, y)))).join("\n")).not.toContain("since");
  });

  test("of the table of images says it too", () => {
    const image = (name: string) => imageChange(`registry.example/${name}`, "1", "2");
    const text = markdown(report(app(image("one"))), report(app(image("one"), image("two"))));
    expect(text.split("\n").filter((line) => line.includes("new since"))).toEqual([
      expect.stringMatching(/^\| `1` → `2` \| `registry.example\/two`<br>.*<br>new since `3f2a91c`/),
    ]);
  });

  test.each([400, 700, 1_000, 2_000])("stays within %i bytes with its mark", (maxBytes) => {
    const many = Array.from({ length: 30 }, (_, index) => field(`f${index}`, 2));
    const text = markdown(report(app(...many.slice(1))), report(app(...many)), maxBytes);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
  });
});

describe("dangers", () => {
  const danger = (more: Partial<Danger> & Pick<Danger, "key">): Danger => ({
    id: "privileged",
    level: "low",
    targets: ["apps/a"],
    change: "",
    message: "is bad",
    ...more,
  });
  const key = (digit: number) => `privileged:${String(digit).padStart(12, "0")}`;
  const withDangers = (...dangers: readonly Danger[]): Report => {
    const plain = report(app(x));
    return { ...plain, dangers: dangers.map((each) => ({ ...each, change: plain.changes[0]?.id ?? "" })) };
  };
  const silenced = { by: "configuration", reason: "known" } as const;
  const one = danger({ key: key(1) });
  const two = danger({ key: key(2) });
  const other = danger({ key: key(3), message: "is worse" });

  test.each<[string, Report, Report, string]>([
    ["one more", withDangers(one), withDangers(one, other), "1 new danger"],
    ["one less", withDangers(one, other), withDangers(one), "1 danger resolved"],
    ["one of several that are told together", withDangers(one, two), withDangers(one), "no new change or danger"],
    ["one more of several that are told together", withDangers(one), withDangers(one, two), "1 new danger"],
    ["all of several that are told together", withDangers(one, two), withDangers(), "1 danger resolved"],
    ["one that somebody accepted", withDangers(one), withDangers({ ...one, silenced }), "no new change or danger"],
    ["one that nobody accepts any more", withDangers({ ...one, silenced }), withDangers(one), "1 new danger"],
    ["another one", withDangers(one), withDangers(other), "1 new danger, 1 danger resolved"],
  ])("of which %s", (_name, earlier, later, wanted) => {
    expect(since(earlier, later)).toBe(wanted);
  });

  test("of a target that fails now are not resolved", () => {
    expect(since(withDangers(one), report(failedTarget("apps/a", "broken")))).toBe("no new change or danger");
  });
});

test("two reports of any content are compared within any limit, and a report has no news to itself", () => {
  fc.assert(
    fc.property(hostileReport, hostileReport, fc.integer({ min: 200, max: 20_000 }), (earlier, later, maxBytes) => {
      const { text } = markdownReport(later, { since: { head: HEAD, seen: seenOf(earlier) }, maxBytes });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      const same = markdownReport(later, { since: { head: HEAD, seen: seenOf(later) } }).text;
      expect(same).toContain("\nSince `3f2a91c`: no new change or danger.\n");
    }),
    { numRuns: 60 },
  );
});
