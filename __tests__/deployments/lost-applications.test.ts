/** Applications of which one side does not tell: they count there as they are on the other side, and none is shown as removed. */
import { expect, test } from "@jest/globals";
import { readConfiguration } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { applicationText } from "./application-text.ts";

type Files = Readonly<Record<string, string>>;

const BROKEN = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: [\n";
const CHAIN: Files = {
  "root.yaml": applicationText("a", "a"),
  "a/b.yaml": applicationText("b", "b"),
  "b/c.yaml": applicationText("c", "c"),
  "c/d.yaml": applicationText("d", "d"),
  "d/cm.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n",
};
const without = (name: string): Files => Object.fromEntries(Object.entries(CHAIN).filter(([path]) => path !== name));

function options() {
  const { configuration } = readConfiguration(Buffer.from("{}\n"), ".krm-render.yaml", { dangers: [], noise: [] });
  return { settings: configuration.deployments, own: "acme/shop", build: {} };
}

async function names(base: Files, head: Files): Promise<Readonly<Record<"base" | "head", string>>> {
  const found = await findBothDeployments({ base: memoryTree(base), head: memoryTree(head) }, options());
  const shown = (side: "base" | "head"): string => found[side].targets.map(({ id }) => id.replace(/.*\//, "")).join("");
  return { base: shown("base"), head: shown("head") };
}

test.each<[what: string, other: Files, expected: string]>([
  ["one that does not render", { ...CHAIN, "a/x.yaml": BROKEN }, "abcd"],
  [
    "two that do not render, of which one declares the other",
    { ...CHAIN, "a/x.yaml": BROKEN, "b/x.yaml": BROKEN },
    "abcd",
  ],
  ["three that do not render", { ...CHAIN, "a/x.yaml": BROKEN, "b/x.yaml": BROKEN, "c/x.yaml": BROKEN }, "abcd"],
  ["a file that is no YAML", { ...CHAIN, "root.yaml": `${applicationText("a", "a")}x: [` }, "abcd"],
  [
    "a file that is too large to be read",
    { ...CHAIN, "root.yaml": `${applicationText("a", "a")}# ${"x".repeat(1 << 20)}\n` },
    "abcd",
  ],
  ["one that is removed", without("c/d.yaml"), "abc"],
  ["one that is removed with what it declares", without("b/c.yaml"), "abd"],
])("%s", async (_, other, expected) => {
  expect(await names(CHAIN, other)).toEqual({ base: "abcd", head: expected });
  expect(await names(other, CHAIN)).toEqual({ base: expected, head: "abcd" });
});

test("an Application that many others render is told of a few times", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`start/${index}.yaml`, applicationText(`n${index}`, "shared")]),
  );
  const tree = memoryTree({
    ...files,
    "shared/child.yaml": applicationText("child", "d"),
    "d/cm.yaml": CHAIN["d/cm.yaml"] ?? "",
  });
  const { targets } = await findDeployments(tree, options());
  expect(targets).toHaveLength(201);
  expect(targets.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual(
    Array.from({ length: 5 }, () => "argocd-declared-twice"),
  );
});
