/** Which Applications of ApplicationSets are found in a repository, for which clusters, and what is said of the others. */
import { describe, expect, test } from "@jest/globals";
import { readConfiguration } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments } from "../../src/deployments/index.ts";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import { memoryTree } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const set = (name: string, generators: string, destination = "name: in-cluster", more = ""): string => `---
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: ${name}, namespace: argocd }
spec:
  generators: ${generators}
  template:
    metadata: { name: '{{name}}-web' }
    spec:
      project: default
      destination: { ${destination}, namespace: web }
      source:
        repoURL: https://github.com/acme/shop
        path: plain${more}
`;
const secret = (name: string, server: string, labels = ""): string => `---
apiVersion: v1
kind: Secret
metadata: { name: cluster-${name}, labels: { argocd.argoproj.io/secret-type: cluster${labels} } }
stringData: { name: ${name}, server: "${server}" }
`;
const PLAIN: Files = { "plain/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" };

function optionsOf(configuration: string) {
  const rules = { dangers: [], noise: [] };
  const text = Buffer.from(configuration || "{}\n");
  const settings = readConfiguration(text, ".krm-render.yaml", rules).configuration.deployments;
  return { settings, own: "acme/shop", build: {} };
}

async function found(files: Files, configuration = ""): Promise<string[]> {
  const { targets, problems } = await findDeployments(memoryTree({ ...PLAIN, ...files }), optionsOf(configuration));
  const applications = targets.filter(({ id }) => id.startsWith("argocd://"));
  return [...applications.map(({ id }) => id), ...problems.map(formatDiagnostic)];
}

const CLUSTERS = "[clusters: {selector: {matchLabels: {env: prod}}}]";

describe("Applications of ApplicationSets", () => {
  test.each<[what: string, files: Files, expected: string[], configuration?: string]>([
    [
      "of a list, in a file",
      { "set.yaml": set("web", "[list: {elements: [{name: a}, {name: b}]}]") },
      ["argocd://in-cluster/argocd/a-web", "argocd://in-cluster/argocd/b-web"],
    ],
    [
      "of a set that an Application renders",
      {
        "root.yaml":
          "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: root}\nspec: {destination: {name: hub}, source: {repoURL: https://github.com/acme/shop, path: sets}}\n",
        "sets/kustomization.yaml": "resources: [set.yaml]\nnamePrefix: all-\n",
        "sets/set.yaml": set("web", "[list: {elements: [{name: a}]}]"),
      },
      ["argocd://hub/argocd/a-web", "argocd://hub/argocd/root"],
    ],
    [
      "for clusters of Secrets, by their labels and with their names",
      {
        "set.yaml": set("web", CLUSTERS, "server: '{{server}}'"),
        "clusters.yaml":
          secret("eu", "https://eu.example.org", ", env: prod") + secret("us", "https://us.example.org", ", env: test"),
      },
      ["argocd://eu/argocd/eu-web"],
    ],
    [
      "for clusters that the configuration lists",
      { "set.yaml": set("web", CLUSTERS, "server: '{{server}}'") },
      ["argocd://eu/argocd/eu-web"],
      "deployments: {clusters: [{name: eu, labels: {env: prod}}, {name: us}]}\n",
    ],
    [
      "for clusters as kustomizations render their Secrets",
      {
        "envs/prod/kustomization.yaml":
          'resources: [../base]\npatches: [{target: {kind: Secret}, patch: \'[{"op": "add", "path": "/metadata/labels/env", "value": "prod"}]\'}]\n',
        "envs/test/kustomization.yaml": "resources: [../base]\n",
        "envs/base/kustomization.yaml": "resources: [set.yaml, eu.yaml]\n",
        "envs/base/set.yaml": set("web", CLUSTERS, "name: '{{name}}'"),
        "envs/base/eu.yaml": secret("eu", "https://eu.example.org"),
      },
      ["argocd://eu/argocd/eu-web"],
    ],
    [
      "for those of its own Argo CD only",
      {
        "envs/prod/set.yaml": set("web", CLUSTERS, "name: '{{name}}'"),
        "envs/test/set.yaml": set("web", CLUSTERS, "name: '{{name}}'"),
      },
      ["argocd://eu/argocd/eu-web", "argocd://us/argocd/us-web"],
      "deployments: {clusters: [{name: eu, argocd: prod, labels: {env: prod}}, {name: us, argocd: test, labels: {env: prod}}]}\n",
    ],
    [
      "and not for those of another Argo CD, or of another namespace",
      {
        "envs/prod/set.yaml": set("web", CLUSTERS, "name: '{{name}}'"),
        "envs/test/set.yaml": set("api", "[list: {elements: [{name: a}]}]", "name: in-cluster"),
        "envs/test/eu.yaml": secret("eu", "https://eu.example.org", ", env: prod"),
        "clusters/us.yaml": secret("us", "https://us.example.org", ", env: prod"),
        "clusters/asia.yaml": secret("asia", "https://asia.example.org", ", env: prod").replace(
          "metadata: {",
          "metadata: { namespace: other,",
        ),
      },
      ["argocd://in-cluster/argocd/a-web", "argocd://us/argocd/us-web"],
    ],
    [
      "with parameters that the configuration gives",
      { "set.yaml": set("web", "[pullRequest: {github: {owner: acme, repo: shop}}]") },
      ["argocd://in-cluster/argocd/seven-web"],
      "deployments: {generators: [{set: 'argocd/w*', generator: pullRequest, elements: [{name: seven}]}]}\n",
    ],
  ])("%s", async (_, files, expected, ...[configuration]) => {
    expect(await found(files, configuration)).toEqual(expected);
  });

  test.each<[what: string, generators: string, severity: string, message: string]>([
    [
      "clusters that nobody names",
      "[clusters: {}]",
      "warning",
      "the Applications of the ApplicationSet argocd/web are not known: a generator `clusters` makes Applications for the clusters of Argo CD, and nobody says which these are",
    ],
    [
      "what only the cluster asks",
      "[scmProvider: {github: {organization: a}}]",
      "warning",
      "the Applications of the ApplicationSet argocd/web are not known: a generator `scmProvider` makes Applications for the repositories of a provider, which only the cluster knows",
    ],
    [
      "another repository",
      "[git: {repoURL: https://x.example/y, directories: [{path: '*'}]}]",
      "warning",
      "the Applications of the ApplicationSet argocd/web are not known: the source https://x.example/y is not this repository, and cannot be fetched: remote sources are disabled",
    ],
    [
      "a mistake",
      "[merge: {generators: [], mergeKeys: [a]}]",
      "error",
      "Argo CD makes nothing of the ApplicationSet argocd/web: `merge` must have two generators or more",
    ],
  ])("are none for %s, which is told", async (_, generators, severity, message) => {
    const tree = memoryTree({ ...PLAIN, "set.yaml": set("web", generators) });
    const { targets, problems } = await findDeployments(tree, optionsOf(""));
    expect(targets).toEqual([]);
    expect(problems).toMatchObject([{ severity, message, file: "set.yaml", line: 6 }]);
  });

  test("that are made no longer because of a mistake stay as they are", async () => {
    const base = { ...PLAIN, "set.yaml": set("web", "[list: {elements: [{name: a}]}]") };
    const head = { ...base, "set.yaml": set("web", "[list: {elements: [{name: [a]}]}]") };
    const both = await findBothDeployments({ base: memoryTree(base), head: memoryTree(head) }, optionsOf(""));
    expect(both.head.targets.map(({ id }) => id)).toEqual(["argocd://in-cluster/argocd/a-web"]);
    expect(both.head.problems).toMatchObject([{ code: "argocd-set-invalid", severity: "error" }]);
    expect(both.base.problems).toEqual([]);
  });

  test("are told once with a notice where a change has no part in what is not known", async () => {
    const base = { ...PLAIN, "set.yaml": set("web", "[clusters: {}]") };
    const head = { ...base, "other.yaml": "" };
    const both = await findBothDeployments({ base: memoryTree(base), head: memoryTree(head) }, optionsOf(""));
    expect(both.head.problems).toMatchObject([{ code: "argocd-set-unknown", severity: "notice" }]);
  });

  test("of many sets that fail are told with the number of the others, and those of the change first", async () => {
    const broken = (count: number) =>
      Array.from({ length: count }, (_, index) => set(`s${index}`, "[merge: {}]")).join("");
    const base = { ...PLAIN, "set.yaml": broken(60) };
    const head = { ...base, "z.yaml": set("new", "[merge: {}]") };
    const both = await findBothDeployments({ base: memoryTree(base), head: memoryTree(head) }, optionsOf(""));
    const { problems } = both.head;
    expect(problems).toHaveLength(51);
    expect(problems[0]).toMatchObject({ code: "argocd-set-invalid", severity: "error", file: "z.yaml" });
    expect(problems[1]).toMatchObject({ severity: "notice", file: "set.yaml" });
    expect(problems[50]).toMatchObject({
      severity: "notice",
      message: expect.stringMatching(
        /^there are 11 more problems of ApplicationSets, such as: Argo CD makes nothing of the ApplicationSet argocd\/s/,
      ),
    });
  });

  test("are told with a warning where a set changes and fails as before", async () => {
    const of = (elements: string) => ({
      ...PLAIN,
      "set.yaml": set("web", `[list: {elements: [{name: a}, {name: [a]}${elements}]}]`),
    });
    const trees = { base: memoryTree(of("")), head: memoryTree(of(", {name: b}")) };
    const { problems } = (await findBothDeployments(trees, optionsOf(""))).head;
    expect(problems).toMatchObject([{ code: "argocd-set-invalid", severity: "warning" }]);
  });

  test("are perhaps not all where only the cluster of Argo CD itself is known, which is told once", async () => {
    const files = {
      "local.yaml": secret("hub", "https://kubernetes.default.svc", ", env: prod"),
      "set.yaml": set("a", CLUSTERS) + set("b", "[list: {elements: [{name: b}]}]") + set("c", CLUSTERS),
    };
    const { targets, problems } = await findDeployments(memoryTree({ ...PLAIN, ...files }), optionsOf(""));
    expect(targets.map(({ id }) => id)).toEqual([
      "argocd://in-cluster/argocd/b-web",
      "argocd://in-cluster/argocd/hub-web",
    ]);
    expect(problems).toMatchObject([
      {
        code: "argocd-set-unknown",
        severity: "warning",
        message:
          "2 ApplicationSets, such as argocd/a, make Applications for clusters of Argo CD, of which only its own is known",
      },
    ]);
  });

  test("have the places of the template", async () => {
    const tree = memoryTree({ "set.yaml": set("web", "[list: {elements: [{name: a}]}]", "name: in-cluster", "-gone") });
    const { targets } = await findDeployments(tree, optionsOf(""));
    expect(targets.map(({ recipe }) => recipe)).toMatchObject([
      { problem: { code: "argocd-path-missing", file: "set.yaml", line: 14, column: 15 } },
    ]);
  });
});
