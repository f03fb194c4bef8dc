/** What a comment keeps as its budget shrinks, and how it tells large changes shortly. */
import { describe, expect, test } from "@jest/globals";
import { markdownReport, type Reach } from "../../src/report/index.ts";
import type { Report } from "../../src/review/index.ts";
import { withDangers } from "./blocks.ts";
import { readMarkdown } from "./markdown-tree.ts";
import { change, hunk, imageChange, LINKS, report, target } from "./reports.ts";

const SUMMARY = "https://github.example/summary";
const RUN = "https://github.example/run#artifacts";

function numbered(count: number, lines: number): Report {
  const targets = Array.from({ length: count }, (_, at) => {
    const fields = [{ path: "/spec/replicas", op: "changed", before: at, after: at + 1 }] as const;
    const text = hunk(Array.from({ length: lines }, (_line, line) => `+line ${line} of ${at}`));
    return target(`apps/t${at}`, { changes: [change({ name: `web${at}`, fields, hunks: [text] })] });
  });
  return report(...targets);
}

describe("a large change is a short comment", () => {
  test("a tag in 1,000 overlays: one image, one diff, and the number of targets", () => {
    const targets = Array.from({ length: 1_000 }, (_, at) =>
      target(`apps/team${at % 10}/${at}`, {
        changes: [{ ...imageChange("shop", "1.4.2", "1.5.0"), object: { ...change().object, namespace: `n${at}` } }],
      }),
    );
    const input = report(...targets);
    // The images of a real report are found where it is made.
    const image = {
      repository: { before: "shop", after: "shop" },
      version: { before: "1.4.2", after: "1.5.0" },
      containers: 1_000,
      changes: input.changes.map(({ id }) => id),
      targets: input.targets.map(({ path }) => path),
    };
    const groups = input.groups.map((group) => ({ ...group, consequence: "image" as const }));
    const { text, truncated, shown } = markdownReport({ ...input, images: [image], groups }, { links: LINKS });
    expect(truncated).toBe(false);
    expect(shown).toMatchObject({ changes: { shown: 1, total: 1 }, diffs: { shown: 1, total: 1 } });
    expect(text).toContain("| `1.4.2` → `1.5.0` | `shop`<br>1000 containers in all 1,000 targets under `apps/`<br>");
    expect(text).toContain("· the same in 999 more objects");
    expect(text.length).toBeLessThan(4_000);
  });

  test("10,000 different changes", () => {
    const input = numbered(10_000, 3);
    for (const maxBytes of [60_000, 4_000]) {
      const { text, shown } = markdownReport(input, { maxBytes, links: LINKS });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      expect(text).toContain("| 10000 | ✏️ Deployment changed | 10000 |");
      expect(shown.changes.shown).toBeGreaterThan(20);
    }
  });

  test("more than 25 changes: the first ones stand open", () => {
    const { text } = markdownReport(numbered(40, 1));
    const at = text.indexOf("<details><summary>25 more changes</summary>");
    expect(text.slice(0, at).match(/^- ✏️/gm)).toHaveLength(15);
    expect(text.slice(at).match(/^- ✏️/gm)).toHaveLength(25);
  });
});

describe("diffs", () => {
  test("those of dangers come first and stay longest, whatever their size", () => {
    const input = numbered(40, 60);
    const last = input.changes.find(({ object }) => object.name === "web39")?.id ?? "";
    const risky = withDangers(input, [{ change: last, targets: ["apps/t39"], message: "the Deployment is deleted" }]);
    const { text, shown } = markdownReport(risky, { maxBytes: 8_000 });
    expect(shown.diffs.shown).toBeLessThan(10);
    expect(text).toContain("+line 59 of 39\n");
    expect(text.indexOf("+line 0 of 39")).toBeLessThan(text.indexOf("+line 0 of 0\n") >>> 0);
  });

  test("one that is too long ends after a whole hunk, and says how much is left out", () => {
    const hunks = Array.from({ length: 30 }, (_, at) =>
      hunk(
        Array.from({ length: 20 }, (_line, line) => `+hunk ${at} line ${line}`),
        `part${at}`,
      ),
    );
    const { text, shown } = markdownReport(report(target("app", { changes: [change({ hunks })] })), {
      maxBytes: 4_000,
    });
    const lines =
      readMarkdown(text).fences.length === 1 ? text.split("\n").filter((line) => line.startsWith("+hunk")) : [];
    expect(lines.length % 20).toBe(0);
    expect(lines.length).toBeGreaterThan(40);
    expect(text).toContain(`… ${600 - lines.length} more lines in ${30 - lines.length / 20} hunks`);
    expect(shown.diffs).toEqual({ shown: 0, total: 1 });
  });

  test("hunks of nothing but noise are left out and counted; one that may hold something else stays", () => {
    const noisy = {
      path: "/metadata/labels/chart",
      op: "changed",
      before: "a-1",
      after: "a-2",
      noise: "chart-labels",
    } as const;
    const fields = [noisy, { path: "/spec/replicas", op: "changed", before: 1, after: 2 }] as const;
    const label = hunk(["-    chart: a-1", "+    chart: a-2"], "metadata.labels");
    const replicas = hunk(["-  replicas: 1", "+  replicas: 2"], "spec");
    const both = hunk(["-    chart: b-1", "+    chart: b-2"], "");
    const { text } = markdownReport(
      report(target("app", { changes: [change({ fields, hunks: [label, replicas, both] })] })),
    );
    expect(text).not.toContain("+    chart: a-2");
    expect(text).toContain("+  replicas: 2");
    expect(text).toContain("+    chart: b-2");
    expect(text).toContain("Folded: 1 hunk (`chart-labels`).");
  });
});

describe("where the rest is", () => {
  const input = numbered(3, 200);
  const artifact = { name: "review", address: RUN };
  test.each<{ what: string; reach: Reach | undefined; words: string }>([
    {
      what: "in a summary that left nothing out",
      reach: { summary: { address: SUMMARY, complete: true }, artifact },
      words: `The others are in [the job summary](${SUMMARY}).`,
    },
    {
      what: "in an artifact",
      reach: { summary: { address: SUMMARY, complete: false }, artifact },
      words: `The others are in the artifact [\`review\`](${RUN}) of this run.`,
    },
    {
      what: "partly in a summary",
      reach: { summary: { address: SUMMARY, complete: false } },
      words: `[The job summary](${SUMMARY}) shows more. The report files of this run are not kept: see [how to keep them](`,
    },
    { what: "nowhere", reach: {}, words: "The report files of this run are not kept: see [how to keep them](" },
    { what: "unknown to the writer", reach: undefined, words: "" },
  ])("$what", ({ reach, words }) => {
    const [note] = /^\d+ of 3 diffs (?:is|are) shown in full\..*$/m.exec(
      markdownReport(input, { maxBytes: 6_000, ...(reach && { reach }) }).text,
    ) ?? [""];
    const rest = note.replace(/^\d+ of 3 diffs (?:is|are) shown in full\. ?/, "");
    expect(rest.slice(0, words.length)).toBe(words);
    expect(rest === "").toBe(words === "");
  });
});

describe("names of targets", () => {
  const lead = (...paths: readonly string[]): string =>
    markdownReport(report(...paths.map((path, at) => target(path, { changes: [change({ name: `w${at}` })] })))).text;
  test.each([
    { paths: ["apps/shop/overlays/prod"], words: "in `apps/shop/overlays/prod`" },
    { paths: ["apps/shop/overlays/prod", "apps/shop/overlays/eu"], words: "Targets are below `apps/shop/overlays/`." },
    {
      paths: ["c/eu/shop/app", "c/us/shop/app"],
      words: "Targets are named by the <code>&#42;</code> of <code>c/&#42;/shop/app</code>.",
    },
    { paths: ["a", "b/c"], words: "in `a`, `b/c`" },
    { paths: ["."], words: "in the top directory" },
    { paths: ["/", "/x"], words: "in `/`, `/x`" },
  ])("$paths", ({ paths, words }) => {
    expect(lead(...paths)).toContain(words);
  });
});
