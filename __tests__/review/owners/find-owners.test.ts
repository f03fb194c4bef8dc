import { expect, test } from "@jest/globals";
import { readCodeOwners } from "../../../src/owners/index.ts";
import { findOwners } from "../../../src/review/owners/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";

const TREE = memoryTree({ CODEOWNERS: "* @all\n/b/ @b\n", "a/web.yaml": "", "b/web.yaml": "" });

async function found(files: readonly string[], maxEffort?: number) {
  const { owners } = await readCodeOwners(TREE, maxEffort);
  if (owners === undefined) throw new Error("there are no owners");
  const pathsOf = async ({ path }: { readonly path: string }) => [`/${path}/kustomization.yaml`, "/b/declared.yaml"];
  const targets = [{ id: "a", path: "a" }];
  const input = { codeOwners: owners, pathsOf };
  return findOwners(input, { base: TREE, head: TREE }, new Map(files.map((file) => [file, "head"])), targets);
}

test("names the owners of files of the tree, and of nothing else", async () => {
  const others = [
    "https://x.example/b.yaml",
    "github.com/o/r//b?ref=v1",
    "../../b/web.yaml",
    "b/../b/web.yaml",
    "b",
    "gone.yaml",
  ];
  expect(await found(["a/web.yaml", "b/web.yaml", ...others])).toEqual({
    file: "CODEOWNERS",
    files: [
      { file: "a/web.yaml", owners: { names: ["@all"] } },
      { file: "b/web.yaml", owners: { names: ["@b"] } },
    ],
    targets: [{ id: "a", owners: { names: ["@all", "@b"] } }],
  });
});

test("names nobody if that takes too much time", async () => {
  expect(await found(["a/web.yaml"], 3)).toBeUndefined();
});
