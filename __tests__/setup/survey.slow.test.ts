/** What is found in repositories of different shape, and in hostile ones. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { surveyLines, surveyRepository, type Trial, tryTargets } from "../../src/setup/index.ts";
import { pathMatcher } from "../../src/setup/survey/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const OWN = "https://github.com/acme/platform.git";

const survey = (files: Record<string, string>, own: string | undefined = OWN) =>
  surveyRepository(memoryTree(files), own);

const K = "resources: [x.yaml]\n";

function application(path: string, repoURL = OWN, more = ""): string {
  return `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source: {repoURL: '${repoURL}', path: '${path}'${more}}\n`;
}

function applicationSet(path: string, generators: string): string {
  return `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: a}\nspec:\n  generators: ${generators}\n  template:\n    spec:\n      source: {repoURL: '${OWN}', path: '${path}'}\n`;
}

function flux(path: string, source = "flux-system", more = "", name = "a"): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec:\n  path: ${path}\n  sourceRef: {kind: GitRepository, name: ${source}}\n${more}`;
}

const BASE = {
  "apps/a/base/kustomization.yaml": K,
  "apps/a/prod/kustomization.yaml": "resources: [../base]\n",
  "apps/b/prod/kustomization.yaml": K,
  "charts/c/Chart.yaml": "name: c\n",
};

describe("what is deployed", () => {
  const cases: [title: string, files: Record<string, string>, directories: string[], others?: string[]][] = [
    ["an Application", { "a.yaml": application("apps/a/prod") }, ["apps/a/prod"]],
    ["a path with ./ and slashes", { "a.yaml": application("./apps/a//prod/") }, ["apps/a/prod"]],
    ["a path that leaves the repository", { "a.yaml": application("../apps/a/prod") }, []],
    [
      "a fork of this repository",
      { "a.yaml": application("apps/a/prod", "git@github.com:me/platform") },
      ["apps/a/prod"],
    ],
    ["another repository", { "a.yaml": application("apps/a/prod", "https://github.com/acme/other") }, []],
    ["an address that is filled in later", { "a.yaml": application("apps/a/prod", "{{repo}}") }, ["apps/a/prod"]],
    ["a chart of a registry", { "a.yaml": application("apps/a/prod", OWN, ", chart: c") }, []],
    ["a directory without a kustomization", { "a.yaml": application("charts/c") }, [], ["charts/c"]],
    ["a directory that does not exist", { "a.yaml": application("apps/z") }, []],
    [
      "several sources",
      {
        "a.yaml": application("x").replace(
          /source:.*/,
          `sources: [{repoURL: '${OWN}', path: apps/a/prod}, {repoURL: '${OWN}', path: apps/b/prod}]`,
        ),
      },
      ["apps/a/prod", "apps/b/prod"],
    ],
    [
      "a git generator",
      { "a.yaml": applicationSet("{{path}}", "[{git: {directories: [{path: apps/*/prod}]}}]") },
      ["apps/a/prod", "apps/b/prod"],
    ],
    ["a list", { "a.yaml": applicationSet("apps/{{app}}/prod", "[{list: {elements: [{app: b}]}}]") }, ["apps/b/prod"]],
    [
      "values of clusters, and a list within a merge",
      {
        "a.yaml": applicationSet(
          "{{values.root}}/{{ .values.env }}/{{values.dir}}",
          "[{merge: {generators: [{clusters: {values: {root: apps/b, env: none, dir: ''}}}, {list: {elements: [{values.env: prod}]}}]}}]",
        ),
      },
      ["apps/b/prod"],
    ],
    [
      "what only the cluster knows",
      { "a.yaml": applicationSet("apps/{{name}}/prod", "[{clusters: {}}]") },
      ["apps/a/prod", "apps/b/prod"],
    ],
    ["nothing known at all", { "a.yaml": applicationSet("{{name}}", "[{clusters: {}}]") }, []],
    [
      "a Kustomization of kustomize",
      { "a.yaml": "apiVersion: kustomize.config.k8s.io/v1\nkind: Kustomization\nspec: {path: apps/a/prod}\n" },
      [],
    ],
    ["a file with mistakes", { "a.yaml": "apiVersion: argoproj.io/v1\nkind: {{\n" }, []],
  ];

  test.each(cases)("%s", async (_, files, directories, others = []) => {
    const { deployed } = await survey({ ...BASE, ...files });
    expect(deployed.directories).toEqual(directories);
    expect(deployed.others).toEqual(others);
  });

  test("a directory of two values that no cluster may have together is not told as deployed", async () => {
    const generators = "[{list: {elements: [{env: b, part: ''}, {env: a, part: prod}]}}]";
    const { deployed } = await survey({ ...BASE, "a.yaml": applicationSet("apps/{{env}}/{{part}}", generators) });
    expect(deployed.directories).toEqual(["apps/a/prod", "apps/b/prod"]);
    expect(deployed.others).toEqual([]);
  });

  test("what overlays say of it counts, and is not counted", async () => {
    const files = {
      ...BASE,
      "argo/base/set.yaml": applicationSet("apps/{{app}}/base", "[{list: {elements: [{app: a}]}}]"),
      "argo/base/kustomization.yaml": "resources: [set.yaml]\n",
      "argo/prod/kustomization.yaml":
        "resources: [../base]\npatches:\n- target: {kind: ApplicationSet}\n  patch: |\n    - {op: replace, path: /spec/template/spec/source/path, value: 'apps/{{app}}/prod'}\n",
    };
    const tree = memoryTree(files);
    const found = await surveyRepository(tree, OWN, {
      render: async (targets) => {
        expect(targets).toEqual(["apps/a/prod", "apps/b/prod", "argo/prod"]);
        const trial = await tryTargets(tree, targets, { loadRestrictor: "root-only" });
        return trial.deploying;
      },
    });
    expect((await survey(files)).deployed.directories).toEqual(["apps/a/base"]);
    expect(found.deployed).toMatchObject({
      directories: ["apps/a/base", "apps/a/prod"],
      counts: { Application: 0, ApplicationSet: 1 },
      foreign: 0,
    });
  });

  test("counts what deploys, and lists what was not read", async () => {
    const found = await survey({
      ...BASE,
      "a.yaml": `${application("apps/a/prod")}---\n${application("apps/b/prod")}`,
      "b.yaml": applicationSet("apps/{{app}}/prod", "[]"),
      "c.yaml": flux("apps/a/prod"),
      "d.yaml": "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: x}\n",
      "large.yaml": `# argoproj.io/\n${"#".repeat(1024 * 1024)}`,
    });
    expect(found.deployed).toMatchObject({
      counts: { Application: 2, ApplicationSet: 1 },
      helmReleases: 1,
    });
    expect(found.unread).toEqual(["large.yaml"]);
  });
});

test("a file that aliases multiply is not looked at", async () => {
  const level = (name: string, of: string): string => `${name}: &${name} [${Array(8).fill(`*${of}`).join(", ")}]\n`;
  const names = Array.from("bcdefghijklm");
  const bomb = `a: &a x\n${names.map((name, index) => level(name, index === 0 ? "a" : (names[index - 1] ?? ""))).join("")}`;
  const text = `${bomb}on: push\njobs: {j: {steps: *m}}\n`;
  const { unread } = await survey({ ".github/workflows/bomb.yaml": text });
  expect(unread).toEqual([".github/workflows/bomb.yaml"]);
});

describe("what is needed", () => {
  const cases: [title: string, files: Record<string, string>, needs: object][] = [
    ["nothing", {}, {}],
    [
      "a chart of a registry",
      { "k/kustomization.yaml": "helmCharts: [{name: c, repo: https://example.com}]\n" },
      { charts: 1, remotes: 1 },
    ],
    [
      "a chart over http",
      { "k/kustomization.yaml": "helmCharts: [{name: c, repo: http://example.com}]\n" },
      { charts: 1, remotes: 1, manualRemotes: 1 },
    ],
    ["a chart beside it", { "k/kustomization.yaml": "helmCharts: [{name: c}]\n" }, { charts: 1 }],
    [
      "a chart that is there already",
      { "k/kustomization.yaml": "helmCharts: [{name: c, repo: https://example.com}]\n", "k/charts/c/Chart.yaml": "" },
      { charts: 1 },
    ],
    [
      "a base of another repository",
      { "k/kustomization.yaml": "resources:\n- https://github.com/a/b?ref=v1\n" },
      { remotes: 1 },
    ],
    [
      "a base that is not fetched by itself",
      { "k/kustomization.yaml": "resources:\n- git@github.com:a/b?ref=v1\n" },
      { remotes: 1, manualRemotes: 1 },
    ],
    [
      "a function in a container",
      {
        "f.yaml":
          "apiVersion: a/v1\nkind: F\nmetadata:\n  name: f\n  annotations:\n    config.kubernetes.io/function: |\n      container: {image: a}\n",
      },
      { functions: 1, containers: 1 },
    ],
    [
      "a Starlark function",
      {
        "f.yaml":
          "apiVersion: a/v1\nkind: F\nmetadata:\n  name: f\n  annotations:\n    config.kubernetes.io/function: |\n      starlark: {path: a.star}\n",
      },
      { functions: 1 },
    ],
    [
      "a plugin, and a function that is named as one",
      {
        "k/kustomization.yaml":
          "generators: [g.yaml, ../g.yaml, absent.yaml]\ntransformers: [b.yaml, f.yaml]\nvalidators: [d]\n",
        "k/g.yaml": "apiVersion: viaduct.ai/v1\nkind: ksops\nmetadata: {name: g}\n",
        "g.yaml": "apiVersion: viaduct.ai/v1\nkind: ksops\nmetadata: {name: g}\n",
        "k/b.yaml": "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: b}\n",
        "k/f.yaml":
          "apiVersion: a/v1\nkind: F\nmetadata:\n  name: f\n  annotations:\n    config.kubernetes.io/function: |\n      starlark: {path: a.star}\n",
        "k/d/kustomization.yaml": K,
        "other.yaml": "apiVersion: viaduct.ai/v1\nkind: ksops\n",
      },
      { functions: 3 },
    ],
  ];

  test.each(cases)("%s", async (_, files, expected) => {
    const { needs } = await survey(files);
    const counts = Object.entries(needs).flatMap(([sort, need]) => (need === undefined ? [] : [[sort, need.files]]));
    expect(Object.fromEntries(counts)).toEqual(expected);
  });

  test("names the first place", async () => {
    const { needs } = await survey({
      "b/kustomization.yaml": "resources: [https://github.com/a/b]\n",
      "a/kustomization.yaml": "resources:\n- x.yaml\n- https://github.com/a/b\n",
    });
    expect(needs.remotes).toEqual({ files: 2, example: { file: "a/kustomization.yaml", line: 3 } });
  });
});

describe("workflows", () => {
  const WORKFLOW = (steps: string, more = "on: pull_request\n") => `${more}jobs:\n  a:\n    steps:\n${steps}`;

  test.each<[step: string, tool: string]>([
    ["run: kustomize build x | kubeconform", "kustomize build"],
    ["run: kubectl kustomize x", "kubectl kustomize"],
    ["run: kubectl apply -k x", "kubectl -k"],
    ["run: kubectl diff --kustomize x", "kubectl -k"],
    ["uses: int128/kustomize-action@v1", "an action of int128 (int128/kustomize-action@v1)"],
    ["uses: imranismail/setup-kustomize@v2", "a kustomize action (imranismail/setup-kustomize@v2)"],
    ["run: argocd app diff x", "argocd app diff"],
    ["run: flate diff images -p ./x", "flate"],
  ])("finds %s", async (step, tool) => {
    const { workflows } = await survey({ ".github/workflows/ci.yml": WORKFLOW(`    - name: x\n      ${step}\n`) });
    expect(workflows[0]?.others.map((each) => each.tool)).toEqual([tool]);
  });

  test.each(["run: kubectl get -o yaml", "uses: actions/checkout@v7", "run: echo -k"])(
    "takes no notice of %s",
    async (step) => {
      const { workflows } = await survey({ ".github/workflows/ci.yml": WORKFLOW(`    - ${step}\n`) });
      expect(workflows[0]).toMatchObject({ own: [], others: [] });
    },
  );

  test("reads steps of this action", async () => {
    const { workflows } = await survey({
      ".github/workflows/ci.yaml": WORKFLOW(
        "    - uses: org/krm-render@v1\n      with: {strict: true}\n    - uses: actions/upload-artifact@v7\n      with: {name: x}\n",
        "on: [push, pull_request]\npermissions: {contents: read}\n",
      ),
    });
    expect(workflows).toEqual([
      {
        file: ".github/workflows/ci.yaml",
        events: ["push", "pull_request"],
        own: [
          {
            line: 6,
            uses: "org/krm-render@v1",
            ref: "v1",
            inputs: new Map([["strict", "true"]]),
            permissions: new Map([["contents", "read"]]),
            uploads: ["x"],
          },
        ],
        others: [],
      },
    ]);
  });

  test.each(["", "[]", "jobs: 7", "jobs: {a: {steps: {}}}", "on: {}\njobs: {a: []}"])(
    "an odd workflow: %j",
    async (text) => {
      const { workflows } = await survey({ ".github/workflows/ci.yaml": text });
      expect(workflows.flatMap(({ own, others }) => [...own, ...others])).toEqual([]);
    },
  );
});

test("names of files never begin a line of the summary", async () => {
  const hostile = "a\n::error::\u202e b";
  const found = await survey({ [`${hostile}/kustomization.yaml`]: "resources: [https://github.com/a/b]\n" });
  expect(surveyLines(found, undefined).join("\n")).not.toMatch(/^\s*::/m);
});

test("what one target or file needs is told by its name, and what several need by their number", async () => {
  const files = {
    "a/kustomization.yaml": "resources: [https://github.com/a/b]\n",
    "b/kustomization.yaml": "resources: [https://github.com/a/b]\n",
    "c/kustomization.yaml": "helmCharts: [{name: c}]\n",
    "d/kustomization.yaml": "resources: [absent.yaml]\n",
    "e/kustomization.yaml": "configMapGenerator: [{name: c, literals: [a=b]}]\n",
  };
  const tree = memoryTree(files);
  const found = await survey(files);
  expect(surveyLines(found, await tryTargets(tree, found.targets, { loadRestrictor: "root-only" }))).toEqual([
    "5 targets: a, b, c, and 2 more.",
    "c/kustomization.yaml:1 inflates Helm charts.",
    "2 files use sources of other places, such as a/kustomization.yaml:1.",
    "1 of 5 targets builds as it is. The others:",
    "  c needs helm: the action inflates charts of the repository",
    "  2 need other repositories, such as a: the action fetches what the default branch uses over https",
    "  1 has a mistake: d/kustomization.yaml:1:13: d/absent.yaml does not exist (named as absent.yaml)",
  ]);
});

describe("deployments of Flux", () => {
  const linesOf = async (files: Record<string, string>): Promise<readonly string[]> => {
    const tree = memoryTree(files);
    let trial: Trial | undefined;
    const found = await surveyRepository(tree, OWN, {
      render: async (targets, deployments) => {
        trial = await tryTargets(tree, targets, { loadRestrictor: "root-only", deployments });
        return trial.deploying;
      },
    });
    return surveyLines(found, trial);
  };
  const CM = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {k: '${data}'}\n`;
  const FILES = {
    "apps/a/prod/kustomization.yaml": "resources: [x.yaml]\n",
    "apps/a/prod/x.yaml": CM("y"),
    "apps/b/prod/x.yaml": CM("$" + "{NAME}"),
    "tools/kustomization.yaml": "resources: [x.yaml]\n",
    "tools/x.yaml": CM("z"),
    "clusters/prod/a.yaml": flux("./apps/a/prod"),
  };
  const helmRelease = (name = "", chart = ""): string =>
    `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {chart: {spec: ${chart}}}\n`;
  const helmRepository = (name: string): string =>
    `apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {url: "http${name === "b" ? "s" : ""}://charts.test/${name}"}\n`;
  const ALONE = "1 directory that no Kustomization of Flux builds is rendered by itself: tools.";
  const FROM_A = "1 deployment of Flux in 1 cluster: prod, from clusters/prod/a.yaml.";
  const SUBSTITUTED = "  postBuild: {substituteFrom: [{kind: Secret, name: s}]}\n";
  const ONE = ["1 of 1 Kustomization is rendered as Flux applies it.", "The directory builds as it is."];

  const cases: [title: string, files: Record<string, string>, lines: readonly string[]][] = [
    ["one", {}, [FROM_A, ALONE, ...ONE]],
    [
      "charts in the repository, of a repository, by http, and of nowhere",
      {
        "apps/a/prod/x.yaml": [
          ["a", "./charts/a", "GitRepository", "flux-system"],
          ["b", "b", "HelmRepository", "b"],
          ["c", "c", "HelmRepository", "c"],
          ["d", "d", "HelmRepository", "d"],
        ]
          .map(([name, chart, kind, source]) =>
            helmRelease(name, `{chart: ${chart}, sourceRef: {kind: ${kind}, name: ${source}}}`),
          )
          .join("---\n"),
        "clusters/prod/sources.yaml": ["b", "c"].map((name) => helmRepository(name)).join("---\n"),
      },
      [
        "5 deployments of Flux in 1 cluster: prod, from clusters/prod/a.yaml.",
        ALONE,
        "1 of 1 Kustomization is rendered as Flux applies it.",
        "Helm renders 3 of 4 HelmReleases in reviews: the chart of 1 is in the repository; the chart of 1 is fetched by default, where that takes no login; the chart of 1 is fetched with the input remote only. The others:",
        "  1 (flux://prod/flux-system/HelmRelease/d) is not rendered: the source HelmRepository flux-system/d is not declared in this repository",
        "The directory builds as it is.",
      ],
    ],
    [
      "clusters, and values that nothing renders",
      { "clusters/test/b.yaml": flux("./apps/b/prod", "flux-system", SUBSTITUTED) },
      [
        "2 deployments of Flux in 2 clusters: prod, from clusters/prod/a.yaml; test, from clusters/test/b.yaml.",
        ALONE,
        "1 of 2 Kustomizations is rendered as Flux applies it. The others:",
        "  1 (flux://test/flux-system/a) shows `NAME` as written: Secret `s`, which nothing in this repository renders, can set it",
        "The directory builds as it is.",
      ],
    ],
    [
      "a source elsewhere, a path that is not there, and a dependency on nothing",
      {
        "clusters/prod/b.yaml": `${flux("./x", "other", "", "b")}---\n${flux("./x", "another", "", "c")}---\n${["other", "another"].map((name) => `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {url: https://github.com/acme/other}\n`).join("---\n")}`,
        "clusters/prod/c.yaml": flux("./gone", "flux-system", "  dependsOn: [{name: z}]\n", "d"),
      },
      [
        "4 deployments of Flux in 1 cluster: prod, from clusters/prod/a.yaml, clusters/prod/b.yaml, clusters/prod/c.yaml.",
        ALONE,
        "1 of 4 Kustomizations is rendered as Flux applies it. The others:",
        "  2 (such as flux://prod/flux-system/b) are not rendered: of the sources GitRepository flux-system/another and GitRepository flux-system/other, each is at https://github.com/acme/other, which is not this repository",
        "  1 has a mistake: flux://prod/flux-system/d: clusters/prod/c.yaml:5:9: the directory gone is not there, or a .sourceignore file hides it",
        "1 problem of deployments: `krm-render doctor` lists it.",
        "The directory builds as it is.",
      ],
    ],
  ];

  test.each(cases)("%s", async (_, files, lines) => {
    expect(await linesOf({ ...FILES, ...files })).toEqual(lines);
  });

  test("all values, and no other directory", async () => {
    const { "tools/kustomization.yaml": _k, "tools/x.yaml": _x, ...files } = FILES;
    expect(await linesOf({ ...files, "clusters/prod/b.yaml": flux("apps/b/prod", "flux-system", "", "b") })).toEqual([
      "2 deployments of Flux in 1 cluster: prod, from clusters/prod/a.yaml, clusters/prod/b.yaml.",
      "All 2 Kustomizations are rendered as Flux applies them.",
    ]);
  });
});

test("a pattern matches step by step", () => {
  const step = fc.constantFrom("a", "b", "*", "");
  const path = fc.array(step, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(path, path, (a, b) => {
      const isMatch = a.length === b.length && a.every((each, index) => each === "*" || each === b[index]);
      expect(pathMatcher(a.join("/"))(b)).toBe(isMatch);
    }),
  );
});
