/**
 * Builds random trees with krm-render and with the kustomize binary in KUSTOMIZE_BIN. Both print the same bytes, or both fail.
 * KUSTOMIZE_CASES is the number of trees, KUSTOMIZE_SEED the first seed.
 */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { tables } from "./cases.ts";
import { type Draw, drawFrom } from "./random/draw.ts";
import { hashTree } from "./random/hash-cases.ts";
import { randomTree } from "./random/kustomizations.ts";
import { mergeTree } from "./random/merge-cases.ts";
import { nameTree } from "./random/name-cases.ts";
import { type ReferenceOutcome, referenceOutcome } from "./reference.ts";
import { type Inputs, type Outcome, outcomeOf } from "./render.ts";

const binary = findProgram("KUSTOMIZE_BIN");
const cases = Number(process.env.KUSTOMIZE_CASES ?? 30);
const seed = Number(process.env.KUSTOMIZE_SEED ?? 1802);

/** Whether the binary is a release. krm-render follows the main branch. */
const isRelease = binary !== undefined && /\d+\.\d+\.\d+/.test(execFileSync(binary, ["version"], { encoding: "utf8" }));

/** Differences between the main branch and the last release that random trees can contain. */
const CHANGED = /olumeClaimTemplates|data\.b\.k|c\.yaml|ValidatingAdmissionPolicy/;

/** Errors of kustomize that krm-render may not share: its crashes, and deviations that docs/deviations.md explains. */
const EXCUSED = [
  /^panic: /m,
  /validator shouldn't modify/,
  // A comma in a name is an ordinary character here (docs/deviations.md).
  /number of previous names, number of previous namespaces, number of previous kinds not equal/,
  // Comments next to values in brackets, which kustomize cannot read back.
  /: yaml: (?:line \d+: (?:could not find|did not find) expected|invalid map key)/,
];

/**
 * Errors of krm-render that kustomize may not share: hashes that only kustomize can compute, and labels that a patch turns
 * into a list. The main branch also refuses delimiters on values that are not scalars.
 */
const REFUSED = [
  /cannot be hashed: the hash of/,
  /the (?:labels|annotations) of .* are a list/,
  ...(isRelease ? [/delimiter option can only be used with scalar nodes/] : []),
];

unless(lackOf("KUSTOMIZE_BIN"), describe)("kustomize says the same", () => {
  test.each(tables("cases"))(
    "on the table %s",
    async (_, list) => {
      for (const { title, inputs, isNew, output } of list) {
        if (isNew && isRelease) continue;
        expect({ title, ...(await referenceOutcome(binary as string, inputs)) }).toEqual({ title, text: output });
      }
    },
    600_000,
  );

  test.each(tables("bad-input"))(
    "that it builds nothing of the table %s",
    async (_, list) => {
      for (const { title, inputs, isNew, refusedHereOnly } of list) {
        if (isNew && isRelease) continue;
        const outcome = await referenceOutcome(binary as string, inputs);
        expect([title, "text" in outcome]).toEqual([title, refusedHereOnly]);
      }
    },
    600_000,
  );

  test.each<[about: string, tree: (draw: Draw) => Record<string, string>]>([
    ["all fields", randomTree],
    ["odd names and namespaces", nameTree],
    ["hashes and odd scalars", hashTree],
    ["lists with keys", mergeTree],
  ])(
    `on ${cases} random trees of %s`,
    async (_, tree) => {
      const property = fc.asyncProperty(fc.gen(), async (g) => {
        const inputs: Inputs = { files: tree(drawFrom(g)), target: "top" };
        fc.pre(!isRelease || !Object.values(inputs.files).some((text) => CHANGED.test(text)));
        const [ours, theirs] = await Promise.all([outcomeOf(inputs), referenceOutcome(binary as string, inputs)]);
        expect(differ(ours, theirs) ? report(inputs, ours, theirs) : "").toBe("");
      });
      await fc.assert(property, { numRuns: cases, seed, endOnFailure: true });
    },
    3_600_000,
  );
});

function differ(ours: Outcome, theirs: ReferenceOutcome): boolean {
  if ("text" in ours) return "text" in theirs ? ours.text !== theirs.text : !isExcused(theirs.error);
  const [problem] = ours.problems;
  if (problem === undefined || problem.code === "internal") return true;
  return "text" in theirs && !REFUSED.some((pattern) => pattern.test(problem.message));
}

function isExcused(error: string): boolean {
  return EXCUSED.some((pattern) => pattern.test(error));
}

function report({ files }: Inputs, ours: Outcome, theirs: ReferenceOutcome): string {
  const listing = Object.entries(files).map(([path, text]) => `>>> ${path}\n${text}`);
  const here = "text" in ours ? ours.text : JSON.stringify(ours.problems, null, 2);
  const there = "text" in theirs ? theirs.text : theirs.error;
  return [...listing, `--- here:\n${here}`, `--- kustomize:\n${there}`].join("\n");
}
