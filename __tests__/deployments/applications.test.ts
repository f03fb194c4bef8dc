/** Which Applications of Argo CD are found in a repository, and under which ids. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION, readConfiguration } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments } from "../../src/deployments/index.ts";
import { failure } from "../../src/diagnostics.ts";
import { type Directory, type Helm, memoryTree, type RepositoryHistory } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const app = (name: string, source = "path: web", destination = "name: in-cluster"): string =>
  `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  destination: { ${destination}, namespace: ${name} }
  source: { repoURL: https://github.com/acme/shop, ${source} }
`;
const lists = (...resources: string[]): string => `resources: [${resources.join(", ")}]\n`;
const CHART: Files = { "web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n" };
const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: all, namespace: flux-system }
spec:
  prune: true
  path: ./apps
  sourceRef: { kind: GitRepository, name: flux-system }
  postBuild: { substitute: { CHART: web } }
  patches:
  - target: { kind: Application }
    patch: '[{"op": "add", "path": "/spec/source/targetRevision", "value": "main"}]'
`;

/** Prints the templates of a chart, with the name of the release. */
const helm: Helm = {
  honoursConfigHome: false,
  run: async (args) => {
    if (args[0] === "version") return "v3.18.0";
    const { directory } = args.find((arg) => typeof arg === "object" && "directory" in arg) as { directory: Directory };
    const templates = [...directory].filter(([name]) => name.startsWith("templates/"));
    const release = args.find((arg, at) => args[at - 1] === "--name-template" || args[1] === arg) as string;
    return templates
      .map(
        ([name, bytes]) =>
          `---\n# Source: web/${name}\n${Buffer.from(bytes)
            .toString()
            .replace(/^---\n/, "")}`,
      )
      .join("")
      .replaceAll("{{ .Release.Name }}", release);
  },
  close() {},
};

const OPTIONS = { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop", build: { deploymentHelm: { helm } } };

function settingsOf(configuration: string) {
  if (configuration === "") return OPTIONS.settings;
  const rules = { dangers: [], noise: [] };
  return readConfiguration(Buffer.from(configuration), ".krm-render.yaml", rules).configuration.deployments;
}

/** The id of each Application, its file, and what prints it or why it is not rendered. */
async function listed(files: Files, configuration = ""): Promise<string[]> {
  const options = { ...OPTIONS, settings: settingsOf(configuration) };
  const { targets } = await findDeployments(memoryTree({ ...CHART, ...files }), options);
  return targets
    .filter(({ id }) => id.startsWith("argocd://"))
    .map(({ id, origin, recipe }) => {
      const by = origin.parent === undefined ? "" : ` of ${origin.parent}`;
      const problem = "problem" in recipe ? `: ${recipe.problem.message}` : "";
      return `${id.slice("argocd://".length)} in ${origin.location.file}:${origin.location.line}${by}${problem}`;
    });
}

describe("Applications are found", () => {
  test.each<[what: string, files: Files, expected: string[], configuration?: string]>([
    [
      "in a file that nothing names",
      { "argocd/a.yaml": app("a") + app("b") },
      ["in-cluster/argocd/a in argocd/a.yaml:2", "in-cluster/argocd/b in argocd/a.yaml:9"],
    ],
    [
      "in what a kustomization prints, as that has it",
      {
        "argocd/kustomization.yaml": `${lists("a.yaml")}namePrefix: eu-\nhelmCharts:\n- {name: argo-cd, repo: https://x.example, version: 1.0.0}\n`,
        "argocd/a.yaml": app("a"),
        "argocd/unnamed.yaml": app("b"),
      },
      ["in-cluster/argocd/eu-a in argocd/a.yaml:2"],
    ],
    [
      "in what Flux applies, as it does",
      { "clusters/prod/all.yaml": FLUX, "apps/a.yaml": app("a", "path: '${CHART}', targetRevision: v1") },
      ["prod/argocd/a in apps/a.yaml:2 of flux://prod/flux-system/all"],
    ],
    [
      "not in the templates of a chart",
      {
        "apps/Chart.yaml": CHART["web/Chart.yaml"] as string,
        "apps/templates/a.yaml": app("a"),
        "apps/values.yaml": "",
      },
      [],
    ],
    [
      "where several directories declare the same, in a cluster with the name of each",
      {
        "envs/prod/a.yaml": app("a") + app("b", "path: web", "server: https://prod.example"),
        "envs/test/a.yaml": app("a"),
      },
      [
        "prod.example/argocd/b in envs/prod/a.yaml:9",
        "prod/argocd/a in envs/prod/a.yaml:2",
        "test/argocd/a in envs/test/a.yaml:2",
      ],
    ],
    [
      "but not where they are ignored",
      {
        "docs/a.yaml": app("a"),
        "docs/k/kustomization.yaml": lists("a.yaml"),
        "docs/k/a.yaml": app("c"),
        "argocd/b.yaml": app("b") + app("d"),
      },
      ["in-cluster/argocd/d in argocd/b.yaml:9"],
      "deployments:\n  ignore: [docs, 'argocd://*/argocd/b']\n",
    ],
    [
      "only where the configuration begins the search, with its clusters",
      { "a/a.yaml": app("a"), "b/kustomization.yaml": lists("b.yaml"), "b/b.yaml": app("b"), "c/c.yaml": app("c") },
      ["east/argocd/a in a/a.yaml:2", "in-cluster/argocd/b in b/b.yaml:2"],
      "deployments:\n  roots:\n  - { path: a, cluster: east }\n  - { path: b }\n",
    ],
    ["not where the search is off", { "argocd/a.yaml": app("a") }, [], "deployments: false\n"],
    [
      "also with a mistake, or with a source elsewhere",
      {
        "argocd/a.yaml":
          app("a", "path: gone") + app("b", "path: web, targetRevision: v1") + app("c", "path: web", "foo: bar"),
      },
      [
        "in-cluster/argocd/a in argocd/a.yaml:2: the directory gone of a source is not there",
        "in-cluster/argocd/b in argocd/a.yaml:9: the source https://github.com/acme/shop is this repository at v1, which is not what is reviewed",
        "unknown/argocd/c in argocd/a.yaml:16: `destination` must have either `server` or `name`",
      ],
    ],
    [
      "also for kustomize, and for a directory of manifests",
      {
        "argocd/a.yaml": app("a", "path: plain") + app("b", "path: overlay, kustomize: {namePrefix: a-}"),
        "plain/x.yaml": "",
        "overlay/kustomization.yaml": "",
      },
      ["in-cluster/argocd/a in argocd/a.yaml:2", "in-cluster/argocd/b in argocd/a.yaml:9"],
    ],
    [
      "also for a plugin, which is not known",
      { "argocd/a.yaml": app("a", "path: plain, plugin: {name: cdk8s}"), "plain/x.yaml": "" },
      ["in-cluster/argocd/a in argocd/a.yaml:2: the plugin cdk8s of Argo CD renders the source"],
    ],
    [
      "in the directory of another one, once",
      { "root.yaml": app("root", "path: apps"), "apps/a.yaml": app("a"), "apps/below/b.yaml": app("b") },
      [
        "in-cluster/argocd/a in apps/a.yaml:2 of argocd://in-cluster/argocd/root",
        "in-cluster/argocd/b in apps/below/b.yaml:2",
        "in-cluster/argocd/root in root.yaml:2",
      ],
    ],
    [
      "in what another one builds, with its edits, at any depth",
      {
        "root.yaml": app("root", "path: apps, kustomize: {nameSuffix: -eu}"),
        "apps/kustomization.yaml": lists("a.yaml"),
        "apps/a.yaml": app("a", "path: more, directory: {recurse: true, exclude: '*x.yaml'}"),
        "more/deep/b.yaml": app("b"),
        "more/deep/x.yaml": app("x"),
      },
      [
        "in-cluster/argocd/a-eu in apps/a.yaml:2 of argocd://in-cluster/argocd/root",
        "in-cluster/argocd/b in more/deep/b.yaml:2 of argocd://in-cluster/argocd/a-eu",
        "in-cluster/argocd/root in root.yaml:2",
        "in-cluster/argocd/x in more/deep/x.yaml:2",
      ],
    ],
    [
      "in what a chart renders",
      {
        "root.yaml": app("root", "path: apps"),
        "apps/Chart.yaml": CHART["web/Chart.yaml"] as string,
        "apps/templates/a.yaml": app("{{ .Release.Name }}-a"),
      },
      [
        "in-cluster/argocd/root in root.yaml:2",
        "in-cluster/argocd/root-a in apps/templates/a.yaml:undefined of argocd://in-cluster/argocd/root",
      ],
    ],
    [
      "in what a chart renders that helm installs",
      {
        "apps/Chart.yaml": CHART["web/Chart.yaml"] as string,
        "apps/templates/a.yaml": app("{{ .Release.Name }}-a") + app("b", "path: web", "name: eu"),
      },
      [
        "eu/argocd/b in apps/templates/a.yaml:undefined of helm://hub/argocd/all",
        "hub/argocd/all-a in apps/templates/a.yaml:undefined of helm://hub/argocd/all",
      ],
      "deployments: {charts: [{path: apps, release: all, namespace: argocd, cluster: hub}]}\n",
    ],
    [
      "in a file that the configuration names, beside a kustomization that does not",
      { "argocd/kustomization.yaml": lists(), "argocd/root.yaml": app("root"), "argocd/other.yaml": app("other") },
      ["in-cluster/argocd/root in argocd/root.yaml:2"],
      "deployments: {roots: [{path: argocd/root.yaml}]}\n",
    ],
    [
      "in a file beside a kustomization without Applications",
      {
        "argocd/kustomization.yaml": lists("ns.yaml"),
        "argocd/ns.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: argocd}\n",
        "argocd/root.yaml": app("root"),
      },
      ["in-cluster/argocd/root in argocd/root.yaml:2"],
    ],
    [
      "in a file beside a kustomization whose values only speak of Applications, and in one below it",
      {
        "argocd/kustomization.yaml": "helmCharts: [{name: argo-cd, releaseName: argocd, valuesFile: values.yaml}]\n",
        "argocd/values.yaml": "health.argoproj.io_Application: |\n  hs = {}\n",
        "argocd/root.yaml": app("root", "path: argocd/apps"),
        "argocd/apps/kustomization.yaml": lists("a.yaml"),
        "argocd/apps/a.yaml": app("a"),
        "argocd/by-hand/kustomization.yaml": lists("b.yaml"),
        "argocd/by-hand/b.yaml": app("b"),
      },
      [
        "in-cluster/argocd/a in argocd/apps/a.yaml:2 of argocd://in-cluster/argocd/root",
        "in-cluster/argocd/b in argocd/by-hand/b.yaml:2",
        "in-cluster/argocd/root in argocd/root.yaml:2",
      ],
    ],
    [
      "in a file that a kustomization leaves out, if it deploys that one",
      {
        "argocd/kustomization.yaml": lists("a.yaml"),
        "argocd/a.yaml": app("a"),
        "argocd/root.yaml": app("root", "path: ./argocd/"),
        "argocd/old.yaml": app("old"),
      },
      [
        "in-cluster/argocd/a in argocd/a.yaml:2 of argocd://in-cluster/argocd/root",
        "in-cluster/argocd/root in argocd/root.yaml:2",
      ],
    ],
    [
      "in no kustomization below one that applies others",
      {
        "argocd/kustomization.yaml": lists("a.yaml"),
        "argocd/a.yaml": app("a"),
        "argocd/old/kustomization.yaml": lists("b.yaml"),
        "argocd/old/b.yaml": app("b"),
      },
      ["in-cluster/argocd/a in argocd/a.yaml:2"],
    ],
    [
      "in a directory that another one reads as manifests, and not as a kustomization makes them",
      {
        "root.yaml": app("root", "path: apps, directory: {}"),
        "apps/kustomization.yaml": `${lists("a.yaml")}namePrefix: x-\n`,
        "apps/a.yaml": app("a"),
      },
      [
        "in-cluster/argocd/a in apps/a.yaml:2 of argocd://in-cluster/argocd/root",
        "in-cluster/argocd/root in root.yaml:2",
      ],
    ],
    [
      "for the Argo CD of the cluster that another one deploys to",
      {
        "a/root.yaml": app("root", "path: apps", "server: https://eu.example"),
        "apps/kustomization.yaml": lists("a.yaml"),
        "apps/a.yaml": app("a"),
      },
      [
        "eu.example/argocd/a in apps/a.yaml:2 of argocd://eu.example/argocd/root",
        "eu.example/argocd/root in a/root.yaml:2",
      ],
    ],
    [
      "where one renders itself, as it does",
      {
        "apps/kustomization.yaml": `${lists("root.yaml", "a.yaml")}commonAnnotations: {by: kustomize}\n`,
        "apps/root.yaml": app("root", "path: apps"),
        "apps/a.yaml": app("a"),
      },
      [
        "in-cluster/argocd/a in apps/a.yaml:2 of argocd://in-cluster/argocd/root",
        "in-cluster/argocd/root in apps/root.yaml:2",
      ],
    ],
    [
      "where they render one another, from the first",
      { "one/a.yaml": app("a", "path: two"), "two/b.yaml": app("b", "path: one") },
      ["in-cluster/argocd/a in one/a.yaml:2", "in-cluster/argocd/b in two/b.yaml:2 of argocd://in-cluster/argocd/a"],
    ],
    [
      "as they are written where what renders them does not build",
      {
        "root.yaml": app("root", "path: apps"),
        "apps/kustomization.yaml": lists("a.yaml", "gone.yaml"),
        "apps/a.yaml": app("a"),
        "other.yaml": app("other", "path: plain"),
        "plain/a.yaml": app("c"),
        "plain/b.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: [\n",
      },
      [
        "in-cluster/argocd/a in apps/a.yaml:2",
        "in-cluster/argocd/c in plain/a.yaml:2",
        "in-cluster/argocd/other in other.yaml:2",
        "in-cluster/argocd/root in root.yaml:2",
      ],
    ],
  ])("%s", async (_, files, expected, ...[configuration]) => {
    expect(await listed(files, configuration)).toEqual(expected);
  });

  test("a branch that is reviewed is this repository", async () => {
    const tree = memoryTree({ ...CHART, "argocd/a.yaml": app("a", "path: web, targetRevision: develop") });
    const isRendered = async (branches: string[]) =>
      (await findDeployments(tree, { ...OPTIONS, branches })).targets.map(({ recipe }) => !("problem" in recipe));
    expect(await isRendered([])).toEqual([false]);
    expect(await isRendered(["origin/develop"])).toEqual([true]);
  });

  test("the first of several of one id counts, with a warning", async () => {
    const tree = memoryTree({ ...CHART, "argocd/a.yaml": app("a"), "argocd/b.yaml": app("a") });
    const { targets } = await findDeployments(tree, OPTIONS);
    expect(targets.map(({ origin, problems }) => [origin.location.file, problems])).toMatchObject([
      [
        "argocd/a.yaml",
        [
          {
            code: "argocd-declared-twice",
            message:
              "argocd://in-cluster/argocd/a is declared a second time, in argocd/b.yaml:2, which is not rendered",
          },
        ],
      ],
    ]);
  });
});

describe("a source at another branch, a tag or a commit of the repository", () => {
  const COMMIT = "c".repeat(40);
  const map = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: ${value}}\n`;
  const past = memoryTree({
    "plain/x.yaml": map("old"),
    "built/kustomization.yaml": lists("x.yaml"),
    "built/x.yaml": map("old"),
    "web/Chart.yaml": CHART["web/Chart.yaml"] as string,
    "web/templates/x.yaml": map("old"),
  });
  const history: RepositoryHistory = {
    find: async (revision) => {
      if (revision === "gone") throw failure("unknown-revision", "no such revision", { hint: "Fetch it." });
      return { tree: past, commit: COMMIT };
    },
    newest: async ({ range, prefix }) => {
      if (prefix === "cut/") throw failure("unknown-revision", "this clone is shallow", { hint: "Fetch all." });
      return range === "9.x" ? undefined : { tree: past, commit: COMMIT };
    },
    at: () => past,
    branch: async () => "checked-out",
  };
  const found = async (source: string, files: Files = {}) => {
    const tree = memoryTree({ "argocd/a.yaml": app("a", source), "plain/x.yaml": map("new"), ...files });
    return findDeployments(tree, { ...OPTIONS, build: { ...OPTIONS.build, history } });
  };

  test.each([
    ["a directory", "path: plain, targetRevision: v1"],
    ["a kustomization", "path: built, targetRevision: v1"],
    ["a chart", "path: web, targetRevision: v1"],
    ["a directory at the newest tag", "path: plain, targetRevision: 1.x"],
    ["a directory at the branch of the name, where no tag is in the range,", "path: plain, targetRevision: 9.x"],
  ])("%s is that of the revision", async (_, source) => {
    const deployments = await found(source);
    const limits = { builds: 1, timeoutSeconds: undefined, recorded: undefined };
    const built = await deployments.builder(OPTIONS.build).build("argocd://in-cluster/argocd/a", limits);
    expect(built?.resources.map((each) => each.value())).toMatchObject([{ data: { a: "old" } }]);
    expect(deployments.pathsOf("argocd://in-cluster/argocd/a")).toEqual([]);
    expect(deployments.recipeKey("argocd://in-cluster/argocd/a")).toContain(COMMIT);
  });

  test("the branch that is checked out is what is reviewed", async () => {
    const deployments = await found("path: plain, targetRevision: checked-out");
    const limits = { builds: 1, timeoutSeconds: undefined, recorded: undefined };
    const built = await deployments.builder(OPTIONS.build).build("argocd://in-cluster/argocd/a", limits);
    expect(built?.resources.map((each) => each.value())).toMatchObject([{ data: { a: "new" } }]);
  });

  test("a set takes the directories of the revision", async () => {
    const set = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: s, namespace: argocd}
spec:
  goTemplate: true
  generators: [{git: {repoURL: https://github.com/acme/shop, revision: stage, directories: [{path: '*'}]}}]
  template:
    metadata: {name: '{{.path.basename}}'}
    spec:
      destination: {name: in-cluster}
      source: {repoURL: https://github.com/acme/shop, targetRevision: stage, path: '{{.path.path}}'}
`;
    const { targets } = await found("path: plain", { "argocd/a.yaml": set });
    expect(targets.map(({ id }) => id)).toEqual(
      ["built", "plain", "web"].map((name) => `argocd://in-cluster/argocd/${name}`),
    );
  });

  test.each([
    ["gone", "", "gone, which this clone does not have"],
    ["1.x", "cut/", "cut/1.x, the newest tag of which is not known"],
  ])("%s with the prefix %j, which is not there, is named", async (revision, prefix, words) => {
    const [target] = (await found(`path: plain, targetRevision: ${revision}, tagPrefix: "${prefix}"`)).targets;
    const message = expect.stringContaining(`is this repository at ${words}`);
    expect(target?.recipe).toMatchObject({ problem: { code: "argocd-source-elsewhere", message } });
  });

  test("does not take the values of another revision", async () => {
    const own = "repoURL: https://github.com/acme/shop";
    const sources = `[{${own}, path: web, targetRevision: v1, helm: {valueFiles: [$v/v.yaml]}}, {${own}, ref: v}]`;
    const text = app("a").replace(/source: .*/, `sources: ${sources}`);
    const [target] = (await found("", { "argocd/a.yaml": text, "v.yaml": "" })).targets;
    expect(target?.recipe).toMatchObject({
      problem: { message: expect.stringContaining("is this repository at HEAD, while another source is at v1") },
    });
  });
});

// docs/specification/argocd-sources.md 2.9
describe("the load restrictor is that of Argo CD", () => {
  const built = { "argocd/a.yaml": app("a", "path: one"), "one/kustomization.yaml": lists("../x.yaml") };
  const x = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n";
  const settings = (options: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\n${options}`;
  test.each<[what: string, files: Files, isBuilt: boolean]>([
    ["with none", {}, false],
    [
      "in argocd-cm",
      { "cm.yaml": settings('data: {"kustomize.buildOptions": "--load-restrictor LoadRestrictionsNone"}\n') },
      true,
    ],
    [
      "in argocd-cm, in a line of its own",
      { "cm.yaml": settings("data:\n  kustomize.buildOptions: --load-restrictor LoadRestrictionsNone # for all\n") },
      true,
    ],
    [
      "in an env file that generates argocd-cm",
      {
        "cd/kustomization.yaml": "configMapGenerator: [{name: argocd-cm, envs: [configs/envs]}]\n",
        "cd/configs/envs":
          "admin.enabled=true\nkustomize.buildOptions=--enable-helm --load-restrictor=LoadRestrictionsNone\n",
      },
      true,
    ],
    [
      "in an env file that generates another one",
      {
        "cd/kustomization.yaml": "configMapGenerator: [{name: other, envs: [envs]}, {name: argocd-cm, envs: [gone]}]\n",
        "cd/envs": "kustomize.buildOptions=--load-restrictor=LoadRestrictionsNone\n",
      },
      false,
    ],
    [
      "in a file that generates argocd-cm",
      {
        "cd/kustomization.yaml":
          "configMapGenerator: [{name: argocd-cm, files: [kustomize.buildOptions=options.txt]}]\n",
        "cd/options.txt": "--load-restrictor=LoadRestrictionsNone\n",
      },
      true,
    ],
    [
      "in a literal that generates argocd-cm",
      {
        "cd/kustomization.yaml":
          'configMapGenerator:\n- name: argocd-cm\n  literals: ["kustomize.buildOptions=--load-restrictor none"]\n',
      },
      true,
    ],
    [
      "in a literal in a line of its own",
      {
        "cd/kustomization.yaml":
          "configMapGenerator:\n- name: argocd-cm\n  literals:\n  - kustomize.buildOptions=--load-restrictor none\n",
      },
      true,
    ],
    [
      "in values of a chart",
      {
        "v.yaml":
          "configs:\n  cm:\n    kustomize.buildOptions: |\n      --enable-helm --load-restrictor=LoadRestrictionsNone\n",
      },
      true,
    ],
    ["of an operator", { "v.yaml": "spec:\n  kustomizeBuildOptions: '--load-restrictor none'\n" }, true],
    ["in a comment", { "v.yaml": "spec:\n  # kustomizeBuildOptions: '--load-restrictor none'\n" }, false],
    [
      "the nearest",
      {
        "v.yaml": "kustomizeBuildOptions: --enable-helm\n",
        "argocd/v.yaml": "kustomizeBuildOptions: --load-restrictor none\n",
      },
      true,
    ],
    [
      "none of two",
      {
        "a.yaml": "kustomizeBuildOptions: --enable-helm\n",
        "b.yaml": "kustomizeBuildOptions: --load-restrictor none\n",
      },
      false,
    ],
  ])("%s", async (_, files, isBuilt) => {
    const found = await findDeployments(memoryTree({ ...built, "x.yaml": x, ...files }), OPTIONS);
    const limits = { builds: 1, timeoutSeconds: undefined, recorded: undefined };
    const build = found.builder({}).build("argocd://in-cluster/argocd/a", limits);
    const result = await build.then(
      (done) => done?.resources.map(({ name }) => name).join(),
      (thrown: Error) => thrown.message,
    );
    expect(result).toMatch(isBuilt ? /^x$/ : /is not in or below/);
  });
});

describe("on both sides", () => {
  const idsOf = async (base: Files, head: Files) => {
    const found = await findBothDeployments(
      { base: memoryTree({ ...CHART, ...base }), head: memoryTree({ ...CHART, ...head }) },
      OPTIONS,
    );
    return [found.base, found.head].map(({ targets }) => targets.map(({ id }) => id));
  };

  test("an Application keeps its id when another directory declares one of its name", async () => {
    const base = { "envs/prod/a.yaml": app("a") };
    expect(await idsOf(base, { ...base, "envs/test/a.yaml": app("a") })).toEqual([
      ["argocd://prod/argocd/a"],
      ["argocd://prod/argocd/a", "argocd://test/argocd/a"],
    ]);
  });

  test("an Application keeps its id when its file moves", async () => {
    expect(await idsOf({ "a/a.yaml": app("a") }, { "b/a.yaml": app("a") })).toEqual([
      ["argocd://in-cluster/argocd/a"],
      ["argocd://in-cluster/argocd/a"],
    ]);
  });

  test("those of a kustomization that does not build any more are those of the other side", async () => {
    const base = { "argocd/kustomization.yaml": lists("a.yaml"), "argocd/a.yaml": app("a") };
    const head = { ...base, "argocd/kustomization.yaml": lists("a.yaml", "gone.yaml") };
    expect(await idsOf(base, head)).toEqual([["argocd://in-cluster/argocd/a"], ["argocd://in-cluster/argocd/a"]]);
  });

  test("those that an Application rendered before it failed stay", async () => {
    const base = {
      "root.yaml": app("root", "path: apps, kustomize: {nameSuffix: -eu}"),
      "apps/kustomization.yaml": lists("a.yaml"),
      "apps/a.yaml": app("a"),
    };
    const head = { ...base, "apps/kustomization.yaml": lists("a.yaml", "gone.yaml") };
    const ids = ["argocd://in-cluster/argocd/a-eu", "argocd://in-cluster/argocd/root"];
    expect(await idsOf(base, head)).toEqual([ids, ids]);
  });

  test.each([
    ["a notice where both sides have them, which matters if a file is unread", "suffix", "notice", "other"],
    ["a notice where it is not known what the change touches", "suffix", "notice", undefined],
    ["a warning where the change touches one", "suffix", "warning", "root"],
    ["a warning where one changes", "other", "warning", undefined],
  ])("what is not known of those that fail is %s", async (_, suffix, severity, touched) => {
    const of = (text: string) => ({
      "root.yaml": app("root", `path: apps, kustomize: {nameSuffix: -${text}}`),
      "apps/kustomization.yaml": lists("a.yaml", "gone.yaml"),
      "apps/a.yaml": app("a"),
    });
    const trees = { base: memoryTree(of("suffix")), head: memoryTree({ ...of(suffix), "other.txt": "" }) };
    const { head } = await findBothDeployments(trees, OPTIONS);
    const touches = (id: string) => id === `argocd://in-cluster/argocd/${touched}`;
    const { told, ifUnread } = head.problemsOfChange(touched === undefined ? undefined : touches);
    const [place, none] = severity === "warning" ? [told, ifUnread] : [ifUnread, told];
    expect(place).toMatchObject([{ code: "argocd-children-unknown", severity }]);
    expect(none).toEqual([]);
    // Commands that tell what is found always tell it.
    expect(head.problems).toHaveLength(1);
  });

  test("what is equal is built and read once", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `argocd/${at}.yaml`,
        app(`a${at}`, `path: c${at}, helm: {valueFiles: [v.yaml]}`),
      ]),
    );
    const charts = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`c${at}/Chart.yaml`, CHART["web/Chart.yaml"] as string]),
    );
    const values = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`c${at}/v.yaml`, `a: ${at}\n`]));
    const base = memoryTree({ ...files, ...charts, ...values });
    const head = memoryTree({ ...files, ...charts, ...values, "c3/v.yaml": "a: b\n" });
    const found = await findBothDeployments({ base, head }, OPTIONS);
    const changed = found.head.targets.filter(({ id, recipe }) => found.base.get(id)?.recipe !== recipe);
    expect(found.head.targets).toHaveLength(20);
    expect(changed.map(({ id }) => id)).toEqual(["argocd://in-cluster/argocd/a3"]);
  });
});

test("helm gets all files of a chart, also those that artifacts of Flux leave out", async () => {
  const files = {
    "web/logo.png": "a",
    "web/.sourceignore": "values.yaml\n",
    "web/values.yaml": "",
    "web/templates/a.yaml": "",
  };
  const found = await findDeployments(memoryTree({ ...CHART, ...files, "argocd/a.yaml": app("a") }), OPTIONS);
  const given: string[] = [];
  const program: Helm = {
    honoursConfigHome: false,
    run: async (args) => {
      for (const arg of args) if (typeof arg === "object" && "directory" in arg) given.push(...arg.directory.keys());
      return args[0] === "version" ? "v3.18.0" : "";
    },
    close() {},
  };
  const limits = { builds: 1, timeoutSeconds: undefined, recorded: undefined };
  await found.builder({ deploymentHelm: { helm: program } }).build("argocd://in-cluster/argocd/a", limits);
  expect(given.sort()).toEqual([".sourceignore", "Chart.yaml", "logo.png", "templates/a.yaml", "values.yaml"]);
});

describe("values of an Application make it another one, also in fields with the names of places", () => {
  const cases = ["location", "places", "pathPlace", "size"].flatMap((name) => [
    [name, "shop"],
    [name, "elsewhere"],
  ]);
  test.each(cases)("%s in the repository %s", async (name, repository) => {
    const keyOf = async (file: string): Promise<string | undefined> => {
      const source = `path: web, helm: {valuesObject: {${name}: {file: ${file}}}}`;
      const text = app("a", source).replace("acme/shop", `acme/${repository}`);
      const found = await findDeployments(memoryTree({ "argocd/a.yaml": text, ...CHART }), OPTIONS);
      return found.recipeKey("argocd://in-cluster/argocd/a");
    };
    expect(await keyOf("a.yaml")).not.toBe(await keyOf("b.yaml"));
  });
});
