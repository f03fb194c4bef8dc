/** The paths of the tree, and the sources elsewhere, that the charts of releases are made of. */
import { expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { findDeployments } from "../../../src/deployments/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";

const release = (name: string, chart: string): string =>
  `---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {chart: {spec: ${chart}}}\n`;
const source = (kind: string, name: string, spec: string): string =>
  `---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: flux-system}\nspec: ${spec}\n`;
const OWN = "sourceRef: {kind: GitRepository, name: flux-system}";
const FILES = {
  "clusters/prod/root.yaml":
    "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: root, namespace: flux-system}\nspec: {path: ./apps, sourceRef: {kind: GitRepository, name: flux-system}}\n",
  "apps/releases.yaml": [
    release("own", `{chart: ./charts/web, valuesFiles: [charts/web/values.yaml, envs/prod.yaml], ${OWN}}`),
    release("far", "{chart: db, version: 1.x, sourceRef: {kind: HelmRepository, name: far}}"),
    release("git", "{chart: ./deploy/chart, sourceRef: {kind: GitRepository, name: other}}"),
    release("unknown", "{chart: db, sourceRef: {kind: HelmRepository, name: unknown}}"),
    source("HelmRepository", "far", "{url: https://charts.test/stable}"),
    source("GitRepository", "other", "{url: https://git.test/org/other, ref: {tag: v1}}"),
  ].join(""),
  "charts/web/Chart.yaml":
    "name: web\nversion: 1.0.0\ndependencies:\n- {name: common, version: 1.x, repository: file://../common}\n- {name: cache, version: 2.x, repository: https://deps.test/charts}\n",
  "charts/common/Chart.yaml": "name: common\nversion: 1.0.0\n",
  "envs/prod.yaml": "a: b\n",
};

const find = () =>
  findDeployments(memoryTree(FILES), { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop", build: {} });

test.each([
  ["own", ["/charts/web", "/charts/common", "/charts/web/values.yaml", "/envs/prod.yaml"]],
  ["far", []],
  ["git", []],
  ["unknown", []],
])("the release %s is rendered from %j", async (name, paths) => {
  expect((await find()).pathsOf(`flux://prod/flux-system/HelmRelease/${name}`)).toEqual(paths);
});

test("charts, repositories of charts, and dependencies are the sources elsewhere", async () => {
  expect(await (await find()).remoteSources()).toEqual([
    expect.objectContaining({ repo: "https://charts.test/stable", name: "db" }),
    "https://git.test/org/other//?ref=v1",
    { repo: "https://deps.test/charts", name: "cache" },
  ]);
});
