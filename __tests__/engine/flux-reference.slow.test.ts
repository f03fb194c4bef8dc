/**
 * Builds random trees with random edits, with krm-render and with the program of scripts/flux-build that FLUX_BUILD_BIN names. Both
 * print the same bytes, or both fail. FLUX_CASES is the number of trees, FLUX_SEED the first seed.
 */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { editsOf, fluxOutcome } from "./flux-reference.ts";
import { drawFrom } from "./random/draw.ts";
import { type FluxCase, fluxCase } from "./random/flux.ts";

const binary = findProgram("FLUX_BUILD_BIN");
const cases = Number(process.env.FLUX_CASES ?? 40);
const seed = Number(process.env.FLUX_SEED ?? 2026);

/** Differences between the main branch of kustomize and the release that Flux has, as in reference.slow.test.ts. */
const CHANGED = /olumeClaimTemplates|data\.b\.k|c\.yaml|ValidatingAdmissionPolicy/;

/** Errors there that krm-render may not share, as in reference.slow.test.ts. */
const EXCUSED = [
  /panic/,
  /validator shouldn't modify/,
  /number of previous names, number of previous namespaces, number of previous kinds not equal/,
  /yaml: (?:line \d+: (?:could not find|did not find) expected|invalid map key)/,
];
/** Errors of krm-render that are not errors there, as in reference.slow.test.ts. */
const REFUSED = [
  /cannot be hashed: the hash of/,
  /the (?:labels|annotations) of .* are a list/,
  /delimiter option can only be used with scalar nodes/,
];

// docs/specification/flux-kustomization.md 4
unless(lackOf("FLUX_BUILD_BIN"), test)(
  `kustomize-controller says the same on ${cases} random trees`,
  async () => {
    const property = fc.asyncProperty(fc.gen(), async (g) => {
      const one = fluxCase(drawFrom(g));
      fc.pre(!Object.values(one.files).some((text) => CHANGED.test(text)));
      const theirs = await fluxOutcome(binary as string, one.files, one.path, one.spec);
      const ours = await outcomeOf(one);
      const isSame =
        "text" in ours ? ours.text === textIn(theirs) || isExcused(theirs) : isRefusal(ours.problem, theirs);
      expect(isSame ? "" : JSON.stringify({ ...one, ours, theirs }, null, 1)).toBe("");
    });
    await fc.assert(property, { numRuns: cases, seed, endOnFailure: true });
  },
  3_600_000,
);

type Theirs = Awaited<ReturnType<typeof fluxOutcome>>;

function textIn(outcome: Theirs): string | undefined {
  return "text" in outcome ? outcome.text : undefined;
}

function isExcused(outcome: Theirs): boolean {
  return "error" in outcome && EXCUSED.some((pattern) => pattern.test(outcome.error));
}

function isRefusal(problem: string, theirs: Theirs): boolean {
  return "error" in theirs ? !problem.startsWith("internal") : REFUSED.some((pattern) => pattern.test(problem));
}

async function outcomeOf({ files, path, spec }: FluxCase): Promise<{ text: string } | { problem: string }> {
  const builder = createBuilder(memoryTree(files), { loadRestrictor: "none", reorder: "none" });
  try {
    const { resources } = await builder.build(path === "." ? "/" : `/${path}`, { edits: editsOf(spec) });
    return { text: resources.map(({ yaml }) => yaml).join("---\n") };
  } catch (thrown) {
    const [{ code, message } = { code: "none", message: "" }] = diagnosticsOf(thrown);
    return { problem: `${code}: ${message}` };
  }
}
