/** Each check of `doctor`: when it is content, and what it recommends otherwise. */
import { describe, expect, test } from "@jest/globals";
import {
  examine,
  type Facts,
  findingLines,
  type Obstacle,
  surveyRepository,
  tryTargets,
} from "../../src/setup/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { readJson } from "../repository/repository.ts";

const WORKFLOW = {
  ".github/workflows/krm-render.yaml":
    "on: pull_request\npermissions: {contents: read, pull-requests: write}\njobs:\n  a:\n    steps:\n    - uses: org/krm-render@v1\n      with: {artifact-name: x, enable-helm: true, remote: public, trusted-catalogs: c}\n    - uses: actions/upload-artifact@v7\n      with: {name: x}\n",
};
const surveyOf = (files: Record<string, string>) => surveyRepository(memoryTree({ ...WORKFLOW, ...files }), undefined);

const HERE = {
  isShallow: false,
  hasCommit: true,
  hasOrigin: true,
  hasCredentials: true,
  base: { label: "main", isHere: true },
};
const RUN = { event: "pull_request", pullRequest: 7, readOnly: undefined, hasToken: true, hasCache: true };
const CHARTS = { "a/kustomization.yaml": "helmCharts: [{name: c}]\n" };
const REMOTES = { "a/kustomization.yaml": "resources:\n- https://github.com/a/b\n" };
const FUNCTIONS = { "f.yaml": "metadata: {annotations: {config.kubernetes.io/function: '{container: {image: a}}'}}\n" };

const GOOD: Facts = {
  node: "24.1.0",
  git: { version: "2.45.0" },
  repository: HERE,
  run: RUN,
  helm: { version: "v3.22.0+g1" },
  engines: [{ name: "docker", version: "28.0" }],
  noSandbox: undefined,
  store: { directory: "/home/ada/.cache/krm-render", bytes: 0, problem: undefined },
  configuration: [],
  survey: await surveyOf({}),
  targets: { built: 3, total: 3, failures: [], coverage: undefined, deploying: [] },
};

const failing = (obstacle: Obstacle, ...targets: string[]): Partial<Facts> => {
  const example = {
    code: "x",
    severity: "error",
    message: "is wrong",
    file: "a/x.yaml",
    line: 2,
    hint: "Mend it.",
  } as const;
  return {
    targets: { built: 1, total: 3, failures: [{ obstacle, targets, example }], coverage: undefined, deploying: [] },
  };
};
const withInputs = (inputs: string) => ({
  ".github/workflows/krm-render.yaml": WORKFLOW[".github/workflows/krm-render.yaml"].replace(
    /, enable-helm.*?\}/,
    inputs === "" ? "}" : `, ${inputs}}`,
  ),
});
const WITHOUT_INPUTS = withInputs("");

test("nothing is wrong where all is well", () => {
  const findings = examine(GOOD);
  expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(findings.length).toBeGreaterThan(8);
});

test.each(["charts", "remotes"] as const)("what the action does by default is no problem: %s", async (obstacle) => {
  const survey = await surveyOf(WITHOUT_INPUTS);
  const findings = examine({ ...GOOD, survey, ...failing(obstacle, "a", "b") });
  expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(findings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(
      /^2 targets, such as "a", need .*: the action (?:inflates charts of the repository|fetches what)/,
    ),
  );
});

describe("deployments of Flux", () => {
  const object = (name: string, path: string, more = ""): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec:\n  path: ${path}\n  sourceRef: {kind: GitRepository, name: flux-system}\n${more}`;
  const MANIFEST = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {k: '$" + "{NAME}'}\n";
  const FROM = "  postBuild: {substituteFrom: [{kind: Secret, name: s}]}\n";

  const cases: [
    title: string,
    objects: string[],
    findings: (readonly [status: string, message: RegExp, remedy?: RegExp])[],
  ][] = [
    ["all is well", [object("a", "./apps")], [["ok", /^1 of 1 Kustomization is rendered as Flux applies it$/]]],
    [
      "a variable that is not known",
      [object("a", "./apps", FROM)],
      [
        ["ok", /^0 of 1 Kustomization is rendered/],
        [
          "warning",
          /^1 \(flux:.*\) shows `NAME` as written: Secret `s`, which nothing .*, can set it$/,
          /deployments\.values in/,
        ],
      ],
    ],
    [
      "a path that does not exist",
      [object("a", "./gone")],
      [
        ["ok", /^0 of 1/],
        [
          "problem",
          /^the target "flux:.*" does not build: clusters\/p\/0\.yaml:5:9: the directory gone is not there/,
          /spec\.path/,
        ],
      ],
    ],
    [
      "a dependency on nothing",
      [object("a", "./apps", "  dependsOn: [{name: z}]\n")],
      [
        ["ok", /^1 of 1/],
        ["warning", /^clusters\/p\/0\.yaml:7:.*waits for flux-system\/z, which nothing/, /dependsOn|Correct the name/],
      ],
    ],
    [
      "a circle",
      [object("a", "./apps", "  dependsOn: [{name: b}]\n"), object("b", "./apps", "  dependsOn: [{name: a}]\n")],
      [
        ["ok", /^all 2 Kustomizations/],
        ["warning", /a waits for flux-system\/b, which waits for it/, /Remove one/],
        ["warning", /b waits for flux-system\/a, which waits for it/, /Remove one/],
      ],
    ],
    [
      "a chart that is not fetched by default",
      [
        object("a", "./clusters/p"),
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: x, namespace: y}\nspec: {chart: {spec: {chart: c, sourceRef: {kind: HelmRepository, name: r}}}}\n---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: r, namespace: y}\nspec: {url: 'http://charts.test'}\n",
      ],
      [
        ["ok", /^1 of 1/],
        [
          "warning",
          /^helm renders 1 of 1 HelmRelease in reviews: its chart is fetched with the input remote only$/,
          /Set `remote: public`/,
        ],
      ],
    ],
    [
      "a source elsewhere",
      [
        object("a", "./apps"),
        `${object("b", "./apps").replace("name: flux-system}\n", "name: x}\n")}---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: x, namespace: flux-system}\nspec: {url: oci://a.example/b}\n`.replaceAll(
          "kind: GitRepository, name: x",
          "kind: OCIRepository, name: x",
        ),
      ],
      [
        ["ok", /^1 of 2/],
        [
          "warning",
          /^1 \(flux:.*\) is not rendered: the source OCIRepository flux-system\/x is at oci:\/\/a\.example\/b/,
          /deployments\.sources/,
        ],
      ],
    ],
  ];

  test.each(cases)("%s", async (_, objects, expected) => {
    const files = Object.fromEntries(objects.map((text, index) => [`clusters/p/${index}.yaml`, text]));
    const tree = memoryTree({ ...withInputs("remote: auto"), ...files, "apps/x.yaml": MANIFEST });
    const survey = await surveyRepository(tree, "acme/platform");
    const deployments = survey.flux;
    const ids = deployments.targets.map(({ id }) => id);
    const targets = await tryTargets(tree, ids, { loadRestrictor: "root-only", deployments });
    const findings = examine({ ...GOOD, survey, targets });
    const start = findings.findIndex(({ message }) => message.startsWith("the cluster p begins in clusters/p/0.yaml"));
    const found = findings.slice(start + 1, -1);
    expect(found.map(({ status, message }) => [status, message])).toEqual(
      expected.map(([status, message]) => [status, expect.stringMatching(message)]),
    );
    const remedies = found.flatMap(({ remedy }, index) => (expected[index]?.[2] === undefined ? [] : [remedy]));
    const patterns = expected.flatMap(([, , remedy]) => remedy ?? []);
    expect(remedies).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)));
  });
});

const missing = { version: undefined, problem: "it is not found" };
const absentBase = (more: Partial<typeof HERE>): Partial<Facts> => ({
  repository: { ...HERE, base: { label: "main", isHere: false }, ...more },
});

const CASES: [title: string, facts: Partial<Facts>, files: Record<string, string>, expected: RegExp][] = [
  ["old Node", { node: "18.20.0" }, {}, /^problem Node 18/],
  ["Node between the series", { node: "21.7.0" }, {}, /^problem Node 21/],
  ["an early 22", { node: "22.2.0" }, {}, /^problem Node 22.2/],
  ["no git", { git: missing, repository: undefined }, {}, /^problem git cannot be run: it is not found/],
  ["old git and remote bases", { git: { version: "2.30.2" } }, REMOTES, /^warning git 2.30.2 is too old/],
  ["no helm, and charts", { helm: missing }, CHARTS, /^warning helm cannot be run .* one file inflates charts/],
  ["helm 2, and charts", { helm: { version: "v2.17.0" } }, CHARTS, /^problem helm v2.17.0 is not supported/],
  [
    "no engine, and images",
    { engines: [{ name: "docker", ...missing }] },
    FUNCTIONS,
    /^warning no container engine is reached \(docker: it is not found\)/,
  ],
  [
    "no sandbox, and functions",
    { noSandbox: "bwrap is not installed" },
    FUNCTIONS,
    /^warning executables of catalogs would run without a sandbox: bwrap/,
  ],
  [
    "a store that cannot be written",
    { store: { ...GOOD.store, problem: "/home/ada: EACCES" } },
    {},
    /^problem the content store .* EACCES/,
  ],
  ["no repository", { repository: undefined }, {}, /^problem this is no git repository/],
  ["no commit", { repository: { ...HERE, hasCommit: false } }, {}, /^problem the repository has no commit/],
  [
    "no default branch",
    { repository: { ...HERE, base: undefined } },
    {},
    /^warning the clone does not know the default branch/,
  ],
  ["no base, no origin", absentBase({ hasOrigin: false }), {}, /^problem the clone lacks the base main/],
  ["no base, no credentials", absentBase({ hasCredentials: false }), {}, /^warning .* no credentials/],
  [
    "no base outside of a workflow",
    { ...absentBase({ isShallow: true }), run: undefined },
    {},
    /^warning the clone lacks .*unshallow/,
  ],
  ["a fork", { run: { ...RUN, readOnly: "fork" } }, {}, /^warning the pull request comes from a fork/],
  ["Dependabot", { run: { ...RUN, readOnly: "dependabot" } }, {}, /^warning Dependabot started/],
  [
    "an event that cannot be read",
    { run: [{ code: "invalid-event", severity: "error", message: "the event file is not JSON" }] },
    {},
    /^problem the event file/,
  ],
  [
    "a broken configuration",
    { configuration: [{ code: "x", severity: "error", message: "is wrong", file: ".krm-render.yaml", line: 2 }] },
    {},
    /^problem .krm-render.yaml:2: is wrong/,
  ],
  [
    "an unknown rule",
    { configuration: [{ code: "x", severity: "warning", message: "no effect", file: ".krm-render.yaml" }] },
    {},
    /^warning .krm-render.yaml: no effect/,
  ],
  [
    "no targets",
    { targets: { built: 0, total: 0, failures: [], coverage: undefined, deploying: [] } },
    {},
    /^problem there are no targets/,
  ],
  [
    "targets that need helm, and the input is off",
    failing("charts", "a", "b"),
    withInputs("enable-helm: false"),
    /^warning 2 targets, such as "a", need helm: the input enable-helm is off Remove `enable-helm: false`/,
  ],
  [
    "a target that needs other repositories, and the input is off",
    failing("remotes", "a"),
    withInputs("remote: false"),
    /^warning the target "a" needs other repositories: the input remote is off/,
  ],
  [
    "targets that need functions",
    failing("functions", "a"),
    WITHOUT_INPUTS,
    /^warning the target "a" needs functions or plugins: the input trusted-catalogs is off/,
  ],
  [
    "a target that needs jsonnet",
    failing("jsonnet", "a"),
    WITHOUT_INPUTS,
    /^warning the target "a" needs jsonnet: the setting enable-jsonnet is off Write `enable-jsonnet: true`/,
  ],
  [
    "charts over http",
    {},
    { ...WITHOUT_INPUTS, "a/kustomization.yaml": "helmCharts: [{name: c, repo: 'http://c.example'}]\n" },
    /^warning one file uses sources by ssh, over http or with a user: the input remote names no hosts/,
  ],
  [
    "repositories by ssh",
    {},
    { ...withInputs("remote: auto"), "a/kustomization.yaml": "resources: ['git@git.example:a/b.git']\n" },
    /^warning one file uses sources by ssh, over http or with a user: the input remote names no hosts/,
  ],
  [
    "a target that reads other directories",
    failing("restrictions", "a"),
    {},
    /^warning the target "a" needs files of other directories, and load-restrictor forbids that Set `load-restrictor/,
  ],
  ["targets that were not tried", failing("time", "a", "b"), {}, /^warning 2 targets, such as "a", were not tried/],
  [
    "a target with a mistake",
    failing("mistake", "a"),
    {},
    /^problem the target "a" does not build: a\/x.yaml:2: is wrong Mend it.$/,
  ],
  [
    "a pattern without targets",
    { targets: [{ code: "no-target", severity: "error", message: '"a" matches nothing' }] },
    {},
    /^problem "a" matches nothing/,
  ],
  [
    "a workflow that may not comment",
    {},
    {
      ".github/workflows/krm-render.yaml": WORKFLOW[".github/workflows/krm-render.yaml"].replace(
        ", pull-requests: write",
        "",
      ),
    },
    /^problem .*:6: the job may not comment/,
  ],
  ["no workflow", {}, { ".github/workflows/krm-render.yaml": "on: push\n" }, /^warning no workflow runs krm-render/],
];

describe("tells", () => {
  test.each(CASES)("%s", async (_, facts, files, expected) => {
    const findings = examine({ ...GOOD, survey: await surveyOf(files), ...facts });
    const bad = findings.filter(({ status }) => status !== "ok");
    expect(bad.map(({ status, message, remedy }) => `${status} ${message} ${remedy}`)).toEqual([
      expect.stringMatching(expected),
    ]);
    expect(bad[0]?.remedy).toMatch(/^[A-Z].*\S$/);
  });
});

test.each(["charts", "remotes", "functions"] as const)(
  "an input that the workflow sets is no warning: %s",
  (obstacle) => {
    const findings = examine({ ...GOOD, ...failing(obstacle, "a") });
    expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/, and the workflow sets the input /),
    );
  },
);

test("what nothing needs may be absent", () => {
  const facts: Facts = {
    ...GOOD,
    helm: missing,
    engines: [{ name: "docker", ...missing }],
    noSandbox: "not Linux",
    configuration: undefined,
  };
  expect(examine(facts).filter(({ status }) => status !== "ok")).toEqual([]);
});

test("runs on the versions of Node that package.json names", () => {
  const { engines } = readJson("package.json") as { engines: { node: string } };
  expect(engines.node).toBe("^20.16 || >=22.3");
  const works = (node: string) => examine({ ...GOOD, node }).every(({ status }) => status === "ok");
  expect(["20.16.0", "20.99.0", "22.3.0", "23.0.0", "26.10.0"].filter((node) => !works(node))).toEqual([]);
  expect(["16.0.0", "20.15.9", "21.9.0", "22.2.9"].filter(works)).toEqual([]);
});

test("a finding is one line and its remedy another, whatever the names", () => {
  const lines = findingLines([{ status: "problem", message: "a\n::error::b\u001b[2J", remedy: "Do\nthis." }]);
  expect(lines).toEqual(["problem  a ::error::b\\u001b[2J", "         Do this."]);
});
