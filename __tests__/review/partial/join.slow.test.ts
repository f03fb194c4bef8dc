/**
 * What one run reports is what several runs report together, byte for byte, however the targets are divided among them.
 * REVIEW_CASES=5000 checks more random repositories.
 */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { readConfiguration } from "../../../src/configuration/index.ts";
import { readCodeOwners } from "../../../src/owners/index.ts";
import type { ComparisonInput } from "../../../src/review/index.ts";
import { KNOWN_RULES } from "../../../src/review/known-rules.ts";
import { memoryTree, type Tree } from "../../../src/sources/index.ts";
import { planTargets } from "../../../src/targets/index.ts";
import { changed, edit, repository } from "../random/changes.ts";
import { filesOf, type RepositoryModel, SECRET_MARK } from "../random/model.ts";
import { ofOneRun, ofShards, partialText } from "./splitting.ts";

const numRuns = Number(process.env.REVIEW_CASES ?? 60);
const SIDE = { sha: null, label: "x", reason: "given" };

const CONFIGURATION = `dangers:
  levels: {removed-pvc: medium}
  silence:
  - {rule: "*", targets: "overlays/o1*", reason: known there}
  - {rule: lost-reference, kinds: Deployment, reason: known}
noise:
  rules: [{name: replicas, paths: /spec/replicas}]
`;

/** Parts of the values of Secrets. */
const SECRETS = [SECRET_MARK, Buffer.from(`${SECRET_MARK}-`).toString("base64").slice(0, -2)];

const CODEOWNERS = "*.yaml @all\n/base*/ @base\noverlays/o1*/ @one @two\noverlays/o2*/\n";

const treeOf = (model: RepositoryModel, more: Readonly<Record<string, string>> = {}): Tree =>
  memoryTree({ ...Object.fromEntries([...filesOf(model)].map(([path, { text }]) => [`/${path}`, text])), ...more });

async function inputOf(base: RepositoryModel, head: RepositoryModel, affectedOnly: boolean): Promise<ComparisonInput> {
  // No target reads this file.
  const more = head.overlays.length % 2 === 0 ? { "/settings.toml": "size = 1\n" } : {};
  const trees = { base: treeOf(base), head: treeOf(head, more) };
  const { targets, changedFiles, changes, whyUnread } = await planTargets(trees, [], { affectedOnly });
  const { configuration } = readConfiguration(Buffer.from(CONFIGURATION), "c", KNOWN_RULES);
  const sides = { base: SIDE, head: SIDE };
  const { owners: codeOwners } = await readCodeOwners(memoryTree({ "/CODEOWNERS": CODEOWNERS }));
  const owners = codeOwners && {
    codeOwners,
    pathsOf: async ({ path }: { readonly path: string }) => [`/${path}/kustomization.yaml`],
  };
  return { trees, sides, targets, changedFiles, changes, whyUnread, configuration, owners, build: {} };
}

test(
  "any division of the targets of a random change among at most seven runs",
  async () => {
    const seen = { moves: 0, dangers: 0, podEffects: 0, several: 0, unaffected: 0, unread: 0, owners: 0 };
    await fc.assert(
      fc.asyncProperty(
        repository,
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(6), { minLength: 8, maxLength: 8 }),
        fc.infiniteStream(fc.nat(100)),
        fc.boolean(),
        async (base, edits, shards, numbers, affectedOnly) => {
          const input = await inputOf(base, changed(base, edits), affectedOnly);
          const whole = await ofOneRun(input);
          const divided = await ofShards(
            input,
            (unit) => shards[unit % shards.length] as number,
            (partials) => {
              if (partials.length > 1) seen.several++;
              for (const text of partials.map(partialText))
                expect(SECRETS.filter((mark) => text.includes(mark))).toEqual([]);
              return partials
                .map((partial) => ({ partial, key: numbers.next().value }))
                .sort((a, b) => a.key - b.key)
                .map(({ partial }) => partial);
            },
          );
          expect(divided).toBe(whole);
          if (/"from":\{[^{}]*"targets"/.test(whole)) seen.moves++;
          if (!/"dangers": \[\]/.test(whole)) seen.dangers++;
          if (!/"podEffects": \[\]/.test(whole)) seen.podEffects++;
          if (/"@base"/.test(whole) && /"@one"/.test(whole)) seen.owners++;
          if (!/"unread":\s*0/.test(whole)) seen.unread++;
          if (whole.includes('"status":"unaffected"')) seen.unaffected++;
        },
      ),
      { numRuns },
    );
    // The cases are worth something.
    const { podEffects, ...others } = seen;
    expect(podEffects).toBeGreaterThan(0);
    for (const count of Object.values(others)) expect(count).toBeGreaterThan(numRuns / 20);
  },
  120_000 + numRuns * 1_000,
);
