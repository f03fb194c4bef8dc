/** The links of a comment to the HTML page. */
import { describe, expect, test } from "@jest/globals";
import { htmlChunks, markdownReport } from "../../../src/report/index.ts";
import type { Report } from "../../../src/review/index.ts";
import { full } from "../browser/page-reports.ts";
import { change, hunk, imageChange, LINKS, report, target } from "../reports.ts";
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
    "a name that is no plain code",
    report(target("a", { changes: [change({ name: "a](https://evil.example)`b" })] })),
    [/\*\*\[Deployment <code>shop\/a&#93;&#40;[^[\]()]*<\/code>\]\(PAGE#g/],
  ],
])("%s leads to its place on the page", (_, input, texts) => {
  const { text } = comment(input);
  for (const each of texts) expect(text.replaceAll(PAGE, "PAGE")).toMatch(each);
  const html = [...htmlChunks(input)].join("");
  const anchors = anchorsIn(text, PAGE);
  expect(anchors.filter((anchor) => !html.includes(` id=${anchor} `) && !html.includes(` id=${anchor}>`))).toEqual([]);
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
