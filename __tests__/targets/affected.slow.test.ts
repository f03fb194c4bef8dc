/** No target whose rendering differs is left out, and nothing that a build reads is missing in the graph. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { type Builder, createBuilder, ParsedFiles } from "../../src/engine/index.ts";
import { answersEqually, type RecordedTree, recordedTree, type Tree } from "../../src/sources/index.ts";
import { Affected } from "../../src/targets/affected.ts";
import { Graph } from "../../src/targets/graph.ts";
import { planTargets } from "../../src/targets/index.ts";
import { RootFiles } from "../../src/targets/root-files.ts";
import { drawEvenly } from "../engine/random/draw.ts";
import { edited, type Repository, randomRepository, treeOf } from "./random/repository.ts";

const CASES = Number(process.env["AFFECTED_CASES"] ?? 100);

const pairs: fc.Arbitrary<readonly [Repository, Repository]> = fc.integer().map((seed) => {
  const draw = drawEvenly(seed);
  const base = randomRepository(draw);
  return [base, edited(draw, base)];
});

async function outcomeOf(builder: Builder, target: string, recorded?: RecordedTree): Promise<string> {
  try {
    const { resources, diagnostics } = await builder.build(directoryOf(target), { recorded });
    return JSON.stringify([resources.map(({ yaml }) => yaml), diagnostics]);
  } catch (thrown) {
    return JSON.stringify(diagnosticsOf(thrown));
  }
}

function directoryOf(target: string): string {
  return target === "." ? "/" : `/${target}`;
}

/** The paths that were asked for and that the graph of the target does not hold. */
async function beyond(tree: Tree, graph: Graph, target: string, recorded: RecordedTree): Promise<readonly string[]> {
  const node = await graph.add(directoryOf(target));
  const missed: string[] = [];
  for (const { lookups } of recorded.record.all()) {
    for (const path of lookups) {
      for (const visited of (await tree.stored?.follow(path))?.visited ?? []) {
        const affected = await Affected.in(graph, [{ path: visited, op: "changed" }], tree);
        const isPresence = [...graph.nodes].some(({ presences }) => presences.includes(visited));
        if ((await affected.effectsOn(node)) === undefined && !isPresence)
          missed.push(`${target}: ${path} → ${visited}`);
      }
    }
  }
  return missed;
}

test(`of ${CASES} random edits`, async () => {
  const seen = { targets: 0, differ: 0, unaffected: 0, answered: 0, rendered: 0 };
  let index = 0;
  await fc.assert(
    fc.asyncProperty(pairs, async ([before, after]) => {
      const [base, head] = [treeOf(before), treeOf(after)];
      const plan = await planTargets({ base, head }, ["**"]).catch(() => undefined);
      if (plan === undefined) return;
      const parsedFiles = new ParsedFiles();
      const [onBase, onHead] = [createBuilder(base, { parsedFiles }), createBuilder(head, { parsedFiles })];
      const graph = index++ % 20 === 0 ? new Graph(head, new RootFiles(), new Set()) : undefined;
      const faults: string[] = [];
      for (const { path, affected, why } of plan.targets) {
        const recorded = recordedTree(head);
        const now = await outcomeOf(onHead, path, recorded);
        const differs = now !== (await outcomeOf(onBase, path));
        const isAnswered = await answersEqually(recorded.record, base);
        seen.targets++;
        if (differs) seen.differ++;
        if (!affected) seen.unaffected++;
        if (isAnswered) seen.answered++;
        if (now.startsWith("[[")) seen.rendered++;
        if (differs && !affected) faults.push(`${path} differs, but is not affected`);
        if (differs && isAnswered) faults.push(`${path} differs, but base answers everything equally`);
        // In doubt, the graph does not say what is read.
        const isDoubted = /runs what|are made by|cannot be read/.test(why);
        if (graph !== undefined && !isDoubted) faults.push(...(await beyond(head, graph, path, recorded)));
      }
      expect(faults).toEqual([]);
    }),
    { numRuns: CASES, ...(process.env["AFFECTED_SEED"] && { seed: Number(process.env["AFFECTED_SEED"]) }) },
  );
  // The numbers of a long run are worth reading.
  if (process.env["AFFECTED_CASES"]) process.stderr.write(`${JSON.stringify(seen)}\n`);
  expect(seen.differ).toBeGreaterThan(seen.targets / 50);
  expect(seen.unaffected).toBeGreaterThan(seen.targets / 10);
  expect(seen.answered).toBeGreaterThan(seen.targets / 10);
  expect(seen.rendered).toBeGreaterThan(seen.targets / 10);
});
