/** Compositions with random mistakes, through the whole builder. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { stringify } from "yaml";
import type { Functions } from "../../../src/functions/index.ts";
import { mutatedTrees, TEXTS, TREE } from "../../composition/mutated-trees.ts";
import { type Files, outcomeOf } from "../render.ts";

/** Functions that change nothing. */
const idle = {
  mayLackName: async () => () => true,
  prepare: async () => ({ transform: async () => ({ stated: [], removed: [] }) }),
} as unknown as Functions;

const build = (files: Files, functions: Functions | undefined) =>
  outcomeOf({ files: { ...TEXTS, ...files }, target: "top", options: { functions } });

test("without a mistake, the tree builds", async () => {
  const files = Object.fromEntries(Object.entries(TREE).map(([path, content]) => [path, stringify(content)]));
  expect(await build(files, idle)).toHaveProperty("text");
});

test.each([
  ["no functions", undefined],
  ["functions", idle],
])("with %s, it builds, or each problem names a file, and a line if the file has content", async (_, functions) => {
  await fc.assert(
    fc.asyncProperty(mutatedTrees, async (files) => {
      const outcome = await build(files, functions);
      const problems = "problems" in outcome ? outcome.problems : [];
      const misplaced = problems.filter(({ code, file, line }) => {
        const hasContent = file !== undefined && (files[file] ?? "").trim() !== "";
        return code === "internal" || file === undefined || (hasContent && line === undefined);
      });
      expect(misplaced).toEqual([]);
    }),
    { numRuns: Number(process.env.ROBUSTNESS_RUNS ?? 150) },
  );
});
