/** Compares what is packed with what source-controller's own functions pack. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { artifactTree } from "../../../src/sources/index.ts";
import { unless } from "../../unless.ts";
import { anyCase, filesOf, NO_PROGRAM, packed, packedThere, treeOf } from "./cases.ts";

const RUNS = Number(process.env["ARTIFACT_CASES"] ?? 1000);

unless(NO_PROGRAM, test)("random trees are packed as source-controller packs them", async () => {
  const { seed } = fc.readConfigureGlobal();
  const cases = fc.sample(anyCase, { numRuns: RUNS, ...(seed !== undefined && { seed }) });
  const there = packedThere(cases);
  for (const [index, one] of cases.entries()) {
    expect({ ...one, packed: await packed(one) }).toEqual({ ...one, packed: there[index] });
  }
});

test("a file is found by its path if and only if it is in the lists", async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async (one) => {
      const tree = treeOf(one);
      const listed = await packed(one);
      for (const path of await filesOf(tree)) {
        const view = artifactTree(treeOf(one), one.specIgnore ?? undefined);
        expect((await view.lookup(`/${path}`)) !== undefined).toBe(listed.includes(path));
      }
    }),
  );
});
