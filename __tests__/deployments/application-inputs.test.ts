/** The inputs of an Application that differ, and the places that say so. */
import { expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { chartInputs, findBothDeployments } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  destination: { name: in-cluster, namespace: shop }
  sources:
  - repoURL: https://github.com/acme/shop
    path: web
    helm:
      valueFiles:
      - values.yaml
      - /prod.yaml
      parameters:
      - name: image.tag
        value: "1.26"
      valuesObject:
        a: 1
  - repoURL: https://charts.example.com
    chart: db
    targetRevision: 1.0.0
`;
const FILES = {
  "argocd/web.yaml": APPLICATION,
  "web/Chart.yaml": "name: web\nversion: 1.0.0\n",
  "web/values.yaml": "replicas: 1\n",
  "prod.yaml": "image:\n  tag: a\n  list: [x, v]\n",
};

type Files = Partial<typeof FILES>;
const edited = (from: string, to: string): Files => {
  expect(APPLICATION).toContain(from);
  return { "argocd/web.yaml": APPLICATION.replace(from, to) };
};

test.each<[what: string, head: Files, expected: string[]]>([
  ["nothing", {}, []],
  [
    "a value of a file",
    { "prod.yaml": "image:\n  tag: b\n  list: [x, z]\n" },
    ["head prod.yaml:2:8 values a b", "head prod.yaml:3:13 values v z"],
  ],
  [
    "a value that goes from a file",
    { "prod.yaml": "image:\n  list: [x, v]\n" },
    ["base prod.yaml:2:8 values a undefined"],
  ],
  [
    "a value that the chart has itself",
    { "web/values.yaml": "replicas: 2\n" },
    ["head web/values.yaml:1:11 values 1 2"],
  ],
  [
    "a value of the chart, if no other file is named",
    { "web/values.yaml": "replicas: 2\n", ...edited("      - values.yaml\n", "") },
    ["base argocd/web.yaml:11:9 values undefined undefined", "head web/values.yaml:1:11 values 1 2"],
  ],
  ["a parameter", edited('"1.26"', '"1,27"'), ["head argocd/web.yaml:14:9 parameters 1.26 1,27"]],
  ["a value of the Application", edited("a: 1", "a: 2"), ["head argocd/web.yaml:17:12 values 1 2"]],
  ["a version", edited("1.0.0", "1.1.0"), ["head argocd/web.yaml:20:21 chart undefined undefined"]],
  [
    "the name of the release",
    edited("    helm:\n", "    helm:\n      releaseName: www\n"),
    ["head argocd/web.yaml:10:20 releaseName undefined undefined"],
  ],
  [
    "another values file",
    edited("/prod.yaml", "/web/values.yaml"),
    ["base argocd/web.yaml:12:9 values undefined undefined"],
  ],
  [
    "the destination",
    edited("namespace: shop", "namespace: eu"),
    ["head argocd/web.yaml:1:1 destination undefined undefined"],
  ],
])("%s", async (_, head, expected) => {
  const trees = { base: memoryTree(FILES), head: memoryTree({ ...FILES, ...head }) };
  const found = await findBothDeployments(trees, {
    settings: EMPTY_CONFIGURATION.deployments,
    own: "acme/shop",
    build: {},
  });
  const id = "argocd://in-cluster/argocd/web";
  const inputs = await chartInputs(found.base.get(id), found.head.get(id), trees);
  const shown = inputs?.changed.map(
    ({ side, place: { file, line, column }, step, before, after }) =>
      `${side} ${file}:${line}:${column} ${step} ${before} ${after}`,
  );
  expect(shown).toEqual(expected);
  expect(inputs?.chartDirectory).toBe("web");
});

test("an Application with other sources, too, has none: its values are not the cause of their objects", async () => {
  const mixed = {
    "argocd/web.yaml": `${APPLICATION}  - repoURL: https://github.com/acme/shop\n    path: plain\n`,
    "plain/a.yaml": "",
  };
  const trees = {
    base: memoryTree({ ...FILES, ...mixed }),
    head: memoryTree({ ...FILES, ...mixed, "prod.yaml": "a: b\n" }),
  };
  const { base, head } = await findBothDeployments(trees, {
    settings: EMPTY_CONFIGURATION.deployments,
    own: "acme/shop",
    build: {},
  });
  const id = "argocd://in-cluster/argocd/web";
  expect(head.get(id)).toMatchObject({ recipe: { sources: [{}, {}, { type: "Directory" }] } });
  expect(await chartInputs(base.get(id), head.get(id), trees)).toBeUndefined();
});
