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

const entries = (count: number): TrustChange[] =>
  Array.from({ length: count }, (_, index) => ({
    ...ENTRY,
    subject: `fn.example.com/v1 Paint${index}`,
    fields: [{ name: "image", before: `paint:${index}`, after: `paint:${index + 1}` }],
  }));

/** What one overlay edits where its catalog is replaced. */
function overlay(index: number, sha256 = "b".repeat(64)): TrustChange[] {
  const directory = `apps/${`${index}`.padStart(2, "0")}`;
  const fields = [
    { name: "catalog", before: "v1/c.yaml", after: "v2/c.yaml" },
    { name: "program", before: "v1/paint", after: "v2/paint" },
    { name: "sha256", before: "a".repeat(64), after: sha256 },
  ];
  const reference = {
    kind: "catalog-reference",
    file: `${directory}/kustomization.yaml`,
    line: 3,
    fields: [],
  } as const;
  return [
    { kind: "function", op: "changed", subject: "Paint own", file: `${directory}/fn.yaml`, line: 1, fields },
    { ...reference, op: "removed", subject: "v1/c.yaml" },
    { ...reference, op: "added", subject: "v2/c.yaml" },
  ];
}

const rowsIn = (text: string): string[] => [...text.matchAll(/^> - (.*)$/gm)].map(([, row]) => row ?? "");

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
        "> - **catalog entry `fn.example.com/v1 Paint` changed**: requireNetwork `false` → `true`, " +
          "image `registry.example/paint@sha256:aa` → `registry.example/paint@sha256:bb`" +
          " · [`catalog/functions.yaml:12`](https://host.example/blob/b/catalog/functions.yaml#L12)",
        "> - **reference to the catalog <code>https&#58;//evil&#46;example/&#96;catalog&#96;&#46;yaml</code> added** · ",
      ].join("\n"),
    );
    expect(truncated).toBe(false);
  });

  test("is counted where it does not fit", () => {
    const { text, truncated } = markdownReport(reportWith(entries(200)), {
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
#     requireNetwork false → true
#     image registry.example/paint@sha256:aa → registry.example/paint@sha256:bb
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

  test("equal edits are one row, programs and permissions first", () => {
    const bumped = Array.from({ length: 61 }, (_, index) => overlay(index)).flat();
    const opened: TrustChange = {
      ...(overlay(7)[0] as TrustChange),
      fields: [{ name: "network", after: "true" }],
    };
    const given = reportWith([...bumped, opened]);
    const { text } = markdownReport(given);
    expect(text).toMatch(/^### 3 edits of what may run/);
    expect(rowsIn(text)).toEqual([
      "**function `Paint own` changed**: network `true` added · `apps/07/fn.yaml:1`",
      `**61 functions \`Paint own\` changed**: program \`v1/paint\` → \`v2/paint\`, sha256 \`${"a".repeat(16)}…\` → \`${"b".repeat(16)}…\`` +
        ", catalog `v1/c.yaml` → `v2/c.yaml` · `apps/00/fn.yaml:1`, `apps/01/fn.yaml:1` and 59 more",
      "**61 references to the catalog changed**: `v1/c.yaml` → `v2/c.yaml` · `apps/00/kustomization.yaml:3`, `apps/01/kustomization.yaml:3` and 59 more",
    ]);
    const page = allOf(htmlChunks)(given);
    expect(page).toContain("61 references to the catalog changed: <code>v1/c.yaml</code> → <code>v2/c.yaml</code> · ");
    expect(page).toContain(`<code>${"b".repeat(64)}</code>`);
    expect(allOf(patchChunks)(given)).toContain(
      "#   61 references to the catalog changed, apps/00/kustomization.yaml:3, apps/01/kustomization.yaml:3, apps/02/kustomization.yaml:3 and 58 more\n#     v1/c.yaml → v2/c.yaml\n",
    );
  });

  test("edits of different programs share what they have in common, and many are folded, but not where they come from", () => {
    const changes = Array.from({ length: 61 }, (_, index) => overlay(index, `${index}`.padStart(64, "b"))).flat();
    const { text } = markdownReport(reportWith(changes));
    const [box = "", fold = ""] = text.split("<details><summary>54 more edits of what may run</summary>");
    const rows = rowsIn(box);
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatch(/^\*\*61 functions `Paint own` changed\*\*: program `v1\/paint` → `v2\/paint`, catalog /);
    expect(rows[8]).toMatch(/^\*\*61 references to the catalog changed\*\*: /);
    expect(fold.match(/^- \*\*function `Paint own` changed\*\*: sha256/gm)).toHaveLength(54);
  });

  test("references that a file lost and did not replace are told apart", () => {
    const removed: TrustChange = { ...REFERENCE, op: "removed", subject: "old.yaml", line: 9 };
    const rows = rowsIn(markdownReport(reportWith([REFERENCE, removed, { ...removed, subject: "older.yaml" }])).text);
    expect(rows.map((row) => row.replace(/ · .*/, ""))).toEqual([
      expect.stringMatching(/^\*\*reference to the catalog .* added\*\*$/),
      "**reference to the catalog `old.yaml` removed**",
      "**reference to the catalog `older.yaml` removed**",
    ]);
  });

  test("a function that is refused is told so", () => {
    const asked: TrustChange = {
      kind: "function",
      op: "added",
      notRun: true,
      subject: "Paint own",
      file: "apps/fn.yaml",
      fields: [{ name: "path", after: "./steal.sh" }],
    };
    const { text } = markdownReport(reportWith([asked, { ...asked, subject: "Paint other" }]));
    expect(rowsIn(text)).toEqual([
      "**function `Paint own` added, and does not run here**: path `./steal.sh` · `apps/fn.yaml`",
      "**function `Paint other` added, and does not run here**: path `./steal.sh` · `apps/fn.yaml`",
    ]);
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
    expect(text).toContain(
      "> - **silence of dangers <code>removed-pvc in apps/&#42;</code> added**: reason `copied before` · ",
    );
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
    expect(markdownReport(changed).text).toContain(`: ${shown} · `);
    expect(allOf(patchChunks)(changed)).toContain(`#     ${plain}\n`);
    expect(allOf(htmlChunks)(changed).replaceAll(/<\/?code>/g, "")).toContain(`: ${plain} · `);
  });

  test("says of values of a cluster only which ones", () => {
    const values: TrustChange = {
      kind: "cluster-values",
      op: "changed",
      subject: "Secret flux-system/cluster-secrets",
      file: ".krm-render.yaml",
      line: 4,
      fields: [
        { name: "DOMAIN", before: "<redacted, before>", after: "<redacted, after>" },
        { name: "TOKEN", after: "<redacted>" },
      ],
    };
    const ignored: TrustChange = { kind: "ignored-deployments", op: "added", subject: "docs", file: "f", fields: [] };
    const changed = reportWith([values, ignored]);
    expect(allOf(patchChunks)(changed)).toContain(
      "# This change edits the rules of reviews: 2 changes, from the next pull request on.\n" +
        "#   values of Secret flux-system/cluster-secrets changed, .krm-render.yaml:4\n" +
        "#     DOMAIN <redacted, before> → <redacted, after>\n" +
        "#     TOKEN <redacted> added\n" +
        "#   ignored deployments: docs added, f\n",
    );
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
