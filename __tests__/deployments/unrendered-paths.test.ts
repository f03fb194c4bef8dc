/** Which files of the repository an Application counts as reading that cannot be rendered without fetching: a change of them is a change of it. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const ID = "argocd://in-cluster/argocd/a";
const OPTIONS = { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop", build: {} };
const OWN = "repoURL: https://github.com/acme/shop";
const OTHER = "repoURL: https://github.com/acme/private, path: web";
const CHART = { "web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n", "envs/a.yaml": "{}\n" };

const app = (sources: string): Readonly<Record<string, string>> => ({
  ...CHART,
  "a.yaml": `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: a, namespace: argocd}
spec:
  destination: {name: in-cluster, namespace: shop}
  ${sources}
`,
});
const helm = (files: string): string => `source: {${OWN}, path: web, helm: {valueFiles: [${files}]}}`;

describe("an Application that cannot be rendered", () => {
  test.each<[what: string, sources: string, paths: string[], isFetched?: boolean]>([
    ["reads its chart and its other values", helm('secrets://s.yaml, "/envs/a.yaml"'), ["/web", "/envs/a.yaml"]],
    ["reads what may match a pattern", helm('secrets://s.yaml, "../envs/*/b.yaml"'), ["/web", "/envs"]],
    ["reads values that are not there", helm("b.yaml"), ["/web", "/web/b.yaml"]],
    [
      "reads what its parameters name",
      `source: {${OWN}, path: web, helm: {valueFiles: ["a://b"], fileParameters: [{name: x, path: x.txt}]}}`,
      ["/web", "/web/x.txt"],
    ],
    ["reads what a plugin renders", `source: {${OWN}, path: web, plugin: {}}`, ["/web"]],
    [
      "reads the values for a chart elsewhere",
      `sources: [{${OTHER}, helm: {valueFiles: [own.yaml, $v/envs/a.yaml]}}, {${OWN}, ref: v}]`,
      ["/envs/a.yaml"],
      true,
    ],
    [
      "reads its other sources",
      `sources: [{${OTHER}}, {${OWN}, path: web}, {${OWN}, path: envs}]`,
      ["/web", "/envs"],
      true,
    ],
    ["reads nothing here", `source: {${OTHER}, helm: {valueFiles: [own.yaml]}}`, [], true],
    ["has a mistake", `source: {${OWN}, path: web, helm: {valueFiles: 1}}`, ["/web"]],
  ])("%s", async (_, sources, paths, isFetched = false) => {
    const found = await findDeployments(memoryTree(app(sources)), OPTIONS);
    expect("problem" in (found.get(ID)?.recipe ?? {})).toBe(!isFetched);
    expect(found.pathsOf(ID)).toEqual(paths);
  });

  test("is another one where its sources differ", async () => {
    const of = (version: string) => app(`source: {${OTHER}, targetRevision: ${version}}`);
    const keys = async (base: string, head: string): Promise<boolean> => {
      const both = await findBothDeployments({ base: memoryTree(of(base)), head: memoryTree(of(head)) }, OPTIONS);
      return both.base.recipeKey(ID) === both.head.recipeKey(ID);
    };
    expect([await keys("v1", "v1"), await keys("v1", "v2")]).toEqual([true, false]);
  });
});
