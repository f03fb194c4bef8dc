/** More Applications than are rendered: none of those that both sides have is shown as removed. */
import { expect, test } from "@jest/globals";
import { readConfiguration } from "../../src/configuration/index.ts";
import { findBothDeployments } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { applicationText } from "./application-text.ts";

const PLAIN = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n";
const many = (from: number): string =>
  Array.from({ length: 2_001 }, (_, index) => applicationText(`n${from + index}`, "d")).join("");

test("a side with more Applications than are rendered keeps those of the other one", async () => {
  const few = { "d/cm.yaml": PLAIN, "z.yaml": applicationText("last", "d") };
  const files = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`y${index}.yaml`, many(index * 2_001)]));
  const { configuration } = readConfiguration(Buffer.from("{}\n"), ".krm-render.yaml", { dangers: [], noise: [] });
  const { base, head } = await findBothDeployments(
    { base: memoryTree(few), head: memoryTree({ ...few, ...files }) },
    { settings: configuration.deployments, own: "acme/shop", build: {} },
  );
  const last = "argocd://in-cluster/argocd/last";
  expect([base.has(last), head.has(last)]).toEqual([true, true]);
  expect(head.problems).toMatchObject([{ code: "too-many-deployments" }]);
});
