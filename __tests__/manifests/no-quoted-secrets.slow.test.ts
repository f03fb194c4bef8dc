/** No message and no report quotes a value of a Secret, whatever is wrong (decision 0022). SECRETS_CASES sets the number of cases. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { verdictOf } from "../../src/action/verdict.ts";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { explainBuild, explanationText, listText } from "../../src/explain/index.ts";
import { withholdSecrets } from "../../src/manifests/index.ts";
import type { Rendering } from "../../src/render/rendering.ts";
import { htmlChunks, jsonChunks, markdownReport, patchChunks } from "../../src/report/index.ts";
import { type ComparisonInput, comparePartially, compareTrees } from "../../src/review/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { type Files, MISTAKES, type Part } from "./secret-mistakes.ts";

const CASES = Number(process.env["SECRETS_CASES"] ?? 40);
const SIDE = { sha: null, label: "x", reason: "given" };
/** The length of the parts of a value that must not occur. */
const PART = 8;

/** A part of a kustomization in a directory of its own. */
function filesOf({ fields, files = {} }: Part): Files {
  return Object.fromEntries([
    ["/app/kustomization.yaml", fields],
    ...Object.entries(files).map(([name, text]) => [`/app/${name}`, text] as const),
  ]);
}

/** Everything that people read of a change, by its name. */
async function told(base: Files, head: Files): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const note = (name: string, text: string): void => void texts.set(name, `${texts.get(name) ?? ""}${text}\n`);
  const manifests = (rendering: Rendering): void => {
    if (rendering.status === "rendered")
      for (const { yaml } of withholdSecrets(rendering).resources) note("manifests", yaml);
  };
  const input: ComparisonInput = {
    trees: { base: memoryTree(base), head: memoryTree(head) },
    sides: { base: SIDE, head: SIDE },
    targets: [{ id: "app", path: "app", affected: true, why: "given" }],
    changedFiles: new Set(Object.keys(head).map((path) => path.slice(1))),
    build: {},
  };
  const report = await compareTrees({ ...input, onHead: manifests });
  note("partial review", JSON.stringify(await comparePartially(input)));
  for (const maxBytes of [2_000, 60_000]) note("markdown", markdownReport(report, { maxBytes }).text);
  note("html", [...htmlChunks(report)].join("").replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, ""));
  note("json", [...jsonChunks(report)].join(""));
  note("patch", [...patchChunks(report)].join(""));
  const verdict = verdictOf(report, "error");
  for (const one of verdict.diagnostics) note("annotations", formatDiagnostic(one));
  for (const line of verdict.logLines) note("log", line);
  for (const files of [base, head]) {
    try {
      const { explainer, diagnostics } = await explainBuild(memoryTree(files), "/app", {});
      for (const one of diagnostics) note("explain", formatDiagnostic(one));
      const list = explainer.list();
      note("explain", listText(list));
      for (const object of list.objects)
        for (const path of [undefined, "data", "stringData", "nothing", "data.nothing"]) {
          try {
            const answer = explainer.explain({ ...object, group: "", apiVersion: undefined } as never, path);
            note("explain", explanationText(answer) + JSON.stringify(answer));
          } catch (thrown) {
            for (const one of diagnosticsOf(thrown)) note("explain", formatDiagnostic(one));
          }
        }
    } catch (thrown) {
      for (const one of diagnosticsOf(thrown)) note("explain", formatDiagnostic(one));
    }
  }
  return texts;
}

/** The parts of a value that occur in a text, in any form. */
function leaks(text: string, value: string): string[] {
  const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
  for (const shift of ["", "x", "xx"])
    forms.push(
      Buffer.from(shift + value)
        .toString("base64")
        .slice(4, -4),
    );
  return [...new Set(forms.flatMap(partsOf))].filter((part) => text.includes(part));
}

function partsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - PART + 1) }, (_, at) => text.slice(at, at + PART));
}

/** Values as generators of passwords make them. What reads like words may be quoted where a name is expected, see docs/guide/secrets.md. */
const VALUE = fc
  .tuple(fc.nat(), fc.integer({ min: 20, max: 43 }))
  .map(([seed, length]) =>
    createHash("sha256").update(String(seed)).digest("base64").replace(/[+/=]/g, "x").slice(0, length),
  )
  .filter((text) => /\d[A-Za-z]/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text));

describe("a mistake", () => {
  test.each(Object.keys(MISTAKES))("%s", async (mistake) => {
    const value = "Zq7Xw9Kv2Rt5Yb8Nc3Md";
    const make = MISTAKES[mistake] as (value: string) => Part;
    const texts = await told({ "/app/kustomization.yaml": "resources: []\n" }, filesOf(make(value)));
    for (const [name, text] of texts) expect([name, leaks(text, value)]).toEqual([name, []]);
  });
});

test(
  "attack 9.25: nothing quotes a value, whatever is wrong on either side",
  async () => {
    const mistake = fc.constantFrom(...Object.keys(MISTAKES));
    await fc.assert(
      fc.asyncProperty(mistake, mistake, VALUE, VALUE, async (before, after, old, now) => {
        const make = (name: string, value: string) => filesOf((MISTAKES[name] as (value: string) => Part)(value));
        const texts = await told(make(before, old), make(after, now));
        for (const [name, text] of texts)
          for (const value of [old, now]) expect([name, leaks(text, value)]).toEqual([name, []]);
      }),
      { numRuns: CASES },
    );
  },
  600_000 + CASES * 200,
);

/** Values that read like names. They are withheld wherever the build knows that they are values. */
test.each(["correct-horse-battery-staple", "hunter2-staging", "p@ss/w0rd+x=", "two words 1"])(
  "%j is withheld where it is a value",
  async (value) => {
    const known = Object.keys(MISTAKES).filter((name) => !NAMED.has(name));
    for (const name of known) {
      const head = filesOf((MISTAKES[name] as (value: string) => Part)(value));
      const texts = await told({ "/app/kustomization.yaml": "resources: []\n" }, head);
      const quoting = [...texts].filter(([, text]) => text.includes(value)).map(([where]) => where);
      expect([name, quoting]).toEqual([name, []]);
    }
  },
);

/** Where a text is in the place of a name: a key, a path. */
const NAMED = new Set([
  "a value under files",
  "a value under envs",
  "a line that ends in a sign",
  "a key twice",
  "a value as a key",
  "a value as a key with a value",
  "an old patch that is a value",
  "an operation at a value",
  "a copy from a value",
  "an index that is a value",
]);
