/** What of a changed object somebody else renders, and in which versions. */
import { describe, expect, test } from "@jest/globals";
import { reviewed } from "./found.ts";

const object = (type: string, spec: string, metadata = "") => {
  const [apiVersion, kind] = type.split(" ");
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: shop${metadata}}\nspec: ${spec}\n`;
};

/** The versions of each change: none where something else decides, undefined where nothing is rendered elsewhere. */
function seen(base: string, head: string) {
  return reviewed({ app: [base, head] }).changes.map(({ elsewhere }) =>
    elsewhere?.versions.map(({ what, name, before, after }) => `${what} ${name} ${before} → ${after}`),
  );
}

const FLUX = "source.toolkit.fluxcd.io/v1";
const ARGO = "argoproj.io/v1alpha1";
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

describe("the version of", () => {
  test.each<[what: string, type: string, spec: (version: string) => string, told: string]>([
    [
      "a HelmRelease",
      "helm.toolkit.fluxcd.io/v2 HelmRelease",
      (v) => `{chart: {spec: {chart: web, version: ${v}}}}`,
      "chart web",
    ],
    [
      "a chart in a directory",
      "helm.toolkit.fluxcd.io/v2 HelmRelease",
      (v) => `{chart: {spec: {chart: ./charts/web/, version: ${v}}}}`,
      "chart web",
    ],
    ["a HelmChart", `${FLUX} HelmChart`, (v) => `{chart: web, version: ${v}}`, "chart web"],
    ["a HelmChart of k3s", "helm.cattle.io/v1 HelmChart", (v) => `{chart: web, version: ${v}}`, "chart web"],
    [
      "an OCIRepository",
      `${FLUX} OCIRepository`,
      (v) => `{url: "oci://a.example/x/web", ref: {tag: ${v}}}`,
      "artifact web",
    ],
    [
      "an OCIRepository of charts",
      `${FLUX} OCIRepository`,
      (v) => `{url: "oci://a.example/charts/web", ref: {tag: ${v}}}`,
      "chart web",
    ],
    [
      "an OCIRepository with a chart",
      `${FLUX} OCIRepository`,
      (v) =>
        `{url: "oci://a.example/web", ref: {tag: ${v}}, layerSelector: {mediaType: application/vnd.cncf.helm.chart.content.v1.tar+gzip}}`,
      "chart web",
    ],
    [
      "a GitRepository",
      `${FLUX} GitRepository`,
      (v) => `{url: "https://a.example/o/web.git", ref: {branch: ${v}}}`,
      "repository web",
    ],
    [
      "an Application",
      `${ARGO} Application`,
      (v) => `{source: {repoURL: "https://a.example", chart: web, targetRevision: ${v}}}`,
      "chart web",
    ],
    [
      "the second source of an Application",
      `${ARGO} Application`,
      (v) =>
        `{sources: [{repoURL: "git@a.example:o/a.git", targetRevision: main}, {repoURL: "git@a.example:o/web.git", targetRevision: ${v}}]}`,
      "repository web",
    ],
    [
      "an ApplicationSet",
      `${ARGO} ApplicationSet`,
      (v) => `{template: {spec: {source: {chart: web, targetRevision: ${v}}}}}`,
      "chart web",
    ],
    [
      "a package of Crossplane",
      "pkg.crossplane.io/v1 Provider",
      (v) => `{package: "a.example:5000/x/web:${v}"}`,
      "package web",
    ],
    ["an operator", "operators.coreos.com/v1alpha1 Subscription", (v) => `{name: web, channel: ${v}}`, "operator web"],
    [
      "a catalog of operators",
      "operators.coreos.com/v1alpha1 CatalogSource",
      (v) => `{image: "a.example/web:${v}"}`,
      "catalog web",
    ],
    [
      "an extension of OLM",
      "olm.operatorframework.io/v1 ClusterExtension",
      (v) => `{source: {catalog: {packageName: web, version: ${v}}}}`,
      "operator web",
    ],
    [
      "a bundle of Tekton",
      "tekton.dev/v1beta1 TaskRun",
      (v) => `{taskRef: {name: a, bundle: "a.example/web:${v}"}}`,
      "bundle web",
    ],
    [
      "a bundle of a resolver",
      "tekton.dev/v1 PipelineRun",
      (v) =>
        `{pipelineSpec: {tasks: [{name: a, taskRef: {resolver: bundles, params: [{name: bundle, value: "a.example/web:${v}"}]}}]}}`,
      "bundle web",
    ],
  ])("%s", (_what, type, spec, told) => {
    expect(seen(object(type, spec("v1.0.0")), object(type, spec("v2.0.0")))).toEqual([[`${told} v1.0.0 → v2.0.0`]]);
  });

  test("several fields counts once, by the one that decides", () => {
    const both = (tag: string, digest: string) =>
      object(`${FLUX} GitRepository`, `{url: "https://a.example/web", ref: {tag: ${tag}, commit: "${digest}"}}`);
    expect(seen(both("v1", COMMIT), both("v2", COMMIT.replace("0", "1")))).toEqual([["repository web v1 → v2"]]);
  });
});

describe("something else decides, so that no version is told, for", () => {
  test.each<[what: string, base: string, head: string]>([
    [
      "values",
      object("helm.toolkit.fluxcd.io/v2 HelmRelease", "{values: {a: 1}}"),
      object("helm.toolkit.fluxcd.io/v2 HelmRelease", "{values: {a: 2}}"),
    ],
    [
      "another chart",
      object(`${FLUX} HelmChart`, "{chart: a, version: 1.0.0}"),
      object(`${FLUX} HelmChart`, "{chart: b, version: 2.0.0}"),
    ],
    [
      "a repository",
      object(`${FLUX} HelmRepository`, "{url: 'https://a.example'}"),
      object(`${FLUX} HelmRepository`, "{url: 'https://b.example'}"),
    ],
    [
      "inputs",
      object("fluxcd.controlplane.io/v1 ResourceSet", "{inputs: [{a: b}]}"),
      object("fluxcd.controlplane.io/v1 ResourceSet", "{inputs: [{a: c}]}"),
    ],
    [
      "a path",
      object("kustomize.toolkit.fluxcd.io/v1 Kustomization", "{path: ./a}"),
      object("kustomize.toolkit.fluxcd.io/v1 Kustomization", "{path: ./b}"),
    ],
    [
      "a list of a generator",
      object(`${ARGO} ApplicationSet`, "{generators: [{list: {elements: [{a: b}]}}]}"),
      object(`${ARGO} ApplicationSet`, "{generators: [{list: {elements: [{a: c}]}}]}"),
    ],
    [
      "a version that is withheld",
      object(
        `${FLUX} HelmChart`,
        "{chart: a, version: 1.0.0}",
        ", annotations: {krm-render.dev/redact: /spec/version}",
      ),
      object(
        `${FLUX} HelmChart`,
        "{chart: a, version: 2.0.0}",
        ", annotations: {krm-render.dev/redact: /spec/version}",
      ),
    ],
    [
      "a new release",
      "",
      object("helm.toolkit.fluxcd.io/v2 HelmRelease", "{chart: {spec: {chart: a, version: 1.0.0}}}"),
    ],
    ["one that goes", object("helm.toolkit.fluxcd.io/v2 HelmRelease", "{}"), ""],
  ])("%s", (_what, base, head) => {
    expect(seen(base, head)).toEqual([[]]);
  });
});

test.each([
  ["{path: ./apps/web/}", "apps/web"],
  ["{path: /apps/../web}", "web"],
  ["{path: ../../web}", "web"],
  ["{path: ./}", "."],
  ["{}", "."],
  ['{path: "a\\nb"}', undefined],
  [`{path: ${"a".repeat(1001)}}`, undefined],
  ["none", undefined],
])("the directory of a Kustomization with %s that goes", (spec, directory) => {
  const { changes } = reviewed({ app: [object("kustomize.toolkit.fluxcd.io/v1 Kustomization", spec), ""] });
  expect(changes.map(({ elsewhere }) => elsewhere)).toEqual([
    { versions: [], ...(directory !== undefined && { directory }) },
  ]);
});

test("only a Kustomization that goes has a directory", () => {
  const kind = "kustomize.toolkit.fluxcd.io/v1 Kustomization";
  const [web, api] = [object(kind, "{path: web}"), object(kind, "{path: api}")];
  for (const [base, head] of [
    [web, api],
    ["", web],
  ] as const)
    expect(reviewed({ app: [base, head] }).changes.map(({ elsewhere }) => elsewhere)).toEqual([{ versions: [] }]);
});

describe("all is shown of", () => {
  test.each<[what: string, base: string, head: string]>([
    [
      "when a release is looked at",
      object("helm.toolkit.fluxcd.io/v2 HelmRelease", "{interval: 5m}"),
      object("helm.toolkit.fluxcd.io/v2 HelmRelease", "{interval: 9m, suspend: true}"),
    ],
    [
      "how an Application is synced",
      object(`${ARGO} Application`, "{syncPolicy: {automated: {prune: true}}}"),
      object(`${ARGO} Application`, "{syncPolicy: {automated: {prune: false}}}"),
    ],
    [
      "labels",
      object(`${ARGO} Application`, "{}", ", labels: {a: b}"),
      object(`${ARGO} Application`, "{}", ", labels: {a: c}"),
    ],
    [
      "a pipeline without bundles",
      object("tekton.dev/v1 Pipeline", "{tasks: [{name: a, taskRef: {name: b}}]}"),
      object("tekton.dev/v1 Pipeline", "{tasks: [{name: a, taskRef: {name: c}}]}"),
    ],
    [
      "a kind of another group",
      object("example.com/v1 HelmRelease", "{a: b}"),
      object("example.com/v1 HelmRelease", "{a: c}"),
    ],
  ])("%s", (_what, base, head) => {
    expect(seen(base, head)).toEqual([undefined]);
  });
});
