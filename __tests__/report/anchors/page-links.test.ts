/** The links of a comment to the HTML page. */
import { describe, expect, test } from "@jest/globals";
import { htmlChunks, markdownReport } from "../../../src/report/index.ts";
import type { Report } from "../../../src/review/index.ts";
import { type PlannedTarget, planReport } from "../../review/plan/plans.ts";
import { config, deployment } from "../../review/plan/single-changes.ts";
import { full } from "../browser/page-reports.ts";
import { change, failedTarget, hunk, imageChange, LINKS, report, target } from "../reports.ts";
import { anchorsIn, withoutLinks } from "./page-link-texts.ts";

const PAGE = "https://previews.example/7/report.html";

function comment(input: Report, maxBytes = 60_000, page: string | null = PAGE) {
  return markdownReport(input, { maxBytes, links: LINKS, reach: page === null ? {} : { page } });
}

/** Rows with a diff of so many lines each. */
function numbered(count: number, lines: number): Report {
  const changes = Array.from({ length: count }, (_, at) =>
    change({
      name: `web${at}`,
      fields: [{ path: "/spec/replicas", op: "changed", before: at, after: at + 1 }],
      hunks: [hunk(Array.from({ length: lines }, (_line, line) => `+line ${line} of ${at}`))],
    }),
  );
  return report(target("apps/shop", { changes }));
}

const OLD = config("a: b");
const at = (cluster: string, name: string, base: string, head: string): PlannedTarget => ({
  id: `flux://${cluster}/apps/${name}`,
  fate: {},
  base,
  head,
});
/** Changes of several objects, each with an edit of its own. */
const edits = (...numbers: readonly number[]): [string, string] => {
  const object = (number: number, value: number): string =>
    `apiVersion: example.com/v1\nkind: Kind\nmetadata: {name: o${number}}\nspec: {${"a".repeat(number)}: ${number * 7 + value}}\n`;
  return [1, 2].map((value) => numbers.map((number) => object(number, value)).join("---\n")) as [string, string];
};
const deployments = (...names: readonly string[]): Report =>
  planReport([
    ...names.map((name) => at("prod", name, ...edits(1, 2))),
    at("prod", "other", ...edits(3, 4)),
    at("prod", "last", deployment("replicas: 1"), deployment("replicas: 2")),
  ]);

/** Targets that fail, each for a reason of its own. */
const failing = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    failedTarget(`apps/f${index}`, `failure ${index}: ${"more ".repeat(20)}`),
  );

test.each<[what: string, input: Report, texts: readonly RegExp[]]>([
  [
    "a row",
    report(target("a", { changes: [change()] })),
    [/^- ✏️ \*\*\[Deployment `shop\/web`\]\(PAGE#g[0-9a-f]{12}\)\*\*: /m],
  ],
  [
    "a diff",
    report(
      target("a", {
        changes: [
          change(),
          change({
            name: "api",
            kind: "Service",
            hunks: [hunk(["+x: 1"])],
            fields: [{ path: "/x", op: "added", after: 1 }],
          }),
        ],
      }),
    ),
    [/^✏️ \[Service `shop\/api`\]\(PAGE#[0-9a-f]{16}\) · /m],
  ],
  [
    "a danger, an image, and what is folded",
    full(),
    [
      /^> - \*\*\[Deployment `shop\/web`\]\(PAGE#d[0-9a-f]{12}\)\*\*: what immutable-field means/m,
      /\| `1\.4\.2` → `1\.5\.0` \| \[`registry\.example\/shop`\]\(PAGE#[0-9a-f]{16}\)<br>/,
      /^- \*\*\[Deployment `shop\/web`\]\(PAGE#d[0-9a-f]{12}\)\*\*: what removed-limits means/m,
    ],
  ],
  [
    "what fails, newly and before",
    report(
      failedTarget("apps/eu", "no such file"),
      failedTarget("apps/us", "no such file"),
      failedTarget("apps/new", "gone", { failedBefore: true, edited: true }),
      failedTarget("apps/old", "lost", { failedBefore: true, edited: false }),
    ),
    [
      /^> \[\*\*`apps\/eu`\*\* and \*\*`apps\/us`\*\*\]\(PAGE#f[0-9a-f]{12}\) no longer build:/m,
      /^> \[\*\*`apps\/new`\*\*\]\(PAGE#f[0-9a-f]{12}\) cannot be compared, and this change may affect it:/m,
      /^- \[`apps\/old`\]\(PAGE#f[0-9a-f]{12}\): `/m,
    ],
  ],
  [
    "new errors and warnings",
    report(
      target("a", {
        diagnostics: [
          { code: "x", severity: "error", message: "an error", isNew: true },
          { code: "deprecated-x", severity: "warning", message: "a warning", isNew: true },
        ],
      }),
    ),
    [/^- an error, in \[`a`\]\(PAGE#w[0-9a-f]{12}\)\.$/m, /^- a warning, in \[`a`\]\(PAGE#w[0-9a-f]{12}\)\.$/m],
  ],
  [
    "each cluster that the top names",
    planReport([
      at("eu", "a", OLD, config("a: c")),
      at("us", "a", OLD, config("a: c")),
      at("prod", "a", OLD, config("a: d")),
      { id: "overlays/a", base: OLD, head: config("a: e") },
    ]),
    [
      /^\*\*Clusters:\*\* \[`eu`\]\(PAGE#m[0-9a-f]{12}\), \[`us`\]\(PAGE#m[0-9a-f]{12}\): .* · \[`prod`\]\(PAGE#m.* · other targets: /m,
    ],
  ],
  [
    "each deployment that it names, also those in which the same changes",
    deployments("a", "b"),
    [
      /^\*\*Deployments:\*\* \[`a`\]\(PAGE#m[0-9a-f]{12}\), \[`b`\]\(PAGE#m[0-9a-f]{12}\): 2 changes \(the same\) · \[`other`\]\(PAGE#m/m,
    ],
  ],
  [
    "each deployment of a number that the overview does not name",
    deployments("a", "b", "c", "d"),
    [/^\*\*Deployments:\*\* (?:\[`[a-d]`\]\(PAGE#m[0-9a-f]{12}\)(?:, |: )){4}2 changes \(the same\)/m],
  ],
  [
    "a name that is no plain code",
    report(target("a", { changes: [change({ name: "a](https://evil.example)`b" })] })),
    [/\*\*\[Deployment <code>shop\/a&#93;&#40;[^[\]()]*<\/code>\]\(PAGE#g/],
  ],
])("%s leads to its place on the page", (_, input, texts) => {
  const { text } = comment(input);
  for (const each of texts) expect(text.replaceAll(PAGE, "PAGE")).toMatch(each);
  const html = [...htmlChunks(input)].join("");
  const anchors = anchorsIn(text, PAGE);
  const ids = Array.from(html.matchAll(/ id=([a-z]?[0-9a-f-]{12,})[ >]/g), ([, id]) => id);
  expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
  expect(ids).toEqual([...new Set(ids)]);
  const plain = comment(input, 60_000, null).text;
  expect(withoutLinks(text, plain)).toEqual({ text: plain, links: anchors.length });
});

test("an address with characters of Markdown is one link", () => {
  const page = "https://previews.example/(7)/a_b*?x=1&lt;y|z";
  const { text } = comment(report(target("a", { changes: [change()] })), 60_000, page);
  expect(text).toContain("](https://previews.example/%287%29/a_b*?x=1&amp;lt;y%7Cz#g");
});

describe("where something is left out", () => {
  test.each<[what: string, input: Report, maxBytes: number, hasLinks: boolean]>([
    ["links take the place of a few lines of diffs", numbered(5, 400), 20_000, true],
    ["only so much of the text is links", numbered(60, 40), 20_000, false],
    ["no row goes for them", numbered(300, 2), 12_000, false],
    ["no message goes for them", report(...failing(60)), 9_000, false],
    ["no room at all", numbered(5, 4), 300, false],
  ])("%s", (_, input, maxBytes, hasLinks) => {
    const { text, shown, truncated } = comment(input, maxBytes);
    const plain = comment(input, maxBytes, null);
    expect([truncated, anchorsIn(text, PAGE).length > 0]).toEqual([true, hasLinks]);
    const lost = (Object.keys(shown) as (keyof typeof shown)[]).filter(
      (what) => what !== "diffs" && shown[what].shown < plain.shown[what].shown,
    );
    expect(lost).toEqual([]);
    expect(text).toContain(` The others are on [the report page](${PAGE}).`);
  });
});

test("what the page shows without a place of its own is no link", () => {
  const other = imageChange("registry.example/shop", "1", "2");
  const input = report(target("a", { changes: [other] }));
  const image = {
    repository: { before: "other", after: "other" },
    version: { before: "1", after: "2" },
    containers: 1,
    changes: ["f".repeat(16)],
    targets: ["a"],
  };
  expect(comment({ ...input, images: [image] }).text).toContain("| `1` → `2` | `other`<br>");
});
