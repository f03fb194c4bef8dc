/** No deployment whose rendering differs is left out of a plan, and none is missing. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { FOUND_DEPLOYMENTS } from "../../src/configuration/deployments.ts";
import { findBothDeployments } from "../../src/deployments/index.ts";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { type DeploymentBuilder, isDeploymentId } from "../../src/render/index.ts";
import { memoryTree, type RecordedTree, recordedTree } from "../../src/sources/index.ts";
import { planTargets } from "../../src/targets/index.ts";
import { drawEvenly } from "../engine/random/draw.ts";
import { edited, type Repository, randomRepository } from "./random/repository.ts";

const CASES = Number(process.env["DEPLOYMENT_CASES"] ?? 120);

const pairs: fc.Arbitrary<readonly [Repository, Repository]> = fc.integer().map((seed) => {
  const draw = drawEvenly(seed);
  const base = randomRepository(draw);
  return [base, edited(draw, base)];
});

/** What a review shows of one side: objects, and messages without their places. */
async function outcomeOf(builder: DeploymentBuilder, id: string, recorded?: RecordedTree): Promise<string> {
  try {
    const built = await builder.build(id, { builds: 1, timeoutSeconds: undefined, recorded });
    if (built === undefined) return "absent";
    return JSON.stringify([built.resources.map(({ yaml }) => yaml), built.diagnostics.map(({ message }) => message)]);
  } catch (thrown) {
    return JSON.stringify(diagnosticsOf(thrown).map(({ message }) => message));
  }
}

test(
  `of ${CASES} random edits of repositories with Flux`,
  async () => {
    const seen = { deployments: 0, differ: 0, affected: 0, rendered: 0, answered: 0 };
    await fc.assert(
      fc.asyncProperty(pairs, async ([before, after]) => {
        // Trees in memory answer at once: without a turn of the event loop, what the memory pool refers to weakly is never collected.
        await setImmediate();
        const trees = { base: memoryTree(Object.fromEntries(before)), head: memoryTree(Object.fromEntries(after)) };
        const options = { settings: FOUND_DEPLOYMENTS, own: "acme/platform", build: {} };
        const deployments = await findBothDeployments(trees, options);
        const { targets } = await planTargets(trees, [], { deployments });
        const [base, head] = [deployments.base.builder({}), deployments.head.builder({})];
        const changes = [...new Set([...before.keys(), ...after.keys()])].filter(
          (path) => before.get(path) !== after.get(path),
        );
        const faults: string[] = [];
        for (const { id, affected } of targets.filter((target) => isDeploymentId(target.id))) {
          const recorded = recordedTree(trees.head);
          const now = await outcomeOf(head, id, recorded);
          const earlier = await outcomeOf(base, id);
          const differs = now !== earlier;
          const isRendered = now.startsWith("[[");
          const isAnswered =
            isRendered && head.recipeKey(id) === base.recipeKey(id) && (await base.answersEqually(id, recorded.record));
          seen.deployments++;
          if (differs) seen.differ++;
          if (affected) seen.affected++;
          if (isRendered) seen.rendered++;
          if (isAnswered) seen.answered++;
          if (isAnswered && differs)
            faults.push(
              `${id} is answered equally after an edit of ${changes.join(", ")}, but differs: ${earlier} → ${now}`,
            );
          if (differs && !affected)
            faults.push(`${id} is not affected by ${changes.join(", ")}, but differs: ${earlier} → ${now}`);
        }
        const planned = new Set(targets.map(({ id }) => id));
        const known = [...deployments.base.targets, ...deployments.head.targets].map(({ id }) => id);
        expect([...faults, ...known.filter((id) => !planned.has(id))]).toEqual([]);
      }),
      { numRuns: CASES, ...(process.env["DEPLOYMENT_SEED"] && { seed: Number(process.env["DEPLOYMENT_SEED"]) }) },
    );
    // The numbers of a long run are worth reading.
    if (process.env["DEPLOYMENT_CASES"]) process.stderr.write(`${JSON.stringify(seen)}\n`);
    expect(seen.deployments).toBeGreaterThan(CASES);
    expect(seen.differ).toBeGreaterThan(seen.deployments / 50);
    expect(seen.affected).toBeLessThan((seen.deployments * 9) / 10);
    expect(seen.rendered).toBeGreaterThan(seen.deployments / 3);
    expect(seen.answered).toBeGreaterThan(seen.deployments / 10);
  },
  CASES * 1000,
);
