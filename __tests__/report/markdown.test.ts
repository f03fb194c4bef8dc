import { describe, expect, test } from "@jest/globals";
import { type MarkdownOptions, markdownReport } from "../../src/report/index.ts";
import type { Change, Report } from "../../src/review/index.ts";
import { change, failedTarget, hunk, LINKS, report, target } from "./reports.ts";

const MARKER = "<!-- krm-render id=default -->";

function linesOf(input: Report, options: MarkdownOptions = {}): string[] {
  return markdownReport(input, options).text.split("\n");
}

test("a small change stands open, in order: marker, title, commits, change, diff, footer", () => {
  const input = report(target("apps/shop/overlays/prod", { changes: [change()] }), target("apps/shop/overlays/eu"));
  const { text, truncated, shown } = markdownReport(input, {
    above: MARKER,
    links: LINKS,
    footer: "krm-render 1.2.3",
    durationMs: 912,
  });
  const blob = "https://github.example/o/r/blob/5d6e7f801a2b5d6e7f801a2b5d6e7f801a2b5d6e/apps/shop/base/web.yaml#L3";
  expect(text).toBe(`${MARKER}

### 1 change in 1 of 2 targets

Rendered [\`5d6e7f8\`](https://github.example/o/r/commit/5d6e7f801a2b5d6e7f801a2b5d6e7f801a2b5d6e) against \`main\` at [\`1a2b3c4\`](https://github.example/o/r/commit/1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b) (merge base) · +1 −1 lines · 0.9 s.

**On apply:** 1 updated in place.

- ✏️ **Deployment \`shop/web\`**: \`spec.replicas\` \`3 → 5\`\\
  in \`apps/shop/overlays/prod\` · [\`apps/shop/base/web.yaml:3\`](${blob})

\`\`\`diff
@@ spec @@
-  replicas: 3
+  replicas: 5
\`\`\`

<sub>1 target unchanged · krm-render 1.2.3</sub>
`);
  expect({ truncated, shown }).toEqual({
    truncated: false,
    shown: {
      failures: { shown: 0, total: 0 },
      dangers: { shown: 0, total: 0 },
      trust: { shown: 0, total: 0 },
      warnings: { shown: 0, total: 0 },
      images: { shown: 0, total: 0 },
      changes: { shown: 1, total: 1 },
      diffs: { shown: 1, total: 1 },
    },
  });
});

test("failures and dangers come before the changes, whatever failed before comes last", () => {
  const input = report(
    target("prod", { changes: [change()] }),
    failedTarget("apps/eu", "matches nothing"),
    failedTarget("apps/legacy", "old", { failedBefore: true }),
  );
  const danger = {
    id: "replicas-zero",
    key: "replicas-zero:0123456789ab",
    level: "high" as const,
    targets: ["prod"],
    change: input.changes[0]?.id ?? "",
    message: "the Deployment is scaled to zero",
  };
  const { text, shown } = markdownReport({ ...input, dangers: [danger] });
  const order = ["`apps/eu`** no longer builds", "is scaled to zero", "- ✏️", "`apps/legacy`: "];
  const found = order.map((part) => text.indexOf(part));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
  expect(shown).toMatchObject({ failures: { shown: 2, total: 2 }, dangers: { shown: 1, total: 1 } });
});

test("the end of a long message is kept", () => {
  const { text } = markdownReport(report(failedTarget("t", `cannot be fetched: ${"x".repeat(250)}: no such host`)));
  expect(text).toContain(": no such host\n");
});

test("targets that failed before take little of the budget", () => {
  const earlier = Array.from({ length: 50 }, (_, i) => failedTarget(`t${i}`, `cause ${i}`, { failedBefore: true }));
  const long = hunk(Array.from({ length: 70 }, (_, i) => `+line ${i}`));
  const { text, shown } = markdownReport(report(target("prod", { changes: [change({ hunks: [long] })] }), ...earlier), {
    maxBytes: 5_000,
  });
  expect(text).toContain("cause 0");
  expect(shown.failures.shown).toBeLessThan(50);
  expect(shown.diffs).toEqual({ shown: 1, total: 1 });
});

test("diffs of more than a screen are folded", () => {
  const long = hunk(Array.from({ length: 70 }, (_, i) => `+line ${i}`));
  const { text } = markdownReport(report(target("prod", { changes: [change({ hunks: [long] })] })));
  expect(text).toContain("<details><summary><code>prod</code> · 1 Deployment</summary>");
  expect(text).toContain("+line 69");
});

test("the same change of many targets is shown once, with their names", () => {
  const paths = ["apps/a/prod", "apps/b/prod", "apps/a/eu", "apps/a/us", "apps/a/qa", "apps/a/dev"];
  const lines = linesOf(report(...paths.map((path) => target(path, { changes: [change()] }))));
  expect(lines.filter((line) => line === "+  replicas: 5")).toHaveLength(1);
  expect(lines).toContain("  in all 6 targets under `apps/` · `apps/shop/base/web.yaml:3`");
});

describe("the title of a diff that stands for several objects says", () => {
  const [one, two, three] = ["one", "two", "three"];
  const added = (name: string, ...lines: string[]): Change =>
    change({ name, op: "added", fields: [], hunks: [hunk([`+name: ${name}`, ...lines])] });
  const replicas = change().fields[0] as Change["fields"][number];
  const changed = (name: string, ...paths: string[]): Change =>
    change({ name, fields: [replicas, ...paths.map((path) => ({ path, op: "added" as const, after: 1 }))] });
  test.each<[what: string, changes: readonly Change[], title: string]>([
    ["how many are the same", [added(one), added(two), added(three), added("four")], "the same in 3 more objects"],
    [
      "how many have other content",
      [added(one), added(two, "+a: 1"), added(three), added("four", "+b: 1")],
      "the same in 1 more object · 2 more objects with other content",
    ],
    ["how many have the same edits", [changed(one), changed(two)], "the same in 1 more object"],
    ["how many share some of the edits", [changed(one, "/spec/a"), changed(two)], "in part also in 1 more object"],
    [
      "nothing of values that are withheld",
      [one, two].map((name) => ({ ...changed(name), redacted: true as const })),
      "in part also in 1 more object",
    ],
  ])("%s", (_what, changes, title) => {
    const { text } = markdownReport(report(target("a", { changes })));
    const of = /^(?:➕|✏️) Deployment `shop\/one`.*`apps\/shop\/base\/web.yaml:3` · (.*)$/m.exec(text);
    expect(of?.[1]).toBe(title);
  });
});

test("a generated object shows its new name and the objects that it restarts", () => {
  const generated = change({
    kind: "ConfigMap",
    name: "web-config-dc5d9h2222",
    baseName: "web-config",
    from: { name: "web-config-7g4tm22222" },
    fields: [{ path: "/data/LOG_LEVEL", op: "changed", before: "info", after: "debug" }],
    hunks: [hunk(["-  name: web-config-7g4tm22222", "+  name: web-config-dc5d9h2222"], "metadata")],
    referrers: [{ kind: "Deployment", namespace: "shop", name: "web" }],
  });
  const reference = change({ onlyReferences: true, hunks: [hunk(["-a", "+b"])] });
  const plain = report(target("prod", { changes: [generated, reference] }));
  const [{ id }] = plain.changes as [Change];
  const workloads = [{ kind: "Deployment", namespace: "shop", name: "web", pods: 2 }] as const;
  const { text } = markdownReport({
    ...plain,
    podEffects: [{ change: id, targets: ["prod"], effect: "restarted", workloads }],
  });
  expect(text).toContain(
    "**ConfigMap `shop/web-config`**: `data.LOG_LEVEL` `info → debug`; restarts Deployment `web` (2 Pods)\\\n",
  );
  expect(text).toContain("@@ metadata · web-config-7g4tm22222 → web-config-dc5d9h2222 @@");
  expect(text).toContain("Only references to new names change in Deployment `shop/web`.");
  expect(text).not.toContain("+b\n");
});

test("added and removed targets, layout changes and secrets are mentioned", () => {
  const { text } = markdownReport(
    report(
      target("apps/new", { status: "added" }),
      target("apps/old", { status: "removed" }),
      target("prod", { changes: [change({ kind: "Secret", redacted: true })], layoutOnly: 2 }),
      target("test", { changes: [change()], mistakesBefore: 1 }),
    ),
  );
  expect(text).toContain("New target: `apps/new`. Gone: `apps/old`.");
  expect(text).toContain(
    "<sub>2 objects changed in layout only · 1 changed object has mistakes that it had before: `krm-render validate` lists them · values of Secrets are never shown</sub>",
  );
});

test("mistakes from before are listed by no command for manifests that something else rendered", () => {
  const { text } = markdownReport({
    ...report(target("after", { changes: [change(), change({ id: "2" })], mistakesBefore: 2 })),
    base: { sha: null, label: "before", reason: "given" },
    head: { sha: null, label: "after", reason: "given" },
  });
  expect(text).toContain("<sub>2 changed objects have mistakes that they had before</sub>");
});

test("says how many targets are affected, and which were renamed", () => {
  const targets = Array.from({ length: 1_200 }, (_, index) => target(`t${index}`, { status: "unaffected" }));
  const lines = linesOf(report(target("development", { from: "dev", changes: [change()] }), ...targets));
  expect(lines[0]).toBe("### 1 change in 1 of 1201 targets · 1 target renamed");
  expect(lines[2]).toContain(" 1 of 1,201 targets was rendered. Renamed: `dev` → `development`.");
});

test("tells targets that moved with a directory by the directory", () => {
  const renamed: readonly (readonly [from: string, to: string])[] = [
    ["apps/a/base", "teams/a/base"],
    ["apps/b/overlays/prod", "teams/b/overlays/prod"],
    ["lib/web-1/base", "lib/web-2/base"],
    ["lib/web-1/crds/base", "lib/web-2/crds/base"],
    ["dev", "clusters/dev"],
    ["old/prod", "new/prod-1"],
  ];
  const lines = linesOf(report(...renamed.map(([from, to]) => target(to, { from }))));
  expect(lines[2]).toContain(
    "Renamed: 2 targets under `lib/web-1` → `lib/web-2`, 2 targets under `apps` → `teams`, `dev` → `clusters/dev`, `old/prod` → `new/prod-1`.",
  );
});

test("a cause has its step, and a place of both sides is named once, at head", () => {
  const place = { file: "k.yaml", line: 9, step: "patches" };
  const causes = [
    { side: "base", ...place },
    { side: "head", ...place },
    { side: "head", file: "conf.env", step: "configMapGenerator", inChange: true },
  ] as const;
  const { text } = markdownReport(report(target("t", { changes: [change({ causes })] })), { links: LINKS });
  expect(text).toMatch(
    / · \[`conf\.env`\]\(\S+\) \(configMapGenerator\), \[`k\.yaml:9`\]\(\S+\/blob\/5d6e\S+\) \(patches\)\n/,
  );
});

test("the targets of a section are in a folded list", () => {
  const paths = Array.from({ length: 60 }, (_, index) => `t${String(index).padStart(2, "0")}`);
  const { text } = markdownReport(report(...paths.map((path) => target(path, { changes: [change()] }))));
  expect(text).toContain("<details><summary>The 60 targets</summary>\n\n`t00`, `t01`, ");
  expect(text).toContain("`t49` and 10 more\n\n</details>");
});

describe("a report above its budget", () => {
  /** `count` targets, each with a different change of `lines` lines. */
  function large(count: number, lines: (index: number) => number): Report {
    return report(
      ...Array.from({ length: count }, (_, index) => {
        const added = Array.from({ length: lines(index) }, (_line, i) => `+line ${i} of ${index}`);
        const fields = [{ path: "/spec/replicas", op: "changed", before: index, after: index + 1 }] as const;
        return target(`t${index}`, { changes: [change({ name: `web${index}`, fields, hunks: [hunk(added)] })] });
      }),
    );
  }

  test("first leaves out the largest diffs, and says so", () => {
    const input = large(3, (index) => (index === 1 ? 500 : 5));
    const { text, truncated, shown } = markdownReport(input, { maxBytes: 4_000, links: LINKS });
    expect(shown).toMatchObject({ changes: { shown: 3, total: 3 }, diffs: { shown: 2, total: 3 } });
    expect(truncated).toBe(true);
    expect(text).toContain("of 0\n");
    expect(text).toContain("of 2\n");
    expect(text).not.toContain("of 1\n");
    expect(text).toContain("2 of 3 diffs are shown in full.");
  });

  test("counts in each section the diffs that it leaves out", () => {
    const changes = [3, 500].map((lines, index) =>
      change({
        name: `web${index}`,
        fields: [{ path: "/spec/replicas", op: "changed", before: lines, after: 1 }],
        hunks: [hunk(Array.from({ length: lines }, (_, i) => `+${index} ${i}`))],
      }),
    );
    const { text } = markdownReport(report(target("prod", { changes })), { maxBytes: 2_500 });
    expect(text).toContain("_Left out for size: 1 more diff of these targets._");
  });

  test("then leaves out all diffs", () => {
    const { text, shown } = markdownReport(
      large(20, () => 500),
      { maxBytes: 4_000, reach: { summary: { address: "https://github.example/s", complete: true } } },
    );
    expect(shown).toMatchObject({ changes: { shown: 20, total: 20 }, diffs: { shown: 0, total: 20 } });
    expect(text).toContain(
      "0 of 20 diffs are shown in full. The others are in [the job summary](https://github.example/s).",
    );
    expect(text).not.toContain("```");
  });

  test("keeps the whole list before any diff", () => {
    const { text, shown } = markdownReport(
      large(60, () => 500),
      { maxBytes: 6_000 },
    );
    expect(shown).toMatchObject({ changes: { shown: 60, total: 60 }, diffs: { shown: 0, total: 60 } });
    expect(text.length).toBeGreaterThan(4_000);
  });

  test("then leaves out the links of the list, then its files", () => {
    const input = large(60, () => 500);
    const listed = [16_000, 7_500, 5_500].map((maxBytes) => markdownReport(input, { maxBytes, links: LINKS }));
    for (const { shown } of listed) expect(shown.changes).toEqual({ shown: 60, total: 60 });
    const files = listed.map(({ text }) => [text.includes("/blob/"), text.includes("`apps/shop/base/web.yaml:3`")]);
    expect(files).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  test("then counts the changes by kind, and lists as many as fit", () => {
    const { text, shown } = markdownReport(
      large(400, () => 1),
      { maxBytes: 4_000 },
    );
    expect(shown).toMatchObject({ changes: { total: 400 }, diffs: { shown: 0, total: 400 } });
    expect(text).toContain("| 400 | ✏️ Deployment changed | 400 |");
    expect(text.match(/^- ✏️ /gm)).toHaveLength(shown.changes.shown);
    expect(shown.changes.shown).toBeGreaterThan(10);
  });

  test("then keeps only the first line", () => {
    const { text } = markdownReport(
      large(400, () => 1),
      { maxBytes: 160, above: MARKER },
    );
    expect(text).toBe(
      `${MARKER}\n\n### 400 changes in 400 of 400 targets\n\n0 of 400 changes and 0 of 400 diffs are shown in full.\n`,
    );
  });

  test("keeps the first line of failures", () => {
    const targets = Array.from({ length: 5 }, (_, i) => failedTarget(`t${i}`, `cause ${i}\n${"more\n".repeat(200)}`));
    const { text, shown } = markdownReport(report(...targets), { maxBytes: 4_000 });
    expect(shown.failures.total).toBe(5);
    expect(shown.failures.shown).toBeLessThan(5);
    for (let i = 0; i < 5; i++) expect(text).toContain(`cause ${i}`);
  });

  test("cuts a long line around what differs, and marks the cut", () => {
    const { text } = markdownReport(
      report(
        target("t", { changes: [change({ hunks: [hunk([`-${"x".repeat(5_000)}old`, `+${"x".repeat(5_000)}new`])] })] }),
      ),
    );
    expect(text).toMatch(/^-x+…x+old$/m);
    expect(text).toMatch(/^\+x+…x+new$/m);
  });
});

test("revisions without a commit are shown by their labels", () => {
  const input = { ...report(), head: { sha: null, label: "the working tree", reason: "" } };
  expect(linesOf(input)[2]).toBe("Rendered `the working tree` against `main` at `1a2b3c4` (merge base).");
});

test("the table of images names the places of each image, also where one edit is made of several", () => {
  const source = (name: string) =>
    change({
      apiVersion: "source.toolkit.fluxcd.io/v1",
      kind: "OCIRepository",
      name,
      fields: [{ path: "/spec/ref/tag", op: "changed", before: "v1", after: "v2", image: `ghcr.io/org/${name}` }],
      causes: [{ side: "head", file: `apps/${name}/repository.yaml`, line: 13, step: "resources", inChange: true }],
    });
  const { text } = markdownReport(report(target("apps", { changes: [source("one"), source("two")] })));
  expect(text.split("\n").filter((line) => line.startsWith("| `v1`"))).toEqual([
    "| `v1` → `v2` | `ghcr.io/org/one`<br>`apps`<br>`apps/one/repository.yaml:13` |",
    "| `v1` → `v2` | `ghcr.io/org/two`<br>`apps`<br>`apps/two/repository.yaml:13` |",
  ]);
});
