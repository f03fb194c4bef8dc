import { expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import type { Tree } from "../../src/sources/tree.ts";
import { discoverTargets } from "../../src/targets/index.ts";

const KUSTOMIZATION = "kustomization.yaml";

test.each([
  ["a base", "resources:\n- ../../../x\n"],
  ["a component", "components:\n- ../../../x\n"],
  ["a file", "resources:\n- ../../../x/kustomization.yaml\n"],
  ["a patch", "resources: []\npatches:\n- path: ../../../x/kustomization.yaml\n"],
])("%s that climbs above the top is not looked for at the top", async (_case, text) => {
  const tree = memoryTree({ [`a/b/${KUSTOMIZATION}`]: text, [`x/${KUSTOMIZATION}`]: "namePrefix: a-\n" });
  const thrown: unknown = await createBuilder(tree)
    .build("/a/b")
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(KrmError);
  expect((thrown as KrmError).diagnostics).toMatchObject([{ code: "outside-tree", file: `a/b/${KUSTOMIZATION}` }]);
  expect(await discoverTargets(tree)).toEqual(["a/b", "x"]);
});

test("a tree that is removed during a build is an error", async () => {
  const tree = memoryTree({ [KUSTOMIZATION]: "resources: [a/b.yaml]\n" });
  let isGone = false;
  const vanishing: Tree = {
    ...tree,
    lookup: async (path) => (isGone ? undefined : tree.lookup(path)),
    async read(path) {
      const bytes = await tree.read(path);
      isGone = true;
      return bytes;
    },
  };
  await expect(createBuilder(vanishing).build("/")).rejects.toThrow("a/b.yaml does not exist");
});

test("bases that each include two others are built once each", async () => {
  const levels = 60;
  const files: Record<string, string> = {};
  for (let level = 0; level < levels; level++) {
    for (const side of ["a", "b"]) {
      const below = level + 1 < levels ? ["a", "b"].map((next) => `- ../${next}${level + 1}\n`).join("") : "";
      files[`${side}${level}/${KUSTOMIZATION}`] =
        `commonLabels: {}\nresources:${below === "" ? " []\n" : `\n${below}`}`;
    }
  }
  const { resources, diagnostics } = await createBuilder(memoryTree(files)).build("/a0");
  expect(resources).toEqual([]);
  expect(diagnostics).toHaveLength(2 * levels - 1);
});
