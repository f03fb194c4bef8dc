/** What the targets of a tree include. */
import { describe, expect, test } from "@jest/globals";
import { memoryTree } from "../../src/sources/index.ts";
import { planTargets } from "../../src/targets/index.ts";

const of = (...resources: string[]): string => `resources: [${resources.join(", ")}]\n`;
const base = memoryTree({ "app/kustomization.yaml": of("a.yaml"), "old/kustomization.yaml": of("a.yaml") });
const head = memoryTree({
  "app/kustomization.yaml": of("a.yaml"),
  "component/kustomization.yaml": `kind: Component\n${of("../deep")}`,
  "deep/kustomization.yaml": of("a.yaml"),
  "one/kustomization.yaml": of("../shared"),
  "shared/kustomization.yaml": `${of("../app")}components: [../component]\n`,
  "two/kustomization.yaml": `${of("../shared", "../missing")}# ../other\n`,
  "unused/kustomization.yaml": `kind: Component\n${of("../other")}`,
  "other/kustomization.yaml": of("a.yaml"),
});

async function inclusionsOf(...patterns: string[]) {
  const { inclusions } = await planTargets({ base, head }, patterns);
  if (inclusions === undefined) throw new Error("the plan does not know them");
  return inclusions;
}

describe("the target that includes a directory", () => {
  test.each([
    { path: "shared", holder: "one" },
    { path: "deep", holder: "one" },
    { path: "other", holder: undefined },
    { path: "old", holder: undefined },
    { path: "missing", holder: undefined },
    { path: "one", holder: undefined },
  ])("of $path is $holder", async ({ path, holder }) => {
    expect(await (await inclusionsOf()).holderOf(path)).toBe(holder);
  });

  test("is one that is selected", async () => {
    expect(await (await inclusionsOf("two")).holderOf("shared")).toBe("two");
    expect(await (await inclusionsOf("other")).holderOf("shared")).toBe(undefined);
  });
});

test("the parts of a target are those that are selected, as targets of the base are", async () => {
  expect(await (await inclusionsOf()).partsOf("one")).toEqual(["app"]);
  expect(await (await inclusionsOf("one")).partsOf("one")).toEqual([]);
});

test.each([
  { target: "one", sibling: "two" },
  { target: "two", sibling: "one" },
  { target: "other", sibling: undefined },
  { target: "flux://prod/flux-system/shop", sibling: undefined },
])("another target that includes what $target includes is $sibling", async ({ target, sibling }) => {
  expect(await (await inclusionsOf()).siblingOf(target)).toBe(sibling);
});
