import { describe, expect, test } from "@jest/globals";
import { htmlChunks, markdownReport, patchChunks } from "../../src/report/index.ts";
import type { Report, TrustChange } from "../../src/review/report.ts";
import { report } from "./reports.ts";

const ENTRY: TrustChange = {
  kind: "catalog-entry",
  op: "changed",
  subject: "fn.example.com/v1 Paint",
  file: "catalog/functions.yaml",
  line: 12,
  fields: [
    { name: "image", before: "registry.example/paint@sha256:aa", after: "registry.example/paint@sha256:bb" },
    { name: "requireNetwork", before: "false", after: "true" },
  ],
};
const REFERENCE: TrustChange = {
  kind: "catalog-reference",
  op: "added",
  subject: "https://evil.example/`catalog`.yaml",
  file: "apps/web/kustomization.yaml",
  fields: [],
};

function reportWith(trust?: readonly TrustChange[]): Report {
  const side = { sha: "a".repeat(40), label: "main", reason: "given" };
  return { ...report(), base: side, head: { ...side, sha: "b".repeat(40) }, ...(trust && { trust }) };
}

const allOf =
  <T>(chunks: (input: Report, options?: T) => Iterable<string>) =>
  (input: Report, options?: T): string =>
    [...chunks(input, options)].join("");

const links = {
  commit: (sha: string) => `https://host.example/commit/${sha}`,
  blob: (sha: string, file: string, line?: number) => `https://host.example/blob/${sha[0]}/${file}#L${line}`,
};

describe("a change of what may run", () => {
  test("stands in a box at the top of the comment, with what changed", () => {
    const { text, truncated } = markdownReport(reportWith([ENTRY, REFERENCE]), { links });
    expect(text).toContain(
      [
        "> [!CAUTION]",
        "> **This change edits what may run: 2 changes of catalogs, pins, programs or permissions.**",
        ">",
        "> - catalog entry `fn.example.com/v1 Paint` changed, [`catalog/functions.yaml:12`](https://host.example/blob/b/catalog/functions.yaml#L12): " +
          "image `registry.example/paint@sha256:aa` → `registry.example/paint@sha256:bb`, requireNetwork `false` → `true`",
        "> - reference to the catalog <code>https&#58;//evil&#46;example/&#96;catalog&#96;&#46;yaml</code> added, ",
      ].join("\n"),
    );
    expect(truncated).toBe(false);
  });

  test("is counted where it does not fit", () => {
    const { text, truncated } = markdownReport(reportWith(Array.from({ length: 200 }, () => ENTRY)), {
      maxBytes: 4000,
    });
    expect(truncated).toBe(true);
    expect(text).toMatch(/^\d+ of 200 edits of what may run (?:is|are) shown in full\./m);
    expect(text).toContain("This change edits what may run: 200 changes");
  });

  test("stands above the patch, and every line of it is a comment", () => {
    const fields = [{ name: "image", after: "a\n+++ b/other\u001b[2J" }];
    expect(
      allOf(patchChunks)(reportWith([ENTRY, { ...REFERENCE, fields }])),
    ).toBe(`# This change edits what may run: 2 changes of catalogs, pins, programs or permissions.
#   catalog entry fn.example.com/v1 Paint changed, catalog/functions.yaml:12
#     image registry.example/paint@sha256:aa → registry.example/paint@sha256:bb
#     requireNetwork false → true
#   reference to the catalog https://evil.example/\`catalog\`.yaml added, apps/web/kustomization.yaml
#     image a +++ b/other\\u001b[2J
`);
  });

  test("stands on the page, escaped", () => {
    const page = allOf(htmlChunks)(reportWith([{ ...REFERENCE, subject: "<script>" }]));
    expect(page).toContain(
      "<h3>This change edits what may run: 1 change of catalogs, pins, programs or permissions.</h3>",
    );
    expect(page).toContain("reference to the catalog <code>&lt;script&gt;</code> added");
  });

  test("leaves no box where there is none", () => {
    expect(markdownReport(reportWith()).text).not.toContain("CAUTION");
    expect(allOf(htmlChunks)(reportWith())).not.toContain("may run");
  });
});

describe("a change of the rules of reviews", () => {
  const silence: TrustChange = {
    kind: "silence",
    op: "added",
    subject: "removed-pvc in apps/*",
    file: ".krm-render.yaml",
    line: 4,
    fields: [{ name: "reason", after: "copied before" }],
  };

  test("stands in the same box", () => {
    const { text } = markdownReport(reportWith([silence]), { links });
    expect(text).toContain("### 1 edit of the rules of reviews");
    expect(allOf(htmlChunks)(reportWith([silence]))).toContain("<h2>Rules of reviews <span");
    expect(text).toContain("> **This change edits the rules of reviews: 1 change, from the next pull request on.**");
    expect(text).toContain("> - silence of dangers <code>removed-pvc in apps/&#42;</code> added, ");
    expect(text).toContain("reason `copied before`");
  });

  test.each<[op: TrustChange["op"], field: TrustChange["fields"][number], shown: string]>([
    ["added", { name: "reason", after: "b" }, "reason `b`"],
    ["removed", { name: "reason", before: "a" }, "reason `a`"],
    ["changed", { name: "reason", before: "a", after: "b" }, "reason `a` → `b`"],
    ["changed", { name: "reason", after: "b" }, "reason `b` added"],
    ["changed", { name: "reason", before: "a" }, "reason `a` removed"],
    ["changed", { name: "reason" }, "reason"],
  ])("%s with %j says %s", (op, field, shown) => {
    const changed = reportWith([{ ...silence, op, fields: [field] }]);
    const plain = shown.replaceAll("`", "");
    expect(markdownReport(changed).text).toContain(`: ${shown}\n`);
    expect(allOf(patchChunks)(changed)).toContain(`#     ${plain}\n`);
    expect(allOf(htmlChunks)(changed).replaceAll(/<\/?code>/g, "")).toContain(`: ${plain}</li>`);
  });

  test("and beside what may run", () => {
    const { text } = markdownReport(reportWith([ENTRY, silence]));
    expect(text).toContain("### 2 edits of what may run or of the rules of reviews");
    expect(allOf(htmlChunks)(reportWith([ENTRY, silence]))).toContain("<h2>What may run, and rules of reviews <span");
    expect(text).toContain(
      "> **This change edits what may run: 1 change of catalogs, pins, programs or permissions. " +
        "This change edits the rules of reviews: 1 change, from the next pull request on.**",
    );
  });
});

describe("a note on the review as a whole", () => {
  const note = (severity: "error" | "warning" | "notice", message = "`a`: all values\n```\nare withheld") => ({
    code: "configuration-broken",
    severity,
    message,
    hint: "Mend it.",
  });
  const textOf = (...notes: ReturnType<typeof note>[]) =>
    markdownReport({ ...reportWith(), notes }, { maxBytes: 20_000 }).text;

  test("stands in a box if it is more than a notice", () => {
    expect(textOf(note("error"))).toContain(
      [
        "> [!CAUTION]",
        "> This review is not complete:",
        "> ````",
        "> `a`: all values",
        "> ```",
        "> are withheld",
        ">   hint: Mend it.",
        "> ````",
      ].join("\n"),
    );
    expect(textOf(note("warning"))).toContain("> [!WARNING]\n> About this review:");
    expect(textOf(note("notice"))).not.toContain("Mend it.");
  });

  test("does not take the room of everything else", () => {
    const text = textOf(...Array.from({ length: 200 }, () => note("error", "x".repeat(5000))));
    expect(text.length).toBeLessThan(8_000);
    expect(text).toMatch(/^> and 19\d more$/m);
  });
});
