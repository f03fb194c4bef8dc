/** What is read of Applications, and the places of their mistakes. */
import { describe, expect, test } from "@jest/globals";
import { isApplication, isChartSource } from "../../../src/deployments/argocd/index.ts";
import { syncOptionsOf, treatedByApplication } from "../../../src/deployments/argocd/object-controls.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { application, read, webApplication } from "./fixtures.ts";

const CHART = "apiVersion: v2\nname: web\nversion: 1.0.0\n";
const FILES = {
  "web/Chart.yaml": CHART,
  "web/values.yaml": "a: 1\n",
  "web/prod.yaml": "a: 2\n",
  "web/v,1.yaml": "",
  "web/env/x.yaml": "",
  "shared/all.yaml": "a: 3\n",
  "plain/x.yaml": "",
  "kustomized/Chart.yaml": CHART,
  "kustomized/kustomization.yaml": "",
  "charted/kustomization.yaml": "",
  "charted/zChart.yaml": CHART,
  file: "",
};
const tree = memoryTree(FILES);
const IN_CLUSTER = "destination: {name: in-cluster, namespace: shop}";

const recipeOf = async (text: string, more = {}) => {
  const [source] = (await read(tree, text, more)).sources;
  if (source === undefined || !isChartSource(source)) throw new Error(JSON.stringify(source));
  return source.recipe;
};

// docs/specification/argocd-helm-sources.md 3.1 to 3.5, 4.1
test("all fields of a Helm source", async () => {
  const helm = `releaseName: shop, namespace: other, valueFiles: [prod.yaml, /shared/all.yaml, "https://x.example/v.yaml"],
    values: "a: 4", valuesObject: {a: 5}, skipCrds: true, skipTests: true, skipSchemaValidation: true,
    kubeVersion: v1.30.2-gke.1, apiVersions: [x.io/v1],
    parameters: [{name: a, value: "1,2"}, {name: b, value: "$ARGOCD_APP_NAME", forceString: true}, {name: a, value: "{3,4}"}],
    fileParameters: [{name: f, path: env/x.yaml}]`;
  expect(await recipeOf(webApplication(helm))).toEqual({
    chart: {
      from: "tree",
      packagedBy: "helm",
      directory: "/web",
      location: expect.objectContaining({ file: "app.yaml" }),
    },
    readBy: "kubectl",
    releaseName: "shop",
    namespace: "other",
    values: [
      { path: "/web/prod.yaml", location: expect.anything() },
      { path: "/shared/all.yaml", location: expect.anything() },
      { address: "https://x.example/v.yaml", location: expect.anything() },
      { value: { a: 5 }, display: "valuesObject" },
    ],
    settings: [
      { option: "set", argument: "a={3,4}", location: expect.anything() },
      { option: "set-string", argument: "b=web", location: expect.anything() },
      { option: "set-file", key: "f", path: "/web/env/x.yaml", location: expect.anything() },
    ],
    capabilities: { kubeVersion: "1.30.2", apiVersions: ["x.io/v1"] },
    includesCrds: false,
    skipsTests: true,
    skipsHooks: false,
    skipsSchema: true,
  });
});

// docs/specification/argocd-helm-sources.md 3.2, 3.3
test("without fields, helm gets the names of the Application and of the destination", async () => {
  expect(await recipeOf(webApplication(""))).toMatchObject({
    releaseName: "web",
    namespace: "shop",
    values: [],
    settings: [],
    capabilities: { kubeVersion: undefined, apiVersions: [] },
    includesCrds: true,
    skipsTests: false,
    skipsSchema: false,
  });
});

// docs/specification/argocd-helm-sources.md 1.4, 4.2
describe("charts of repositories and registries", () => {
  test.each([
    ["https://x.example/charts", "web", { repo: "https://x.example/charts", name: "web" }],
    ["ghcr.io/acme/charts", "web", { repo: "oci://ghcr.io/acme/charts", name: "web" }],
    ["registry.example:5000/acme", "charts/web", { repo: "oci://registry.example:5000/acme/charts", name: "web" }],
    ["oci://ghcr.io/acme/charts/web", "", { repo: "oci://ghcr.io/acme/charts", name: "web" }],
  ])("%s %s", async (repoURL, chart, wanted) => {
    const source = JSON.stringify({
      repoURL,
      chart,
      targetRevision: "^1.2",
      helm: { valueFiles: ["env/a.yaml", "/b"] },
    });
    const recipe = await recipeOf(application(`{${IN_CLUSTER}, source: ${source}}`));
    expect(recipe.chart).toMatchObject({ from: "repository", wanted: { ...wanted, version: "^1.2", devel: false } });
    expect(recipe.values).toMatchObject([{ chartFile: "env/a.yaml", isOptional: false }, { chartFile: "b" }]);
  });
});

// docs/specification/argocd-helm-sources.md 1.1, 4.3
test("a chart of a repository with values of this one", async () => {
  const sources = `[{repoURL: "https://x.example/charts", chart: web, targetRevision: 1.0.0,
    helm: {valueFiles: ["$values/shared/*.yaml", own.yaml]}}, {repoURL: "https://x.example/o/r", targetRevision: main, ref: values}]`;
  const { sources: found } = await read(tree, application(`{${IN_CLUSTER}, sources: ${sources}}`));
  expect(found).toMatchObject([{ recipe: { values: [{ path: "/shared/all.yaml" }, { chartFile: "own.yaml" }] } }]);
});

// docs/specification/argocd-helm-sources.md 2.4, 2.5
describe("the kind of a source", () => {
  test.each([
    ["path: web", "Helm"],
    ["path: charted", "Helm"],
    ["path: kustomized", "Kustomize"],
    ["path: plain", "Directory"],
    ["path: plain, helm: {}", "Helm"],
    ["path: web, kustomize: {}", "Kustomize"],
    ["path: web, directory: {recurse: true}", "Directory"],
    ["path: web, plugin: {}", "Plugin"],
  ])("%s", async (fields, type) => {
    const text = application(`{${IN_CLUSTER}, source: {repoURL: "https://x.example/o/r", ${fields}}}`);
    const [source] = (await read(tree, text)).sources;
    expect(source).toMatchObject(type === "Plugin" ? { problem: { code: "argocd-plugin" } } : { type });
  });
});

// docs/specification/argocd-sources.md 3.8
describe("a directory that perhaps a plugin renders", () => {
  test.each<[what: string, files: readonly string[], fields: string, told: string | undefined]>([
    ["of KCL", ["kcl.mod", "main.k"], "", "kcl.mod"],
    ["of CUE, with documents", ["README.md", "LICENSE", "OWNERS", "notes.txt", "web.cue"], "", "web.cue"],
    ["of TypeScript", [".gitignore", "main.ts", "sub/a.yaml"], "", "main.ts"],
    ["of a library alone", ["a.libsonnet"], "", "a.libsonnet"],
    ["with a manifest", ["main.k", "a.yaml"], "", undefined],
    ["with a program in jsonnet", ["a.libsonnet", "a.jsonnet"], "", undefined],
    ["that says that it is one of manifests", ["main.k"], ", directory: {}", undefined],
    ["of documents alone", ["README.md", "LICENSE.txt", "CODEOWNERS", "docs.png", ".hidden"], "", undefined],
    ["of directories alone", ["sub/main.k"], "", undefined],
  ])("%s", async (_, files, fields, told) => {
    const kept = memoryTree(Object.fromEntries(files.map((name) => [`x/${name}`, ""])));
    const text = application(`{${IN_CLUSTER}, source: {repoURL: "https://x.example/o/r", path: x${fields}}}`);
    const [found] = (await read(kept, text)).sources;
    const message = `the directory x has no manifest, but files such as ${told}: perhaps a plugin of Argo CD discovers and renders them`;
    const problem = { code: "argocd-plugin-perhaps", message, file: "app.yaml" };
    expect(found).toMatchObject(
      told === undefined
        ? { type: "Directory" }
        : {
            problem,
            elsewhere: { reason: "has no manifests, so that perhaps a plugin of Argo CD renders it" },
            paths: ["/x"],
          },
    );
  });
});

const source = (fields: string): string => application(`{${IN_CLUSTER}, source: {${fields}}}`);

// docs/specification/argocd-helm-sources.md 1.2, 1.3, 1.5, 4.5, 4.7, 4.8
describe("mistakes and what is elsewhere", () => {
  test.each([
    ["valueFiles: [no.yaml]", "argocd-values-missing: no.yaml is not there: there is no file web/no.yaml"],
    ['valueFiles: ["n*.yaml"]', "argocd-values-missing: n*.yaml matches no file"],
    ["valueFiles: [env]", "argocd-invalid: web/env is no file, so helm cannot read it"],
    ["valueFiles: [../../x]", "argocd-invalid: ../../x leads out of the repository"],
    [
      'valueFiles: ["ftp://x/y"]',
      "argocd-values-elsewhere: a plugin of helm reads ftp://x/y where Argo CD runs, if it may",
    ],
    ['valueFiles: ["v,1.yaml"]', "argocd-invalid: /web/v,1.yaml has a comma, a quote or a line break, at which helm"],
    ['valueFiles: ["v[.yaml"]', "argocd-invalid: web/v[.yaml is no pattern"],
    ["valueFiles: [values.yaml/x], ignoreMissingValueFiles: true", "argocd-values-missing: values.yaml/x is not there"],
    ["valueFiles: values.yaml", "argocd-invalid: `valueFiles` must be a list"],
    ["parameters: [{name: a, value: 1}]", "argocd-invalid: `value` must be a text"],
    ["kubeVersion: 1.30", "argocd-invalid: `kubeVersion` must be a text"],
    ['kubeVersion: "1"', "argocd-invalid: 1 is no version of Kubernetes"],
    ["fileParameters: [{name: a, path: no}]", "argocd-values-missing: no is not there: there is no file web/no"],
  ])("%s", async (helm, expected) => {
    const [found] = (await read(tree, webApplication(helm))).sources;
    const problem = found && "problem" in found ? found.problem : undefined;
    expect(`${problem?.code}: ${problem?.message}`).toContain(expected);
    expect(problem).toMatchObject({ severity: "error", file: "app.yaml", line: 4 });
  });

  test.each([
    [
      'repoURL: "https://x.example/o/r", path: web, targetRevision: 1.*',
      "the source https://x.example/o/r is this repository at 1.*, which is not",
    ],
    ['repoURL: "https://{{x}}/r", path: web', "the source https://{{x}}/r is perhaps not this repository"],
    [
      'repoURL: "https://x.example/o/r", path: web, targetRevision: v1',
      "the source https://x.example/o/r is this repository at v1, which is not",
    ],
    ['repoURL: "https://x.example/o/r", path: no', "the directory no of a source is not there"],
    ['repoURL: "https://x.example/o/r", path: file', "the directory file of a source is no directory"],
    ['repoURL: "https://x.example/o/r", path: /web', "`path` must be relative"],
    ['repoURL: "https://x.example/o/r", path: ../web', "`path` leads out of the repository"],
    ['repoURL: "https://x.example/o/r"', "`path` or `chart` is missing"],
    ["path: web", "`repoURL` is missing"],
    ['repoURL: "oci://x.example/a", path: web', "the directory web of the artifact oci://x.example/a is not at hand"],
  ])("%s", async (fields, expected) => {
    const [found] = (await read(tree, source(fields))).sources;
    expect(found).toMatchObject({ problem: { message: expect.stringContaining(expected), file: "app.yaml" } });
  });

  test.each([
    ['source: {repoURL: "https://x.example/o/r", path: web}', "`destination` must have either `server` or `name`"],
    [`destination: {name: a, server: b}, source: {}`, "`destination` must have either `server` or `name`"],
    [IN_CLUSTER, "`source` or `sources` is missing"],
    [`${IN_CLUSTER}, sources: [{ref: a}, {ref: a}]`, "two sources have the `ref` a"],
    [`${IN_CLUSTER}, sources: [{ref: "a b"}]`, "the `ref` a b has other characters"],
  ])("of the whole Application: %s", async (spec, expected) => {
    const found = await read(tree, application(`{${spec}}`));
    expect(found).toMatchObject({ sources: [], problem: { message: expect.stringContaining(expected), line: 4 } });
  });
});

// docs/specification/argocd-helm-sources.md 4.7
test.each([
  ["valueFiles: [no.yaml]", true],
  ['valueFiles: ["n*.yaml"]', true],
  ["valueFiles: [values.yaml/x], ignoreMissingValueFiles: true", false],
  ["fileParameters: [{name: a, path: no}]", false],
])("the hint names the option where it helps: %s", async (helm, isNamed) => {
  const [found] = (await read(tree, webApplication(helm))).sources;
  const hint = found && "problem" in found ? found.problem.hint : undefined;
  expect(hint?.includes("ignoreMissingValueFiles")).toBe(isNamed);
});

// docs/specification/argocd-helm-sources.md 2.1 to 2.3
test("files of the directory are merged into the source, with their places", async () => {
  const own = memoryTree({
    ...FILES,
    "web/.argocd-source.yaml": "helm:\n  releaseName: null\n  parameters:\n  - name: b\npath: plain\n",
    "web/.argocd-source-web.yaml": "helm:\n  valueFiles: [no.yaml]\n",
  });
  const text = webApplication("releaseName: kept, parameters: [{name: a, value: x, forceString: true}]");
  const [found] = (await read(own, text)).sources;
  expect(found).toMatchObject({
    problem: { message: expect.stringContaining("no.yaml"), file: "web/.argocd-source-web.yaml", line: 2 },
  });
  const without = memoryTree({
    ...FILES,
    "web/.argocd-source.yaml": "helm: {releaseName: null, parameters: [{name: b}]}\n",
  });
  expect((await read(without, text)).sources).toMatchObject([
    { recipe: { releaseName: "kept", settings: [{ option: "set-string", argument: "b=x" }] } },
  ]);
});

// docs/specification/argocd-helm-sources.md 3.5, 3.6
test("warns where the order of parameters matters, and where the commit is not known", async () => {
  const helm =
    'parameters: [{name: a.b, value: "1"}, {name: "a[0]", value: "1"}, {name: a, value: "$ARGOCD_APP_REVISION"}]';
  const problems = async (commit?: string) =>
    (await read(tree, webApplication(helm), { commit })).sources.flatMap((one) =>
      isChartSource(one) ? one.problems : [],
    );
  expect((await problems("abc")).map(({ code }) => code)).toEqual(["argocd-parameter-order", "argocd-parameter-order"]);
  expect((await problems()).map(({ code }) => code)).toContain("argocd-commit");
});

// docs/specification/argocd-helm-sources.md 1.1
test("what a hydrator writes is what it renders", async () => {
  const hydrator =
    '{drySource: {repoURL: "https://x.example/o/r", path: web}, syncSource: {targetBranch: envs, path: web}}';
  const { sources } = await read(tree, application(`{${IN_CLUSTER}, sourceHydrator: ${hydrator}, sources: []}`));
  expect(sources).toMatchObject([{ type: "Helm", recipe: { chart: { directory: "/web" } } }]);
});

// docs/specification/argocd-helm-sources.md 1.5, 7
describe("the destination and what happens to objects", () => {
  test.each([
    ["{name: in-cluster}", "in-cluster"],
    ["{server: https://kubernetes.default.svc}", "in-cluster"],
    ["{server: https://10.0.0.1:6443/}", "10.0.0.1:6443"],
    ["{name: prod}", "prod"],
  ])("%s", async (destination, cluster) => {
    expect((await read(tree, application(`{destination: ${destination}}`))).destination.cluster).toBe(cluster);
  });

  test.each([
    ["{automated: {prune: true, selfHeal: true}}", { isAutomated: true, prunes: true }],
    ["{automated: {prune: true, enabled: false}}", { isAutomated: false, prunes: false }],
    ["{automated: {}}", { isAutomated: true, prunes: false }],
    ["{automated: {prune: true}, syncOptions: [Prune=false]}", { isAutomated: true, prunes: false }],
    ["{syncOptions: [Replace=true]}", { isAutomated: false, replaces: true, orphans: false }],
    ["{syncOptions: [PrunePropagationPolicy=orphan]}", { orphans: true }],
    ["{syncOptions: [PrunePropagationPolicy=background]}", { orphans: false }],
  ])("%s", async (policy, expected) => {
    const { controls } = await read(tree, application(`{syncPolicy: ${policy}}`));
    expect(controls).toMatchObject({ deletesObjects: false, ...expected });
  });

  test.each([
    ["resources-finalizer.argocd.argoproj.io", true],
    ["resources-finalizer.argocd.argoproj.io/background", true],
    ["post-delete-finalizer.argocd.argoproj.io", false],
  ])("%s", async (finalizer, deletesObjects) => {
    const text = application("{}").replace("namespace: argocd", `finalizers: [${finalizer}]`);
    expect((await read(tree, text)).controls.deletesObjects).toBe(deletesObjects);
    const kept = text.replace("spec: {}", "spec: {syncPolicy: {syncOptions: [Delete=false]}}");
    expect((await read(tree, kept)).controls.deletesObjects).toBe(false);
  });
});

// docs/specification/argocd-helm-sources.md 7.3
describe("objects that stay", () => {
  const options = "argocd.argoproj.io/sync-options";
  test.each<[string, Record<string, string>, unknown]>([
    ["Pod", {}, undefined],
    ["Pod", { [options]: "Validate=false, Prune=false" }, { pruned: "prune-false" }],
    ["Pod", { [options]: "Delete=false,Prune=false" }, { pruned: "prune-false", deleted: "delete-false" }],
    ["Pod", { "helm.sh/resource-policy": "keep" }, { deleted: "kept" }],
    ["CustomResourceDefinition", {}, { deleted: "crd" }],
  ])("%s %j", (kind, annotations, expected) => {
    const object = { apiVersion: kind === "Pod" ? "v1" : "apiextensions.k8s.io/v1", kind, metadata: { annotations } };
    expect(treatedByApplication(object, syncOptionsOf(null))).toEqual(expected);
  });
});

// docs/specification/argocd-helm-sources.md 7.5 and 7.6
describe("what Argo CD does when it applies an object", () => {
  const OPTIONS = "argocd.argoproj.io/sync-options";
  const HOOK = "argocd.argoproj.io/hook";
  const POLICY = "argocd.argoproj.io/hook-delete-policy";
  const run = (...phases: string[]) => ({ hook: { phases, isDeleted: true } });
  test.each<[annotations: Record<string, string>, expected: object | undefined, options?: string[], kind?: string]>([
    [{ [OPTIONS]: "Replace=true" }, undefined],
    [{ [OPTIONS]: "force=true" }, undefined],
    [{ [OPTIONS]: "Force=true" }, { update: "forced" }],
    [{ [OPTIONS]: "Force=true" }, { update: "replaced" }, ["Replace=true"]],
    [{ [OPTIONS]: "Validate=false, Force=true" }, { update: "replaced" }, ["Replace=true", "ServerSideApply=true"]],
    [{ [OPTIONS]: "Force=true,Replace=true" }, { update: "replaced" }],
    [{ [OPTIONS]: "Force=true,Replace=true" }, { update: "refused" }, [], "Namespace"],
    [{ [OPTIONS]: "Force=true,ServerSideApply=true" }, { update: "refused" }],
    [{ [OPTIONS]: "Force=true" }, { update: "refused" }, ["ServerSideApply=true"]],
    [{ [OPTIONS]: "Force=true,ServerSideApply=false" }, { update: "forced" }, ["ServerSideApply=true"]],
    [{ [HOOK]: "PreSync" }, run("PreSync")],
    [{ [HOOK]: "Sync,PostSync", [POLICY]: "HookSucceeded" }, run("Sync", "PostSync")],
    [{ [HOOK]: "PreSync", [POLICY]: "HookFailed" }, { hook: { phases: ["PreSync"], isDeleted: false } }],
    [{ [HOOK]: "PreSync", [POLICY]: "Never" }, run("PreSync")],
    [{ [HOOK]: "Skip" }, undefined],
    [{ "helm.sh/hook": "pre-install,pre-upgrade" }, run("PreSync")],
    [{ "helm.sh/hook": "post-upgrade", "helm.sh/hook-delete-policy": "before-hook-creation" }, run("PostSync")],
    [
      { "helm.sh/hook": "post-upgrade", "helm.sh/hook-delete-policy": "hook-failed" },
      { hook: { phases: ["PostSync"], isDeleted: false } },
    ],
    [{ "helm.sh/hook": "crd-install" }, undefined],
  ])("%j %j %j %s", (annotations, expected, syncOptions = [], kind = "Job") => {
    const options = syncOptionsOf({ spec: { syncPolicy: { syncOptions } } });
    const object = { apiVersion: "v1", kind, metadata: { annotations } };
    expect(treatedByApplication(object, options)).toEqual(expected);
  });
});

test("recognises Applications", () => {
  const object = { apiVersion: "argoproj.io/v1alpha1", kind: "ApplicationSet", namespace: "", name: "all", value: {} };
  expect(isApplication(object)).toBe(false);
  expect(isApplication({ ...object, kind: "Application" })).toBe(true);
  expect(isApplication({ apiVersion: "app.k8s.io/v1beta1", kind: "Application" })).toBe(false);
});
