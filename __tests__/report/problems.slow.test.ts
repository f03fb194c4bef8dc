/** The parts of a comment that stand before the changes: what fails, what is dangerous, and what is warned of. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { checkOf, htmlChunks, markdownReport, terminalChunks } from "../../src/report/index.ts";
import { dangerBlock, silencedBlock } from "../../src/report/markdown-problems/dangers.ts";
import { editedFailures, repairedLines, untouchedFailures } from "../../src/report/markdown-problems/earlier.ts";
import { failureBlocks } from "../../src/report/markdown-problems/failures.ts";
import { problemParts } from "../../src/report/markdown-problems/parts.ts";
import { warningBlock } from "../../src/report/markdown-problems/warnings.ts";
import { overviewOf } from "../../src/report/overview.ts";
import type { Change, Danger, Report, TargetDiagnostic } from "../../src/review/index.ts";
import { contextOf, hostileProblems, ROOM, withDangers } from "./blocks.ts";
import { scanMarkdown } from "./markdown-scan.ts";
import { change, failedTarget, report, type TestTarget, target } from "./reports.ts";

/** The text without the addresses of links, so that a table can hold what a reader sees. */
const seen = (text: string): string => text.replace(/\]\(https:[^)]*\)/g, "]");
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const none = { base: null, head: null };

const lost: Diagnostic = {
  code: "file-not-found",
  severity: "error",
  message: 'there is no file "deploy.yaml"',
  file: "apps/base/kustomization.yaml",
  line: 3,
  column: 3,
  hint: "Correct the path, or add the file.",
};

const having = (path: string, diagnostic: TargetDiagnostic, more: Partial<TestTarget> = {}): TestTarget =>
  failedTarget(path, "", { diagnostics: [diagnostic], ...more });

describe("what newly fails", () => {
  const cases: readonly { what: string; targets: readonly TestTarget[]; text: string }[] = [
    { what: "nothing", targets: [target("a")], text: "" },
    {
      what: "one target",
      targets: [failedTarget("apps/eu", "the patch matches nothing"), target("apps/prod")],
      text: `> [!CAUTION]
> **\`apps/eu\`** no longer builds: [\`apps/eu/kustomization.yaml:9\`]
> \`\`\`
> apps/eu/kustomization.yaml:9:5: the patch matches nothing
> \`\`\`
> Its objects are not counted as removed. Try it: \`krm-render build apps/eu\``,
    },
    {
      what: "two targets with one broken base, which the change edits",
      targets: [having("apps/a", { ...lost, inChange: true }), having("apps/b", { ...lost, inChange: true })],
      text: `> [!CAUTION]
> **\`apps/a\`** and **\`apps/b\`** no longer build: [\`apps/base/kustomization.yaml:3\`]
> \`\`\`
> apps/base/kustomization.yaml:3:3: there is no file "deploy.yaml"
>   hint: Correct the path, or add the file.
> \`\`\`
> This change edits \`apps/base/kustomization.yaml\`. Their objects are not counted as removed. Try it: \`krm-render build apps/a\``,
    },
    {
      what: "all targets of a directory",
      targets: [...times(12, (at) => having(`apps/o${at}`, lost)), target("other")],
      text: `> [!CAUTION]
> **All 12 targets** under \`apps/\` no longer build: [\`apps/base/kustomization.yaml:3\`]
> \`\`\`
> apps/base/kustomization.yaml:3:3: there is no file "deploy.yaml"
>   hint: Correct the path, or add the file.
> \`\`\`
> Their objects are not counted as removed. Try it: \`krm-render build apps/o0\``,
    },
    {
      what: "most targets of a directory",
      targets: [...times(6, (at) => having(`apps/o${at}`, lost)), target("apps/p")],
      text: `> [!CAUTION]
> **6 targets** under \`apps/\` (\`apps/o0\`, \`apps/o1\`, \`apps/o2\`, \`apps/o3\`, \`apps/o4\` and 1 more) no longer build: [\`apps/base/kustomization.yaml:3\`]
> \`\`\`
> apps/base/kustomization.yaml:3:3: there is no file "deploy.yaml"
>   hint: Correct the path, or add the file.
> \`\`\`
> Their objects are not counted as removed. Try it: \`krm-render build apps/o0\``,
    },
    {
      what: "overlays that each lack the same file",
      targets: times(40, (at) =>
        having(`clusters/c${at}`, {
          ...lost,
          file: `clusters/c${at}/kustomization.yaml`,
          message: `clusters/c${at}/deploy.yaml is not there`,
          hint: `Add clusters/c${at}/deploy.yaml.`,
        }),
      ),
      text: `> [!CAUTION]
> **All 40 targets** under \`clusters/\` no longer build: [\`clusters/c0/kustomization.yaml:3\`]
> \`\`\`
> clusters/c0/kustomization.yaml:3:3: clusters/c0/deploy.yaml is not there
>   hint: Add clusters/c0/deploy.yaml.
> \`\`\`
> The same in 39 more places: [\`clusters/c1/kustomization.yaml:3\`], [\`clusters/c10/kustomization.yaml:3\`], [\`clusters/c11/kustomization.yaml:3\`], [\`clusters/c12/kustomization.yaml:3\`], [\`clusters/c13/kustomization.yaml:3\`] and 34 more. Their objects are not counted as removed. Try it: \`krm-render build clusters/c0\``,
    },
    {
      what: "new targets, and the one that built before, which comes first",
      targets: [
        ...times(3, (at) => having(`new/o${at}`, lost, { resources: none, isNew: true })),
        failedTarget("old", "matches nothing"),
      ],
      text: `> [!CAUTION]
> **\`old\`** no longer builds: [\`old/kustomization.yaml:9\`]
> \`\`\`
> old/kustomization.yaml:9:5: matches nothing
> \`\`\`
> Its objects are not counted as removed. Try it: \`krm-render build old\`

> [!WARNING]
> **\`new/o0\`**, **\`new/o1\`** and **\`new/o2\`** are new and do not build: [\`apps/base/kustomization.yaml:3\`]
> \`\`\`
> apps/base/kustomization.yaml:3:3: there is no file "deploy.yaml"
>   hint: Correct the path, or add the file.
> \`\`\`
> Try it: \`krm-render build new/o0\``,
    },
    {
      what: "no time left",
      targets: times(2, (at) =>
        having(
          `t${at}`,
          { code: "run-timeout", severity: "error", message: `t${at} was not rendered` },
          { resources: none },
        ),
      ),
      text: `> [!WARNING]
> **\`t0\`** and **\`t1\`** could not be compared:
> \`\`\`
> t0 was not rendered
> \`\`\``,
    },
    {
      what: "two causes in one target, of which another one has one",
      targets: [
        failedTarget("a", "", { diagnostics: [lost, { ...lost, message: "other", file: "a/k.yaml", line: 1 }] }),
        having("b", lost),
      ],
      text: `> [!CAUTION]
> **\`a\`** and **\`b\`** no longer build: [\`apps/base/kustomization.yaml:3\`]
> \`\`\`
> apps/base/kustomization.yaml:3:3: there is no file "deploy.yaml"
>   hint: Correct the path, or add the file.
> \`\`\`
> Their objects are not counted as removed. Try it: \`krm-render build a\`

> [!CAUTION]
> **\`a\`** no longer builds: [\`a/k.yaml:1\`]
> \`\`\`
> a/k.yaml:1:3: other
>   hint: Correct the path, or add the file.
> \`\`\`
> Its objects are not counted as removed. Try it: \`krm-render build a\``,
    },
    {
      what: "a base where it is not known whether it failed in the same way",
      targets: [having("a", { code: "digest-mismatch", severity: "error", message: "differs" }, { resources: none })],
      text: `> [!WARNING]
> **\`a\`** does not build:
> \`\`\`
> differs
> \`\`\``,
    },
    {
      what: "a failure without a message",
      targets: [failedTarget("a", "", { diagnostics: [] })],
      text: `> [!CAUTION]
> **\`a\`** no longer builds:
> Its objects are not counted as removed.`,
    },
  ];
  test.each(cases)("$what", ({ targets, text }) => {
    expect(seen(failureBlocks(contextOf(report(...targets)), ROOM).text)).toBe(text);
  });

  test("different hints, codes and messages are different causes", () => {
    const targets = [
      having("a", lost),
      having("b", { ...lost, hint: "Remove it." }),
      having("c", { ...lost, code: "x" }),
      having("d", { ...lost, message: "m" }),
    ];
    expect(overviewOf(report(...targets)).failures).toHaveLength(4);
  });

  const fetching = (address: string, reason: string): Diagnostic => ({
    ...lost,
    code: "remote-failed",
    message: `${address} cannot be fetched: ${reason}`,
    hint: "Check the host.",
  });

  test.each([
    ["https://git.example/a/b at v1", "https://git.example/c/d at v2", "Could not resolve host: git.example", 1],
    ["https://git.example/a/b at v1", "https://other.example/a/b at v1", "Could not resolve host", 2],
    [
      "git@git.example:a/b at v1",
      "git@git.example:a/c at v1",
      "ssh: connect to host git.example: Connection refused",
      1,
    ],
    ["ssh://git@git.example/a at v1", "ssh://git@git.example/b at v1", "Connection timed out", 1],
    ["https://git.example/a/b at v1", "https://git.example/a/b at v2", "couldn't find remote ref", 2],
    ["charts at v1", "charts at v2", "Connection refused", 2],
  ])("%s and %s, which are not fetched because: %s", (first, second, reason, causes) => {
    const targets = [having("a", fetching(first, reason)), having("b", fetching(second, reason))];
    expect(overviewOf(report(...targets)).failures).toHaveLength(causes);
  });

  test("in little room, each has a line before one has a box", () => {
    const context = contextOf(report(...times(10, (at) => failedTarget(`t${at}`, `message ${at} ${"x".repeat(300)}`))));
    const { text, count } = failureBlocks(context, 3_500);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_500);
    for (let at = 0; at < 10; at++) expect(text).toContain(`message ${at} x`);
    expect(text).toMatch(/^> \[!CAUTION\]/);
    expect(text).toContain("- **`t9`** no longer builds: `t9/kustomization.yaml:9:5: message 9 xxx");
    expect(count.shown).toBeGreaterThan(0);
    expect(count).toMatchObject({ total: 10 });
  });
});

describe("what fails on both sides", () => {
  const before = (path: string, more: Partial<TestTarget>): TestTarget =>
    failedTarget(path, `${path}/chart is absent`, { failedBefore: true, ...more });
  test.each<{ what: string; targets: readonly TestTarget[]; text: string }>([
    { what: "nothing", targets: [failedTarget("a", "x")], text: "" },
    {
      what: "a target that the change leaves alone",
      targets: [before("a", { edited: false })],
      text: `<details><summary>1 target fails as before, untouched by this change</summary>

- \`a\`: \`a/kustomization.yaml:9:5: a/chart is absent\` [\`a/kustomization.yaml:9\`]

</details>`,
    },
    {
      what: "targets of which it is not known",
      targets: [before("a", {}), before("b", { edited: false })],
      text: `<details><summary>2 targets fail on both sides, and cannot be compared</summary>

- \`a\` and \`b\`: \`a/kustomization.yaml:9:5: a/chart is absent\` [\`a/kustomization.yaml:9\`]

</details>`,
    },
    {
      what: "targets that lack inputs, and others",
      targets: [
        before("a", { edited: false, needs: ["remote"] }),
        before("b", { edited: false, needs: ["remote"] }),
        before("c", { edited: false, needs: ["enable-helm"] }),
        before("d", { edited: false }),
        before("e", { edited: false, diagnostics: [{ code: "x", severity: "error", message: "no" }] }),
      ],
      text: `<details><summary>5 targets fail as before, untouched by this change: 2 need <code>remote</code>, 1 <code>enable-helm</code>, 2 for 2 other reasons</summary>

- \`a\` and \`b\`: \`a/kustomization.yaml:9:5: a/chart is absent\` [\`a/kustomization.yaml:9\`]
- \`c\`: \`c/kustomization.yaml:9:5: c/chart is absent\` [\`c/kustomization.yaml:9\`]
- \`d\`: \`d/kustomization.yaml:9:5: d/chart is absent\` [\`d/kustomization.yaml:9\`]
- \`e\`: \`no\`

</details>`,
    },
    {
      what: "a target that the change edits",
      targets: [before("a", { edited: true })],
      text: `> [!WARNING]
> **\`a\`** cannot be compared, and this change may affect it: [\`a/kustomization.yaml:9\`]
> \`\`\`
> a/kustomization.yaml:9:5: a/chart is absent
> \`\`\`
> Try it: \`krm-render build a\``,
    },
    {
      what: "targets of which the change edits some, and others with another cause",
      targets: [
        ...times(15, (at) => having(`apps/o${at}`, lost, { failedBefore: true, edited: at < 3 })),
        before("z", { edited: false }),
      ],
      text: `> [!WARNING]
> **All 15 targets** under \`apps/\` cannot be compared; this change may affect 3 of them, \`apps/o0\`, \`apps/o1\` and \`apps/o2\`: [\`apps/base/kustomization.yaml:3\`]
> \`\`\`
> apps/base/kustomization.yaml:3:3: there is no file "deploy.yaml"
>   hint: Correct the path, or add the file.
> \`\`\`
> Try it: \`krm-render build apps/o0\`

<details><summary>1 target fails as before, untouched by this change</summary>

- \`z\`: \`z/kustomization.yaml:9:5: z/chart is absent\` [\`z/kustomization.yaml:9\`]

</details>`,
    },
  ])("$what", ({ targets, text }) => {
    const context = contextOf(report(...targets));
    const parts = [editedFailures(context, ROOM), untouchedFailures(context, ROOM)].map((block) => seen(block.text));
    expect(parts.filter((part) => part !== "").join("\n\n")).toBe(text);
  });
});

describe("what builds again", () => {
  const again = (count: number): Report =>
    report(...times(count, (at) => target(`t${at}`, { status: "failed-at-base" })));
  test.each<{ what: string; given: Report; room?: number; text: string }>([
    { what: "nothing", given: again(0), text: "" },
    {
      what: "one target",
      given: again(1),
      text: "**`t0`** builds again; it could not be compared, because the base does not build.",
    },
    {
      what: "one target with a danger, of which nobody knows whether it is new",
      given: report(target("t0", { status: "failed-at-base", changes: [change({ op: "added" })] })),
      text: "**`t0`** builds again, and all of its dangers count as new; it could not be compared, because the base does not build.",
    },
    {
      what: "targets that are compared with earlier commits, and one that is new",
      given: report(
        target("t0", { status: "failed-at-base", comparedWith: { sha: `${"a".repeat(40)}`, date: "2026-11-20" } }),
        target("t1", { status: "failed-at-base", comparedWith: { sha: `${"b".repeat(40)}`, date: "2026-11-19" } }),
        target("t2", { status: "failed-at-base", comparedWith: { sha: `${"a".repeat(40)}`, date: "2026-11-20" } }),
        target("t3", { status: "failed-at-base", asNew: true }),
      ),
      text: [
        "**`t0`** and **`t2`** build again; they are compared with `aaaaaaa` of 2026-11-20, an earlier commit of the base that builds them.",
        "**`t1`** builds again; it is compared with `bbbbbbb` of 2026-11-19, an earlier commit of the base that builds it.",
        "**`t3`** builds again; all of its objects count as new, because no earlier commit of the base was found that builds it.",
      ].join("\n\n"),
    },
    {
      what: "three targets",
      given: again(3),
      text: "**`t0`**, **`t1`** and **`t2`** build again; they could not be compared, because the base does not build.",
    },
    {
      what: "many targets, in one line",
      given: again(4),
      text: `<details><summary>4 targets build again; they could not be compared, because the base does not build</summary>

\`t0\`, \`t1\`, \`t2\`, \`t3\`

</details>`,
    },
    {
      what: "many targets, in little room",
      given: again(65),
      room: 100,
      text: "65 targets build again; they could not be compared, because the base does not build.",
    },
    {
      what: "removed targets that failed, with the reason",
      given: report(
        target("t0", {
          status: "removed",
          resources: { base: null, head: null },
          diagnostics: [{ code: "x", severity: "error", message: "no such file", file: "t0/a.yaml", line: 3 }],
        }),
        target("t1", {
          status: "removed",
          resources: { base: null, head: null },
          diagnostics: [{ code: "remote-unsupported", severity: "error", message: "no remotes" }],
          needs: ["remote"],
        }),
        target("t2", { status: "removed" }),
      ),
      text: "**`t0`** is removed; what it rendered is not known, because the base does not build: `t0/a.yaml:3: no such file`\n\n**`t1`** is removed; what it rendered is not known, because the base needs `remote`: `no remotes`",
    },
    { what: "many targets, in no room", given: again(65), room: 50, text: "" },
  ])("$what", ({ given, room = ROOM, text }) => {
    expect(repairedLines(contextOf(given), room)).toBe(text);
  });
});

test("a removed target that failed is told with its reason in all formats", () => {
  const given = report(
    target("t0", {
      status: "removed",
      resources: { base: null, head: null },
      diagnostics: [{ code: "x", severity: "error", message: "no such file" }],
    }),
    target("t1", { changes: [change()] }),
  );
  expect(markdownReport(given).text).toContain("the base does not build: `no such file`");
  expect([...terminalChunks(given)].join("")).toContain(
    "\nwhat it rendered is not known, because the base does not build: t0\n  no such file\n",
  );
  expect([...htmlChunks(given)].join("")).toContain("What it rendered is not known, because the base does not build.");
});

test("a base that does not render in this run is no news of the files", () => {
  const untrusted = (path: string): TestTarget =>
    target(path, {
      status: "failed-at-base",
      changes: [change({ op: "added" })],
      diagnostics: [{ code: "catalog-untrusted", severity: "error", message: "no trusted catalog has it" }],
    });
  const given = report(untrusted("t0"), target("t1", { status: "unchanged" }));
  const why = "the base does not render in this run: what this change removes is not known";
  const markdown = markdownReport(given).text;
  expect(markdown).toMatch(/^### 1 target is rendered at the head only · /);
  expect(markdown).toContain(
    `**\`t0\`** is rendered at the head only, and all of its dangers count as new; it could not be compared, because ${why}: \`no trusted catalog has it\``,
  );
  expect([...terminalChunks(given)].join("")).toContain(
    `\nis rendered at the head only, and all dangers count as new; it could not be compared, because ${why}: t0\n  no trusted catalog has it\n`,
  );
  expect([...htmlChunks(given)].join("")).toContain(`It could not be compared, because ${why}.`);
  expect(checkOf(given, []).conclusion).toBe("neutral");
});

describe("dangers", () => {
  const names = ["db", "queue", "cache", "web", "jobs"];
  const sets = names.map((name) => change({ kind: "StatefulSet", name }));
  const workload = report(target("apps/eu", { changes: sets }), target("apps/prod", { changes: sets }));
  const immutable: Partial<Danger> = {
    id: "immutable-field",
    message: "`spec.serviceName` is immutable: the API server refuses the update",
    path: "/spec/serviceName",
    targets: ["apps/eu", "apps/prod"],
  };
  const docs = "https://github.com/org/krm-render/blob/v0.1.0/docs/dangers";

  test("a high one stands in a red box, with its values, targets, cause and page", () => {
    const given = withDangers(workload, [{ ...immutable, before: "a", after: "b" }]);
    const cause = "https://github.example/o/r/blob/5d6e7f801a2b5d6e7f801a2b5d6e7f801a2b5d6e/apps/shop/base/web.yaml#L3";
    expect(dangerBlock(contextOf(given), ROOM)).toEqual({
      text: `> [!CAUTION]
> **1 high danger**
>
> - **StatefulSet \`shop/db\`**: \`spec.serviceName\` is immutable: the API server refuses the update (\`a\` → \`b\`) · in \`eu\` and \`prod\` · [\`apps/shop/base/web.yaml:3\`](${cause}) · [\`immutable-field\`](${docs}/immutable-field.md)`,
      count: { shown: 1, total: 1 },
    });
  });

  test("one of targets that lost what others gained has the places in their files", () => {
    const place = { line: 1, step: "resources" };
    const moved = change({
      kind: "Namespace",
      from: { targets: ["apps/eu"] },
      causes: [
        { ...place, side: "head", file: "apps/prod/kustomization.yaml" },
        { ...place, side: "base", file: "apps/eu/kustomization.yaml" },
      ],
    });
    const given = report(target("apps/eu", { changes: [moved] }), target("apps/prod", { changes: [moved] }));
    const placesIn = (...targets: string[]): string[] =>
      dangerBlock(contextOf(withDangers(given, [{ targets }])), ROOM).text.match(/\w+\/kustomization\.yaml:1(?=`)/g) ??
      [];
    expect(placesIn("apps/eu")).toEqual(["eu/kustomization.yaml:1"]);
    expect(placesIn("apps/eu", "apps/prod")).toEqual(["prod/kustomization.yaml:1", "eu/kustomization.yaml:1"]);
  });

  test.each<{ what: string; dangers: readonly Partial<Danger>[]; text: string }>([
    { what: "none", dangers: [], text: "" },
    {
      what: "one rule and message for several objects, with their values",
      dangers: names.map((_, at) => ({ ...immutable, before: "a", after: at < 3 ? "b" : "c" })),
      text: `> [!CAUTION]
> **1 high danger**
>
> - **StatefulSets \`shop/db\`, \`shop/queue\`, \`shop/cache\` and 2 more**: \`spec.serviceName\` is immutable: the API server refuses the update (\`a\` → \`b\`, \`a\` → \`c\`) · in \`eu\` and \`prod\` · [\`apps/shop/base/web.yaml:3\`] · [\`immutable-field\`]`,
    },
    {
      what: "each level in its own form, the highest first",
      dangers: [
        { level: "low", id: "image-latest", message: "the image has no tag", after: "web" },
        { level: "medium", id: "image-major", message: "the image has another major version" },
        { level: "high", before: "3" },
      ],
      text: `> [!CAUTION]
> **1 high danger**
>
> - **StatefulSet \`shop/cache\`**: the Deployment is scaled to zero (was \`3\`) · in \`eu\` · [\`apps/shop/base/web.yaml:3\`] · [\`replicas-zero\`]

> [!WARNING]
> **1 medium danger**
>
> - **StatefulSet \`shop/queue\`**: the image has another major version · in \`eu\` · [\`apps/shop/base/web.yaml:3\`] · [\`image-major\`]

**1 low danger**

- **StatefulSet \`shop/db\`**: the image has no tag (now \`web\`) · in \`eu\` · [\`apps/shop/base/web.yaml:3\`] · [\`image-latest\`]`,
    },
    {
      what: "all that one role grants",
      dangers: [
        { level: "medium", message: "the ClusterRole changes, and its subjects can read more" },
        { message: "the ClusterRole changes, and its subjects can change roles", after: "bind" },
      ].map(
        (each): Partial<Danger> => ({
          ...(each as Partial<Danger>),
          id: "rbac-widened",
          change: workload.changes[0]?.id ?? "",
        }),
      ),
      text: `> [!CAUTION]
> **1 high danger**
>
> - **StatefulSet \`shop/db\`**: the ClusterRole changes, and its subjects can change roles (now \`bind\`); its subjects can read more · in \`eu\` · [\`apps/shop/base/web.yaml:3\`] · [\`rbac-widened\`]`,
    },
    {
      what: "one that only this change silences",
      dangers: [{ silenced: { by: "this-change", reason: "a maintenance window" } }],
      text: `> [!CAUTION]
> **1 high danger**
>
> - **StatefulSet \`shop/db\`**: the Deployment is scaled to zero · in \`eu\`; silenced in this change, which counts once it is merged: a maintenance window · [\`apps/shop/base/web.yaml:3\`] · [\`replicas-zero\`]`,
    },
  ])("$what", ({ dangers, text }) => {
    expect(seen(dangerBlock(contextOf(withDangers(workload, dangers)), ROOM).text)).toBe(text);
  });

  test("images of one family with one new version are one, and others are apart", () => {
    const major = { id: "image-major", level: "medium" as const, message: "an image changes to another major version" };
    const images = ["gcr.io/ml/api", "gcr.io/ml/web", "gcr.io/ml/ui", "gcr.io/other/db", "postgres"];
    const dangers = images.map((image) => ({ ...major, before: `${image}:1.8.2`, after: `${image}:2.0.0` }));
    const block = dangerBlock(contextOf(withDangers(workload, dangers)), ROOM).text;
    expect(seen(block).replaceAll(" · in `eu` · [`apps/shop/base/web.yaml:3`] · [`image-major`]", "")).toBe(
      `> [!WARNING]
> **3 medium dangers**
>
> - **StatefulSets \`shop/db\`, \`shop/queue\` and \`shop/cache\`**: an image changes to another major version (3 images of \`gcr.io/ml\` \`1.8.2\` → \`2.0.0\`)
> - **StatefulSet \`shop/web\`**: an image changes to another major version (\`gcr.io/other/db:1.8.2\` → \`gcr.io/other/db:2.0.0\`)
> - **StatefulSet \`shop/jobs\`**: an image changes to another major version (\`postgres:1.8.2\` → \`postgres:2.0.0\`)`,
    );
  });

  test("one image of several digests is no family", () => {
    const major = { id: "image-major", level: "medium" as const, message: "an image changes to another major version" };
    const dangers = ["a", "b"].map((digest) => ({
      ...major,
      before: `gcr.io/ml/api:1@sha256:${digest}`,
      after: `gcr.io/ml/api:2@sha256:${digest}`,
    }));
    const block = dangerBlock(contextOf(withDangers(workload, dangers)), ROOM).text;
    expect(block).toContain("(`gcr.io/ml/api:1@sha256:a` → `gcr.io/ml/api:2@sha256:a`, `gcr.io/ml/api:1@sha256:b` → ");
  });

  describe("targets that go", () => {
    const gone = (path: string, own: readonly Change[]) =>
      target(path, { status: "removed", resources: { base: own.length + 5, head: null }, changes: own });
    const removed = (kind: string, name: string) => change({ op: "removed", kind, name, fields: [] });
    const ruleOf = (own: Change, id: string, level: Danger["level"], targets: string[]): Partial<Danger> => ({
      id,
      level,
      change: own.id,
      message: `the ${own.object.kind} goes`,
      targets,
    });
    const linesOf = (given: Report, dangers: readonly Partial<Danger>[]) =>
      seen(dangerBlock(contextOf(withDangers(given, dangers)), ROOM).text).match(/^> (?: {2})?- .*$/gm);

    test("are one danger each, with what follows from it; those that lose the same are together", () => {
      const own = ["a", "b", "c"].map((name) => [removed("PersistentVolumeClaim", name), removed("Deployment", name)]);
      const given = report(
        gone("apps/a", own[0] as Change[]),
        gone("apps/b", own[1] as Change[]),
        gone("apps/c", own[2] as Change[]),
      );
      const [a, aWeb, b, bWeb, c] = given.changes as [Change, Change, Change, Change, Change];
      const dangers = [
        ruleOf(a, "removed-pvc", "high", ["apps/a"]),
        ruleOf(b, "removed-pvc", "high", ["apps/b"]),
        ruleOf(c, "removed-pvc", "high", ["apps/c"]),
        ruleOf(aWeb, "removed-workload", "medium", ["apps/a"]),
        ruleOf(bWeb, "removed-workload", "medium", ["apps/b"]),
      ];
      expect(linesOf(given, dangers)).toEqual([
        "> - **Targets `apps/a`, `apps/b`** go; they had 14 objects · [`apps/shop/base/web.yaml:3`]",
        ">   - PersistentVolumeClaims `shop/a` and `shop/b`: the PersistentVolumeClaim goes · [`removed-pvc`]",
        ">   - Deployments `shop/a` and `shop/b`: the Deployment goes · [`removed-workload`]",
        "> - **Target `apps/c`** goes; it had 7 objects: PersistentVolumeClaim `shop/c`: the PersistentVolumeClaim goes · [`apps/shop/base/web.yaml:3`] · [`removed-pvc`]",
      ]);
    });

    test("are like those that come", () => {
      const role = change({ op: "added", kind: "ClusterRole", name: "a", namespace: "", fields: [] });
      const given = report(
        target("apps/a", { status: "added", resources: { base: null, head: 1 }, changes: [role] }),
        target("apps/b", { status: "added", resources: { base: null, head: 3 }, changes: [role] }),
        target("apps/c", { changes: [role] }),
      );
      const [{ id }] = given.changes as [Change];
      const dangers = [ruleOf({ ...role, id }, "rbac-widened", "high", ["apps/a", "apps/b"])];
      expect(linesOf(given, dangers)).toEqual([
        "> - **Targets `apps/a`, `apps/b`** come with 4 objects: ClusterRole `a`: the ClusterRole goes · [`apps/shop/base/web.yaml:3`] · [`rbac-widened`]",
      ]);
    });

    test("do not take in what another target loses and keeps on", () => {
      const claim = removed("PersistentVolumeClaim", "a");
      const given = report(gone("apps/a", [claim]), target("apps/b", { changes: [claim] }));
      const [{ id }] = given.changes as [Change];
      const lines = linesOf(given, [ruleOf({ ...claim, id }, "removed-pvc", "high", ["apps/a", "apps/b"])]);
      expect(lines).toEqual([
        "> - **PersistentVolumeClaim `shop/a`**: the PersistentVolumeClaim goes · in `a` and `b` · [`apps/shop/base/web.yaml:3`] · [`removed-pvc`]",
      ]);
    });
  });

  test("silenced ones are one line, which unfolds to the reasons", () => {
    const given = withDangers(workload, [
      { silenced: { by: "configuration", reason: "the volumes are copied" } },
      { silenced: { by: "annotation", reason: "known since 2024" } },
      {},
    ]);
    const { text, count } = silencedBlock(contextOf(given), ROOM);
    expect(seen(text)).toBe(`<details><summary>2 dangers are silenced</summary>

- **StatefulSet \`shop/db\`**: the Deployment is scaled to zero · in \`eu\`; silenced by \`.krm-render.yaml\`: the volumes are copied · [\`apps/shop/base/web.yaml:3\`] · [\`replicas-zero\`]
- **StatefulSet \`shop/queue\`**: the Deployment is scaled to zero · in \`eu\`; silenced by an annotation of the object: known since 2024 · [\`apps/shop/base/web.yaml:3\`] · [\`replicas-zero\`]

</details>`);
    expect(count).toEqual({ shown: 2, total: 2 });
    expect(dangerBlock(contextOf(given), ROOM).count.total).toBe(1);
  });

  test("the cause is that of the field in danger", () => {
    const causes = [
      { side: "head" as const, file: "a.yaml", line: 1, step: "resources", fields: ["/spec/serviceName"] },
      { side: "head" as const, file: "b.yaml", line: 2, step: "resources", fields: ["/spec/replicas"] },
    ];
    const given = withDangers(report(target("t", { changes: [change({ causes })] })), [immutable]);
    const text = seen(dangerBlock(contextOf(given), ROOM).text);
    expect(text).toContain(" · [`a.yaml:1`] · ");
    expect(text).not.toContain("b.yaml");
  });

  test("a hundred of them take about a screen: twelve stand open, the others are folded", () => {
    const given = withDangers(
      workload,
      times(100, (at) => ({ level: at < 40 ? "high" : "medium", message: `container number ${at} loses its limit` })),
    );
    const { text, count } = dangerBlock(contextOf(given), ROOM);
    const open = text.slice(0, text.indexOf("<details>"));
    expect(open.match(/^> - /gm)).toHaveLength(12);
    expect(open).toContain("**40 high dangers**");
    expect(text).toContain("<details><summary>88 more dangers</summary>\n\n- high: **");
    expect(text.match(/loses its limit/g)).toHaveLength(100);
    expect(count).toEqual({ shown: 100, total: 100 });
  });

  test("in little room, they lose their links, then their messages; in no room, they are counted", () => {
    const given = contextOf(
      withDangers(
        workload,
        times(20, (at) => ({ message: `container number ${at} loses it` })),
      ),
    );
    const short = dangerBlock(given, 2_500);
    expect(short.text.match(/^(?:> )?- /gm)).toHaveLength(20);
    expect(Buffer.byteLength(short.text)).toBeLessThanOrEqual(2_500);
    expect(short.count.shown).toBeLessThan(20);
    expect(dangerBlock(given, 120).text).toBe("**20 dangers**: 20 high, 0 medium, 0 low.");
    expect(dangerBlock(given, 20).text).toBe("");
  });
});

const warningsOf = (context: ReturnType<typeof contextOf>, room: number) =>
  warningBlock(context.overview.warnings, context, room);

describe("new warnings", () => {
  const unused: TargetDiagnostic = {
    code: "unused-image",
    severity: "warning",
    message: "the images entry `web` matches no image",
    file: "apps/eu/kustomization.yaml",
    line: 4,
    hint: "Did you mean `registry.example/web`?",
    isNew: true,
  };
  const { isNew: _isNew, ...known } = unused;
  test.each<{ what: string; targets: readonly TestTarget[]; text: string }>([
    { what: "none, but one that was there", targets: [target("a", { diagnostics: [known] })], text: "" },
    {
      what: "none, but a new notice",
      targets: [target("a", { diagnostics: [{ ...unused, severity: "notice" }] })],
      text: "",
    },
    {
      what: "one",
      targets: [target("apps/eu", { diagnostics: [unused] })],
      text: `**1 new warning**

- [\`apps/eu/kustomization.yaml:4\`]: the images entry \`web\` matches no image, in \`apps/eu\`. Did you mean \`registry.example/web\`?`,
    },
    {
      what: "the same in two overlays, and another one",
      targets: [
        target("apps/eu", { diagnostics: [{ ...unused, message: "other", file: "base/x.yaml" }, unused] }),
        target("apps/us", { diagnostics: [{ ...unused, file: "apps/us/kustomization.yaml" }] }),
      ],
      text: `**2 new warnings**

- [\`apps/eu/kustomization.yaml:4\`] and [\`apps/us/kustomization.yaml:4\`]: the images entry \`web\` matches no image, in \`apps/eu\` and \`apps/us\`. Did you mean \`registry.example/web\`?
- [\`base/x.yaml:4\`]: other, in \`apps/eu\`. Did you mean \`registry.example/web\`?`,
    },
  ])("$what", ({ targets, text }) => {
    expect(seen(warningsOf(contextOf(report(...targets)), ROOM).text)).toBe(text);
  });

  test("more than five are folded", () => {
    const diagnostics = times(8, (at) => ({ ...unused, message: `entry ${at}` }));
    const { text } = warningsOf(contextOf(report(target("a", { diagnostics }))), ROOM);
    expect(text.slice(0, text.indexOf("<details>")).match(/entry/g)).toHaveLength(5);
    expect(text).toContain("<details><summary>3 more warnings</summary>");
  });

  test("those of deprecated fields come after the changes, others before them", () => {
    const old = { ...unused, code: "deprecated-field", message: "`bases` is deprecated" };
    const given = report(target("a", { changes: [change()], diagnostics: [old, unused] }));
    const { text } = markdownReport(given);
    expect(text).toMatch(/1 change.*2 new warnings[^]*matches no image[^]*✏️ [^]*`bases` is deprecated[^]*```diff/);
    const terminal = [...terminalChunks(given)].join("");
    expect(terminal).toMatch(/matches no image[^]*# changed[^]*`bases` is deprecated/);
    const page = [...htmlChunks(given)].join("");
    expect(page).toMatch(/id=warnings[^]*matches no image[^]*id=changes[^]*id=deprecations[^]*`bases` is deprecated/);
    expect(page).toMatch(/<li><a href=#deprecations>/);
  });
});

describe("for any report and any room", () => {
  const rooms = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 9_000 }), fc.constant(60_000));

  test("the parts fit, their markup is closed, and no text of the pull request acts as markup", () => {
    fc.assert(
      fc.property(hostileProblems, rooms, (given, room) => {
        const { parts, failures, dangers, warnings } = problemParts(contextOf(given), room);
        const text = parts.join("\n\n");
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Math.max(0, room));
        const { unbalanced, live } = scanMarkdown(text);
        expect(unbalanced).toEqual([]);
        expect(live).not.toMatch(/[<@`\\&~]|https?:|www\.|\]\(|#\d|GH-\d|!\[(?!WARNING\]|CAUTION\])/);
        // biome-ignore lint: these are the very characters to be found
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        for (const { shown, total } of [failures, dangers, warnings]) {
          expect(shown).toBeGreaterThanOrEqual(0);
          expect(shown).toBeLessThanOrEqual(total);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("ample room leaves nothing out", () => {
    fc.assert(
      fc.property(hostileProblems, (given) => {
        const { failures, dangers, trust, warnings } = problemParts(contextOf(given), 10_000_000);
        for (const { shown, total } of [failures, dangers, trust, warnings]) expect(shown).toBe(total);
      }),
    );
  });

  test("each failure and each danger has its line where 4,000 bytes allow it", () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const targets = fc.uniqueArray(name, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(targets, fc.integer({ min: 0, max: 12 }), (paths, count) => {
        const failing = paths.map((path, at) => failedTarget(path, `problem-${at} ${"long ".repeat(60)}`));
        const changed = report(...failing, target("zzzzzzzzz", { changes: [change()] }));
        const given = withDangers(
          changed,
          times(count, (at) => ({ message: `d${at} ${"is dangerous ".repeat(10)}end`, id: `rule-${at}` })),
        );
        const text = problemParts(contextOf(given), 4_000).parts.join("\n\n");
        paths.forEach((_, at) => {
          expect(text).toContain(`problem-${at} `);
        });
        for (let at = 0; at < count; at++) expect(text).toContain(`rule-${at}`);
      }),
    );
  });
});
