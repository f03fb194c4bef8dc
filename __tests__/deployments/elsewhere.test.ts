/**
 * What other repositories declare: what generators of sets read there, and Applications that a source there renders;
 * docs/specification/argocd-helm-sources.md 1.7, docs/specification/argocd-application-sets.md 3.6
 */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments } from "../../src/deployments/index.ts";
import { failure, formatDiagnostic } from "../../src/diagnostics.ts";
import type { Use, Uses } from "../../src/lock/index.ts";
import { type ChartWanted, type GitUrl, type Helm, memoryTree, type Remotes } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const OTHER = "https://git.test/org/other";
const SHOP = "https://github.com/acme/shop";
const SHA = "0123456789abcdef0123456789abcdef01234567";

const application = (name: string, source: string, namespace = "argocd"): string => `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  destination: {name: in-cluster, namespace: "${namespace}"}
  source: {${source}}
`;
const at = (repository: string, path: string, more = ""): string => `repoURL: ${repository}, path: ${path}${more}`;
const set = (generators: string, name = "{{path.basename}}"): string => `---
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: web, namespace: argocd}
spec:
  generators: ${generators}
  template:
    metadata: {name: '${name}'}
    spec:
      destination: {name: in-cluster, namespace: web}
      source: {repoURL: ${SHOP}, path: plain}
`;

const PLAIN: Files = { "plain/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" };
/** The other repository, by refs. */
const REVISIONS: Readonly<Record<string, Files>> = {
  HEAD: {
    "envs/eu/config.yaml": "name: eu\n",
    "envs/us/config.json": '{"name": "us"}',
    "envs/all.yaml": "- {name: one}\n- {name: two}\n",
    ".hidden/x": "",
    "apps/a.yaml": application("a", at(SHOP, "plain"), "web"),
    "apps/loop.yaml": application("loop", at(SHOP, "argocd")),
    "built/kustomization.yaml": "namePrefix: my-\nresources: [a.yaml]\n",
    "built/a.yaml": application("a", at(SHOP, "plain"), "web"),
    "sets/set.yaml": set(`[git: {repoURL: ${OTHER}, directories: [{path: envs/*}]}]`),
    "chart/Chart.yaml": "apiVersion: v2\nname: apps\nversion: 1.0.0\n",
  },
  v1: { "envs/old/config.yaml": "name: old\n" },
};

/** Prints an Application for each chart, whose name tells that of the chart. */
const helm: Helm = {
  honoursConfigHome: false,
  run: async (args) => {
    if (args[0] === "version") return "v3.18.0";
    const [files] = args.flatMap((arg) => (typeof arg === "object" && "directory" in arg ? [arg.directory] : []));
    const name = /name: (.*)/.exec(Buffer.from(files?.get("Chart.yaml") ?? "").toString())?.[1];
    const child = application(`of-${name}`, at(SHOP, "plain"), "web");
    return `---\n# Source: ${name}/templates/a.yaml\n${child.slice(4)}`;
  },
  close() {},
};

function open(refused?: (ref: string) => Error | undefined) {
  const asked: string[] = [];
  const remotes: Remotes = {
    repository: async ({ repository, ref = "HEAD", newest, submodules }: GitUrl) => {
      const shown = newest === undefined ? ref : `newest ${newest.range}`;
      asked.push(`${repository} ${shown}${submodules ? "" : " alone"}`);
      const thrown = refused?.(ref);
      if (thrown !== undefined) throw thrown;
      const files = REVISIONS[ref] ?? REVISIONS["v1"];
      return {
        tree: { ...memoryTree(files as Files), display: (path) => `${repository}/${path}?ref=${ref}` },
        sha: SHA,
      };
    },
    file: () => Promise.reject(new Error("no file")),
    chart: async ({ repo, name }: ChartWanted) => {
      asked.push(`${repo} ${name}`);
      const files = new Map([["Chart.yaml", Buffer.from(`apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`)]]);
      return { files, name, version: "1.0.0", digest: "a".repeat(64) };
    },
  };
  return { asked, remotes };
}

interface Options {
  readonly refused?: (ref: string) => Error | undefined;
  readonly fetches?: boolean;
  readonly uses?: Uses;
}

function optionsOf({ refused, fetches = true, uses }: Options) {
  const { asked, remotes } = open(refused);
  const build = { deploymentHelm: { helm }, ...(fetches && { remotes }) };
  const common = { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop", build };
  return { asked, options: { ...common, uses: { head: uses, base: uses } } };
}

async function found(files: Files, given: Options = {}) {
  const { asked, options } = optionsOf(given);
  const all = await findDeployments(memoryTree({ ...PLAIN, ...files }), options);
  const ids = all.targets.map(({ id }) => id.replace("argocd://in-cluster/argocd/", ""));
  return { ids, asked, problems: all.problems.map(formatDiagnostic), all };
}

describe("a git generator of another repository", () => {
  const here = Object.fromEntries(
    Object.entries(REVISIONS["HEAD"] as Files).filter(([path]) => path.startsWith("envs")),
  );

  test.each([
    ["directories", "directories: [{path: envs/*}]", "{{path.basename}}", ["eu", "us"]],
    ["directories but some", "directories: [{path: envs/*}, {path: envs/u*, exclude: true}]", "{{path[1]}}", ["eu"]],
    ["files", "files: [{path: 'envs/*/config.*'}]", "{{name}}", ["eu", "us"]],
    ["a file with a list", "files: [{path: envs/all.yaml}]", "{{name}}", ["one", "two"]],
    [
      "files and their values",
      "files: [{path: envs/eu/config.yaml}], values: {a: 'x-{{name}}'}",
      "{{values.a}}",
      ["x-eu"],
    ],
  ])("gives %s as the same one of this repository does", async (_, fields, name, expected) => {
    const of = (repository: string) => ({
      ...here,
      "set.yaml": set(`[git: {repoURL: ${repository}, ${fields}}]`, name),
    });
    const { ids, asked, problems } = await found(of(OTHER));
    expect([ids, problems]).toEqual([expected, []]);
    expect(asked).toEqual([`${OTHER} HEAD alone`]);
    expect((await found(of(SHOP))).ids).toEqual(expected);
  });

  test.each([
    ["a tag", "v1", "v1"],
    ["a range of versions", "1.x", "newest 1.x"],
    ["the default branch", "HEAD", "HEAD"],
  ])("is read at %s", async (_, revision, wanted) => {
    const fields = `repoURL: ${OTHER}, revision: ${revision}, directories: [{path: envs/*}]`;
    const { ids, asked } = await found({ "set.yaml": set(`[git: {${fields}}]`) });
    expect(asked).toEqual([`${OTHER} ${wanted} alone`]);
    expect(ids).toEqual(revision === "HEAD" ? ["eu", "us"] : ["old"]);
  });

  test("makes other Applications at another revision, and equal sets are made once for both sides", async () => {
    const { asked, options } = optionsOf({});
    const same = set(`[git: {repoURL: ${OTHER}, files: [{path: envs/all.yaml}]}]`, "{{name}}").replace("web,", "same,");
    const treeOf = (revision: string) =>
      memoryTree({
        ...PLAIN,
        "set.yaml": set(`[git: {repoURL: ${OTHER}, revision: ${revision}, directories: [{path: envs/*}]}]`),
        "same.yaml": same,
      });
    const { base, head } = await findBothDeployments({ base: treeOf("v1"), head: treeOf("HEAD") }, options);
    const idsOf = ({ targets }: typeof base) => targets.map(({ id }) => id.split("/").at(-1));
    expect([idsOf(base), idsOf(head)]).toEqual([
      ["old", "one", "two"],
      ["eu", "one", "two", "us"],
    ]);
    expect([...asked].sort()).toEqual([`${OTHER} HEAD alone`, `${OTHER} HEAD alone`, `${OTHER} v1 alone`]);
  });

  test("is one of the sources that `remote: auto` knows, also where it cannot be fetched", async () => {
    const files = { "set.yaml": set(`[git: {repoURL: ${OTHER}, directories: [{path: envs/*}]}]`) };
    const known = { repository: OTHER, path: "" };
    expect(await (await found(files)).all.remoteSources()).toMatchObject([known]);
    const refused = () => failure("remote-failed", "the server does not answer");
    expect(await (await found(files, { refused })).all.remoteSources()).toMatchObject([known]);
  });

  test.each<[what: string, options: Options, message: string]>([
    [
      "is not followed where nothing may be fetched",
      { fetches: false },
      `set.yaml:6:31: the Applications of the ApplicationSet argocd/web are not known: the source ${OTHER} is not this repository, and cannot be fetched: remote sources are disabled`,
    ],
    [
      "is not followed where it may not be fetched",
      {
        refused: () =>
          failure("remote-unsupported", `${OTHER} is not fetched: nobody uses it`, { hint: "Set the input `remote`." }),
      },
      `the source ${OTHER} is not this repository, and is not fetched: nobody uses it`,
    ],
    [
      "cannot be had",
      { refused: () => failure("remote-failed", "the server does not answer") },
      "set.yaml:6:31: the Applications of the ApplicationSet argocd/web are not known: the server does not answer",
    ],
  ])("%s, which is told", async (_, options, message) => {
    const files = { "set.yaml": set(`[git: {repoURL: ${OTHER}, directories: [{path: envs/*}]}]`) };
    const { ids, problems } = await found(files, options);
    expect(ids).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  test("that only the head cannot have keeps the Applications of the base, and is an error", async () => {
    const refused = (ref: string) => (ref === "lost" ? failure("remote-failed", "there is no ref lost") : undefined);
    const { options } = optionsOf({ refused });
    const treeOf = (revision: string) =>
      memoryTree({
        ...PLAIN,
        "set.yaml": set(`[git: {repoURL: ${OTHER}, revision: ${revision}, directories: [{path: envs/*}]}]`),
      });
    const { head } = await findBothDeployments({ base: treeOf("v1"), head: treeOf("lost") }, options);
    expect(head.targets.map(({ id }) => id)).toEqual(["argocd://in-cluster/argocd/old"]);
    expect(head.problems).toMatchObject([
      { severity: "error", message: expect.stringContaining("there is no ref lost") },
    ]);
  });

  test("that neither side can have is a warning, though the change has a part in it", async () => {
    const { options } = optionsOf({ refused: (ref) => failure("remote-failed", `${ref} cannot be fetched`) });
    const treeOf = (revision: string) =>
      memoryTree({
        "set.yaml": set(`[git: {repoURL: ${OTHER}, revision: ${revision}, directories: [{path: envs/*}]}]`),
      });
    const { head } = await findBothDeployments({ base: treeOf("v1"), head: treeOf("v2") }, options);
    expect(head.problems.map(({ severity }) => severity)).toEqual(["warning"]);
  });
});

describe("an Application of another repository", () => {
  test.each([
    ["manifests there", at(OTHER, "apps"), ["a", "loop", "root"]],
    ["a kustomization there", at(OTHER, "built"), ["my-a", "root"]],
    ["a chart there", at(OTHER, "chart"), ["of-apps", "root"]],
    ["a set there", at(OTHER, "sets"), ["eu", "root", "us"]],
  ])("is found in %s, also without end", async (_, source, expected) => {
    const { ids, problems, all } = await found({ "argocd/root.yaml": application("root", source) });
    expect([ids, problems]).toEqual([expected, []]);
    const child = all.get(`argocd://in-cluster/argocd/${expected[0]}`);
    expect(child?.origin.parent).toBe("argocd://in-cluster/argocd/root");
    expect(all.pathsOf(child?.id ?? "")).toEqual(["/plain"]);
  });

  test.each([
    ["without a namespace", "", true],
    ["to the namespace of the Application", "argocd", true],
    ["to another one", "web", false],
  ])("is looked for where its parent deploys %s", async (_, namespace, isAsked) => {
    const { asked } = await found({ "argocd/root.yaml": application("root", at(OTHER, "apps"), namespace) });
    expect(asked).toEqual(isAsked ? [`${OTHER} HEAD`] : []);
  });

  test("is not known where the repository cannot be fetched", async () => {
    const refused = () => failure("remote-unsupported", `${OTHER} is not fetched`, { hint: "Set the input `remote`." });
    const files = { "argocd/root.yaml": application("root", at(OTHER, "apps")) };
    const { ids, problems } = await found(files, { refused });
    expect(ids).toEqual(["root"]);
    expect(problems[0]).toContain(
      `it is not known what Application argocd/root declares, because the search cannot render it: ${OTHER}`,
    );
    expect((await found(files, { fetches: false })).problems).toEqual([]);
  });

  test("that only the base can fetch stays as it was", async () => {
    const refused = (ref: string) => (ref === "new" ? failure("remote-unsupported", "it is new") : undefined);
    const { options } = optionsOf({ refused });
    const treeOf = (more: string) =>
      memoryTree({ ...PLAIN, "root.yaml": application("root", at(OTHER, "apps", more)) });
    const trees = { base: treeOf(""), head: treeOf(", targetRevision: new") };
    const { head } = await findBothDeployments(trees, options);
    expect(head.targets.map(({ id }) => id.split("/").at(-1))).toEqual(["a", "loop", "root"]);
    // The parent itself is a target that fails.
    expect(head.problems).toEqual([]);
  });
});

describe("a chart of another machine", () => {
  const chart = "repoURL: https://charts.test, chart: apps, targetRevision: 1.0.0";
  const values = (text: string): string => `${chart}, helm: {valuesObject: {${text}}}`;
  const naming = values(`apps: {source: {repoURL: ${SHOP}}}`);
  test.each<[what: string, files: Files, asked: readonly string[]]>([
    ["whose values name sources", { "root.yaml": application("root", naming) }, ["https://charts.test apps"]],
    ["whose values name none", { "root.yaml": application("root", values("a: b")) }, []],
    ["that deploys elsewhere", { "root.yaml": application("root", naming, "web") }, []],
    [
      "with a parameter that names one",
      { "root.yaml": application("root", `${chart}, helm: {parameters: [{name: spec.repoURL, value: x}]}`) },
      ["https://charts.test apps"],
    ],
    [
      "on which a chart of this repository depends",
      {
        "root.yaml": application("root", at(SHOP, "wrap")),
        "wrap/Chart.yaml":
          "apiVersion: v2\nname: wrap\nversion: 1.0.0\ndependencies: [{name: apps, version: 1.0.0, repository: 'https://charts.test'}]\n",
        "wrap/values.yaml": `apps: {source: {repoURL: ${SHOP}}}\n`,
      },
      ["https://charts.test apps"],
    ],
  ])("%s", async (_, files, expected) => {
    const { ids, asked, problems } = await found(files);
    expect([asked, problems]).toEqual([expected, []]);
    expect(ids).toHaveLength(expected.length === 0 ? 1 : 2);
  });
});

describe("a lock", () => {
  const files = {
    "set.yaml": set(`[git: {repoURL: ${OTHER}, directories: [{path: envs/*}]}]`),
    "argocd/root.yaml": application("root", at(OTHER, "built")),
  };
  const recorder = (check: Uses["check"] = () => {}, expectation: Uses["expect"] = () => undefined) => {
    const recorded: [string, string][] = [];
    const record = (uses: readonly Use[], by: string): void => {
      for (const { ref } of uses) recorded.push([by.split("/").at(-1) ?? "", ref]);
    };
    return { recorded, uses: { expect: expectation, check, record } };
  };

  test("has what the search used for each target that it led to, once that is built", async () => {
    const { recorded, uses } = recorder();
    const { all, ids } = await found(files, { uses });
    expect([ids, recorded]).toEqual([["eu", "my-a", "root", "us"], []]);
    const build = { ...open(), uses };
    for (const name of ["eu", "my-a"])
      await all.builder(build).build(`argocd://in-cluster/argocd/${name}`, {
        builds: 1,
        timeoutSeconds: undefined,
        recorded: undefined,
      });
    expect(recorded).toEqual([
      ["eu", `${OTHER}?ref=HEAD`],
      ["my-a", `${OTHER}?ref=HEAD`],
    ]);
  });

  test("without an entry keeps a repository from being asked for", async () => {
    const { uses } = recorder(undefined, ({ ref }) => {
      throw failure("lock-missing", `git ${ref} has no entry`);
    });
    const { ids, asked, problems } = await found(files, { uses });
    expect([ids, asked]).toEqual([["root"], []]);
    expect(problems.map((each) => /not known(?::| what)/.test(each))).toEqual([true, true]);
  });

  test("that has another commit is an error on both sides", async () => {
    const { uses } = recorder(() => {
      throw failure("lock-mismatch", "it is another commit");
    });
    const { options } = optionsOf({ uses });
    const trees = { base: memoryTree({ ...PLAIN, ...files }), head: memoryTree({ ...PLAIN, ...files, "a.txt": "" }) };
    const { head } = await findBothDeployments(trees, options);
    expect(head.problems.map(({ severity }) => severity)).toEqual(["error", "error"]);
  });

  test("is checked for each side, also where both have the same set", async () => {
    const checked: string[] = [];
    const usesOf = (side: string): Uses => ({
      expect: () => undefined,
      check: () => void checked.push(side),
      record: () => {},
    });
    const { options } = optionsOf({});
    const trees = { base: memoryTree({ ...PLAIN, ...files }), head: memoryTree({ ...PLAIN, ...files, "a.txt": "" }) };
    await findBothDeployments(trees, { ...options, uses: { base: usesOf("base"), head: usesOf("head") } });
    expect(checked.sort()).toEqual(["base", "base", "head", "head"]);
  });
});
