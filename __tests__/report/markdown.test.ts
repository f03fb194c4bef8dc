import { describe, expect, test } from "@jest/globals";
import { type MarkdownOptions, markdownReport } from "../../src/report/index.ts";
import type { Report } from "../../src/review/index.ts";
import { change, failedTarget, hunk, imageChange, LINKS, report, type TestTarget, target } from "./reports.ts";

const MARKER = "<!-- krm-render id=default -->";

function linesOf(input: Report, options: MarkdownOptions = {}): string[] {
  return markdownReport(input, options).text.split("\n");
}

/** The first line that a reader sees. */
function titleOf(...targets: readonly TestTarget[]): string {
  return linesOf(report(...targets))[0] ?? "";
}

describe("the first line", () => {
  const same = target("same");
  const changed = target("prod", { changes: [change()] });
  test.each<{ what: string; targets: readonly TestTarget[]; title: string }>([
    { what: "no targets", targets: [], title: "### No kustomization is affected" },
    { what: "nothing changes", targets: [same], title: "### Nothing changes in 1 target" },
    { what: "a change", targets: [same, changed], title: "### 1 change in 1 of 2 targets" },
    {
      what: "the same change twice counts once",
      targets: [changed, target("eu", { changes: [change()] })],
      title: "### 1 change in 2 of 2 targets",
    },
    {
      what: "changes of references do not count",
      targets: [target("prod", { changes: [change(), change({ name: "worker", onlyReferences: true })] })],
      title: "### 1 change in 1 of 1 target",
    },
    { what: "a failure", targets: [same, failedTarget("eu", "x")], title: "### 1 of 2 targets no longer builds" },
    {
      what: "a failure and a change",
      targets: [changed, failedTarget("eu", "x")],
      title: "### 1 of 2 targets no longer builds · 1 change in 1 other",
    },
    {
      what: "a new target that fails",
      targets: [failedTarget("eu", "x", { resources: { base: null, head: null } })],
      title: "### 1 of 1 target does not build",
    },
    {
      what: "a target that failed before",
      targets: [same, failedTarget("eu", "x", { failedBefore: true })],
      title: "### Nothing changes in 1 target · 1 target fails as before",
    },
    {
      what: "a target that builds again",
      targets: [target("eu", { status: "failed-at-base" })],
      title: "### 1 target cannot be compared",
    },
    {
      what: "an empty target that is new",
      targets: [target("eu", { status: "added" })],
      title: "### 1 target added or removed, without changed objects",
    },
    {
      what: "a new version of one image",
      targets: [
        target("a", { changes: [imageChange("registry.example/shop", "1.4.2", "1.5.0")] }),
        target("b", { changes: [imageChange("registry.example/shop", "1.4.2", "1.5.0")] }),
      ],
      title: "### Routine: image `registry.example/shop` `1.4.2` → `1.5.0` in 2 targets",
    },
    {
      what: "versions of two images",
      targets: [
        target("a", { changes: [imageChange("x", "1", "2")] }),
        target("b", { changes: [imageChange("y", "1", "2")] }),
      ],
      title: "### 2 changes in 2 of 2 targets",
    },
    {
      what: "a different image is not a new version",
      targets: [
        target("a", {
          changes: [
            change({
              fields: [{ path: "/spec/template/spec/containers/0/image", op: "changed", before: "x:1", after: "y:1" }],
            }),
          ],
        }),
      ],
      title: "### 1 change in 1 of 1 target",
    },
    {
      what: "a version next to a failure is not routine",
      targets: [target("a", { changes: [imageChange("x", "1", "2")] }), failedTarget("eu", "x")],
      title: "### 1 of 2 targets no longer builds · 1 change in 1 other",
    },
  ])("$what", ({ targets, title }) => {
    expect(titleOf(...targets)).toBe(title);
  });
});

test("a small change stands open, in order: marker, title, commits, table, diff, footer", () => {
  const input = report(target("apps/shop/overlays/prod", { changes: [change()] }), target("apps/shop/overlays/eu"));
  const { text, truncated, shown } = markdownReport(input, {
    marker: MARKER,
    links: LINKS,
    footer: "krm-render 1.2.3",
    durationMs: 912,
  });
  const blob = "https://github.example/o/r/blob/5d6e7f801a2b5d6e7f801a2b5d6e7f801a2b5d6e/apps/shop/base/web.yaml#L3";
  expect(text).toBe(`${MARKER}

### 1 change in 1 of 2 targets

Rendered \`main\` at [\`1a2b3c4\`](https://github.example/o/r/commit/1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b) (merge base) against [\`5d6e7f8\`](https://github.example/o/r/commit/5d6e7f801a2b5d6e7f801a2b5d6e7f801a2b5d6e) · 0.9 s.

| | change | where | cause |
|---|---|---|---|
| ✏️ | Deployment \`shop/web\`: \`spec.replicas\` \`3 → 5\` | \`prod\` | [\`apps/shop/base/web.yaml:3\`](${blob}) |

#### \`prod\` · \`apps/shop/overlays/prod\`

✏️ Deployment \`shop/web\` · \`spec.replicas\` \`3 → 5\` · [\`apps/shop/base/web.yaml:3\`](${blob})

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
      trust: { shown: 0, total: 0 },
      changes: { shown: 1, total: 1 },
      diffs: { shown: 1, total: 1 },
    },
  });
});

test("a failure comes before the changes, with its message, and says whether it is new", () => {
  const lines = linesOf(
    report(
      target("prod", { changes: [change()] }),
      failedTarget("apps/eu", "the patch matches nothing\nnearest: web"),
      failedTarget("apps/legacy", "old", { failedBefore: true }),
    ),
    { links: LINKS },
  );
  const at = lines.indexOf("> [!WARNING]");
  expect(lines.slice(at, at + 8)).toEqual([
    "> [!WARNING]",
    expect.stringMatching(
      /^> \*\*`apps\/eu`\*\* built at the base and fails at `5d6e7f8`: \[`apps\/eu\/kustomization.yaml:9`\]\(/,
    ),
    "> ```",
    "> apps/eu/kustomization.yaml:9:5: the patch matches nothing",
    "> nearest: web",
    "> ```",
    "> Its objects are not counted as removed.",
    "",
  ]);
  const earlier = lines.indexOf("<details><summary>1 target fails, and failed before this change too</summary>");
  expect(earlier).toBeGreaterThan(at);
  expect(lines.slice(earlier + 2, earlier + 8)).toEqual([
    expect.stringMatching(/^\*\*`apps\/legacy`\*\* \[`apps\/legacy\/kustomization.yaml:9`\]\(/),
    "",
    "```",
    "apps/legacy/kustomization.yaml:9:5: old",
    "```",
    "",
  ]);
  expect(lines.findIndex((line) => line.startsWith("| ✏️"))).toBeGreaterThan(earlier);
});

test("targets that fail with the same error share its message", () => {
  const cause = {
    diagnostics: [
      { code: "file-not-found", severity: "error" as const, message: "cause", file: "base/k.yaml", line: 1 },
    ],
  };
  const broken = ["a", "b", "c", "d", "e", "f"].map((path) => failedTarget(path, "", cause));
  const isNew = { ...cause, resources: { base: null, head: null } };
  const fails = (path: string) => target(path, { ...cause, status: "failed-at-base" });
  const { text, shown } = markdownReport(
    report(
      ...broken,
      failedTarget("x", "", isNew),
      failedTarget("y", "", isNew),
      fails("z1"),
      fails("z2"),
      fails("z3"),
    ),
  );
  expect(text.match(/base\/k.yaml:1: cause/g)).toHaveLength(3);
  expect(text).toContain(
    "**`a`**, **`b`**, **`c`**, **`d`**, **`e`** and 1 more built at the base and fail at `5d6e7f8`:",
  );
  expect(text).toContain("> Their objects are not counted as removed.");
  expect(text).toContain("**`x`** and **`y`** are new and fail at `5d6e7f8`:");
  expect(text).toContain(
    "**`z1`**, **`z2`** and **`z3`** build at `5d6e7f8` and fail at the base, so they cannot be compared:",
  );
  expect(shown.failures).toEqual({ shown: 11, total: 11 });
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
  expect(lines.find((line) => line.startsWith("| ✏️"))).toContain("| `dev`, `eu`, `apps/a/prod`, `qa` and 2 more |");
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
  const { text } = markdownReport(report(target("prod", { changes: [generated, reference] })));
  expect(text).toContain("| ConfigMap `shop/web-config`: `data.LOG_LEVEL` `info → debug`; restarts Deployment `web` |");
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
    ),
  );
  expect(text).toContain("New target: `apps/new`. Gone: `apps/old`.");
  expect(text).toContain("<sub>2 objects changed in layout only · values of Secrets are never shown</sub>");
});

test("says how many targets are affected, and which were renamed", () => {
  const targets = Array.from({ length: 1_200 }, (_, index) => target(`t${index}`, { status: "unaffected" }));
  const lines = linesOf(report(target("development", { from: "dev", changes: [change()] }), ...targets));
  expect(lines[0]).toBe("### 1 change in 1 of 1201 targets");
  expect(lines[2]).toContain(" 1 of 1,201 targets is affected. Renamed: `dev` → `development`.");
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
    /\| \[`conf\.env`\]\(\S+\) configMapGenerator, \[`k\.yaml:9`\]\(\S+\/blob\/5d6e\S+\) patches \|/,
  );
});

test("the targets of a section are in a folded list", () => {
  const paths = Array.from({ length: 60 }, (_, index) => `t${String(index).padStart(2, "0")}`);
  const { text } = markdownReport(report(...paths.map((path) => target(path, { changes: [change()] }))));
  expect(text).toContain("<details><summary>All 60 targets</summary>\n\n`t00`, `t01`, ");
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
    expect(text).toContain("Left out for size: 1 of 3 diffs.");
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
    expect(text).toContain("_Left out for size: 1 more of these targets._");
  });

  test("then leaves out all diffs", () => {
    const { text, shown } = markdownReport(
      large(20, () => 500),
      { maxBytes: 4_000, reach: { summary: { address: "https://github.example/s", complete: true } } },
    );
    expect(shown).toMatchObject({ changes: { shown: 20, total: 20 }, diffs: { shown: 0, total: 20 } });
    expect(text).toContain(
      "Left out for size: 20 of 20 diffs. They are in [the job summary](https://github.example/s).",
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
    expect(text.match(/^\| ✏️ \|/gm)).toHaveLength(shown.changes.shown);
    expect(shown.changes.shown).toBeGreaterThan(10);
  });

  test("then keeps only the first line", () => {
    const { text } = markdownReport(
      large(400, () => 1),
      { maxBytes: 160, marker: MARKER },
    );
    expect(text).toBe(
      `${MARKER}\n\n### 400 changes in 400 of 400 targets\n\nLeft out for size: 400 of 400 changes, 400 of 400 diffs.\n`,
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
  expect(linesOf(input)[2]).toBe("Rendered `main` at `1a2b3c4` (merge base) against `the working tree`.");
});
