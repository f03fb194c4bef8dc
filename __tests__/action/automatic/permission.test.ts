/** What `remote: auto` fetches: the units that targets of the default branch render through, and nothing else. */
import { describe, expect, test } from "@jest/globals";
import { automaticPermission } from "../../../src/action/automatic/index.ts";
import { failure } from "../../../src/diagnostics.ts";
import { type GitUrl, memoryTree, parseGitReference, type Remotes } from "../../../src/sources/index.ts";
import { chartUnit, fileUnits, repositoryUnit } from "../../../src/sources/remote/units.ts";
import type { Tree } from "../../../src/sources/tree.ts";

const APP = "https://github.com/org/app//base?ref=v1";

/** Repositories by their address and ref, each with its files. */
type Elsewhere = Readonly<Record<string, Readonly<Record<string, string>>>>;

function remotesOf(elsewhere: Elsewhere) {
  const fetched: string[] = [];
  const remotes: Remotes = {
    async repository({ repository, ref }) {
      const name = `${repository}@${ref}`;
      fetched.push(name);
      const files = elsewhere[name];
      if (files === undefined) throw failure("remote-failed", `${name} is not there`);
      return { tree: memoryTree(files), sha: "a".repeat(40) };
    },
    file: () => Promise.reject(failure("remote-failed", "no files here")),
    chart: () => Promise.reject(new Error("no chart is fetched")),
  };
  return { remotes, fetched };
}

/** Asks for an entry, after entries that lead to it. */
async function ask(
  tip: Readonly<Record<string, string>>,
  entry: string,
  { by = [], elsewhere = {} }: { readonly by?: readonly string[]; readonly elsewhere?: Elsewhere } = {},
) {
  const { remotes, fetched } = remotesOf(elsewhere);
  const permission = automaticPermission(async () => [labelled("main (1234567)", tip)]);
  const from = by.map((each) => parseGitReference(each)).filter((url) => url !== undefined);
  const url = parseGitReference(entry);
  const isFile = entry.endsWith(".yaml");
  const units = isFile || url === undefined ? fileUnits(entry) : [repositoryUnit(url.repository) ?? ""];
  return { why: (await permission.refusalOf(units, from, remotes))?.why, fetched };
}

const labelled = (label: string, files: Readonly<Record<string, string>>): Tree => ({ ...memoryTree(files), label });
const one = (fields: string): Record<string, string> => ({ "app/kustomization.yaml": fields });
const REFUSED = "no target of main (1234567) uses ";

describe("attack 9.35: an address of a file of the repository", () => {
  test.each<[what: string, tip: Record<string, string>, entry: string]>([
    ["the same", one(`resources: ["${APP}"]`), APP],
    ["another ref and path", one(`resources: ["${APP}"]`), "https://github.com/org/app.git//other?ref=v2"],
    ["of a base", { ...one("resources: [../base]"), "base/kustomization.yaml": `resources: ["${APP}"]` }, APP],
    [
      "of a component",
      { ...one("components: [../c]"), "c/kustomization.yaml": `kind: Component\nresources: ["${APP}"]` },
      APP,
    ],
    ["of another target", { ...one("resources: []"), "b/kustomization.yaml": `bases: ["${APP}"]` }, APP],
    ["a file beside it", one("resources: [https://x.example/crds/a.yaml]"), "https://x.example/crds/b.yaml"],
    [
      "an import of a composition",
      { "app/composition.yaml": `kind: Composition\ntransformersFrom: [{path: "${APP}"}]` },
      APP,
    ],
    ["an entry of a composition", { "app/composition.yaml": `kind: Composition\ntransformers: ["${APP}"]` }, APP],
    [
      "a kustomization in a composition",
      {
        "app/composition.yaml": `kind: Composition\ntransformers: [{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization, metadata: {name: a}, resources: ["${APP}"]}]`,
      },
      APP,
    ],
    [
      "a file of entries of a composition",
      {
        "app/composition.yaml": "kind: Composition\ntransformers: [more.yaml]",
        "app/more.yaml": `apiVersion: builtin\nkind: ResourceAccumulator\nmetadata: {name: a}\nresources: ["${APP}"]`,
      },
      APP,
    ],
    ["a patch", one("patches: [{path: https://x.example/p/a.yaml}]"), "https://x.example/p/a.yaml"],
    [
      "a file of a generator",
      one("configMapGenerator: [{name: a, files: [k=https://x.example/p/a.yaml]}]"),
      "https://x.example/p/a.yaml",
    ],
    [
      "values of a chart",
      one("helmCharts: [{name: a, valuesFile: https://x.example/p/a.yaml}]"),
      "https://x.example/p/a.yaml",
    ],
    [
      "a release",
      one("resources: [https://github.com/org/app/releases/download/v1/a.yaml]"),
      "https://github.com/org/app/releases/download/v2/a.yaml",
    ],
  ])("is fetched: %s", async (_, tip, entry) => {
    expect(await ask(tip, entry)).toEqual({ why: undefined, fetched: [] });
  });

  test.each<[what: string, tip: Record<string, string>, entry: string, unit: string]>([
    ["nothing names it", one("resources: []"), APP, "the repository https://github.com/org/app"],
    [
      "another repository",
      one(`resources: ["${APP}"]`),
      "https://github.com/org/app2//base",
      "the repository https://github.com/org/app2",
    ],
    [
      "another owner",
      one(`resources: ["${APP}"]`),
      "https://github.com/evil/app//base",
      "the repository https://github.com/evil/app",
    ],
    [
      "another host",
      one(`resources: ["${APP}"]`),
      "https://github.com.example/org/app//base",
      "the repository https://github.com.example/org/app",
    ],
    [
      "another directory",
      one("resources: [https://x.example/crds/a.yaml]"),
      "https://x.example/other/a.yaml",
      "the directory https://x.example/other/",
    ],
    [
      "a directory below",
      one("resources: [https://x.example/crds/a.yaml]"),
      "https://x.example/crds/v2/a.yaml",
      "the directory https://x.example/crds/v2/",
    ],
    [
      "a file of the same host",
      one("resources: [https://x.example/a.yaml]"),
      "https://x.example/b.yaml",
      "the file https://x.example/b.yaml",
    ],
    [
      "a page beside a repository",
      one("resources: [https://x.example/team/app]"),
      "https://x.example/team/other.yaml",
      "the directory https://x.example/team/",
    ],
    ["an annotation", one(`commonAnnotations: {source: "${APP}"}`), APP, "the repository https://github.com/org/app"],
    ["a comment", one(`# ${APP}\nresources: []`), APP, "the repository https://github.com/org/app"],
    ["an inline patch", one(`patches: [{patch: "${APP}"}]`), APP, "the repository https://github.com/org/app"],
    [
      "a literal",
      one(`configMapGenerator: [{name: a, literals: ["a=${APP}"]}]`),
      APP,
      "the repository https://github.com/org/app",
    ],
    [
      "a component that nothing uses",
      { "c/kustomization.yaml": `kind: Component\nresources: ["${APP}"]` },
      APP,
      "the repository https://github.com/org/app",
    ],
    [
      "a file that is no kustomization",
      { "app/notes.yaml": `resources: ["${APP}"]` },
      APP,
      "the repository https://github.com/org/app",
    ],
    [
      "with a user",
      one("resources: ['https://me@github.com/org/app//base']"),
      APP,
      "the repository https://github.com/org/app",
    ],
    ["by ssh", one("resources: ['git@github.com:org/app//base']"), APP, "the repository https://github.com/org/app"],
  ])("is named and not fetched: %s", async (_, tip, entry, unit) => {
    const { why, fetched } = await ask(tip, entry);
    expect(why).toContain(REFUSED + unit);
    expect(fetched).toEqual([]);
  });
});

test("what the repository of an Application names is fetched, also at the newest tag in a range", async () => {
  const asked: unknown[] = [];
  const { remotes } = remotesOf({});
  const url = parseGitReference("https://github.com/org/app//base?ref=1.x");
  if (url === undefined) throw new Error("no address");
  const named = { ...url, newest: { range: "1.x", prefix: "" } };
  const permission = automaticPermission(
    async () => [labelled("main (1234567)", {})],
    async () => [named],
  );
  const refusal = await permission.refusalOf(["the repository https://github.com/org/inner"], [named], {
    ...remotes,
    repository: async (wanted) => {
      asked.push(wanted);
      const files = { "base/kustomization.yaml": "resources: [https://github.com/org/inner//a]\n" };
      return { tree: memoryTree(files), sha: "a".repeat(40) };
    },
  });
  expect(refusal).toBeUndefined();
  expect(asked).toEqual([named]);
});

describe("attack 9.35: a chart", () => {
  async function why(tip: Readonly<Record<string, string>>, repo: string, name: string): Promise<string | undefined> {
    const permission = automaticPermission(async () => [labelled("main (1234567)", tip)]);
    const unit = chartUnit({ repo, name });
    return unit && (await permission.refusalOf([unit], [], remotesOf({}).remotes))?.why;
  }
  const web = (repo: string, more = "") => one(`helmCharts: [{name: web, repo: "${repo}"${more}}]`);

  test.each<[what: string, tip: Record<string, string>, repo: string]>([
    ["at another version", web("https://x.example/charts", ", version: 1.0.0"), "https://x.example/charts"],
    ["of the same repository in another spelling", web("https://X.example:443/charts/"), "https://x.example/charts"],
    ["at the top of a host", web("https://x.example"), "https://x.example/"],
    ["of a registry", web("oci://x.example/charts"), "oci://x.example/charts/"],
    [
      "in the old form",
      one("helmChartInflationGenerator: [{chartName: web, chartRepoUrl: https://x.example}]"),
      "https://x.example",
    ],
    [
      "of a base",
      { ...one("resources: [../b]"), "b/kustomization.yaml": web("https://x.example")["app/kustomization.yaml"] ?? "" },
      "https://x.example",
    ],
  ])("is fetched: %s", async (_, tip, repo) => {
    expect(await why(tip, repo, "web")).toBeUndefined();
  });

  test.each<[what: string, tip: Record<string, string>, repo: string, name: string, unit: string]>([
    ["another chart", web("https://x.example/a"), "https://x.example/a", "db", "the chart db of https://x.example/a"],
    [
      "another repository",
      web("https://x.example/a"),
      "https://x.example/b",
      "web",
      "the chart web of https://x.example/b",
    ],
    [
      "a repository below",
      web("https://x.example"),
      "https://x.example/b",
      "web",
      "the chart web of https://x.example/b",
    ],
    [
      "another host",
      web("https://x.example"),
      "https://x.example.evil.example",
      "web",
      "the chart web of https://x.example.evil.example",
    ],
    [
      "a registry of the same host",
      web("https://x.example/a"),
      "oci://x.example/a",
      "web",
      "the repository oci://x.example/a/web",
    ],
    [
      "another repository of the registry",
      web("oci://x.example/a"),
      "oci://x.example/a",
      "db",
      "the repository oci://x.example/a/db",
    ],
    [
      "a file of the same address",
      one("resources: [https://x.example/a/web.yaml]"),
      "https://x.example/a",
      "web",
      "the chart web of https://x.example/a",
    ],
    ["with a user", web("https://me@x.example"), "https://x.example", "web", "the chart web of https://x.example"],
    ["by http", web("http://x.example"), "https://x.example", "web", "the chart web of https://x.example"],
    [
      "in a comment",
      one("# helmCharts: [{name: web, repo: https://x.example}]\nresources: []"),
      "https://x.example",
      "web",
      "the chart web of https://x.example",
    ],
    [
      "in other fields",
      one("helmGlobals: {chartHome: https://x.example}"),
      "https://x.example",
      "web",
      "the chart web of https://x.example",
    ],
  ])("is named and not fetched: %s", async (_, tip, repo, name, unit) => {
    expect(await why(tip, repo, name)).toContain(REFUSED + unit);
  });

  test.each([
    ["http://x.example", "web"],
    ["https://me:word@x.example", "web"],
    ["https://x.example/?a=b", "web"],
    ["https://x.example/a//b", "web"],
    ["https://x.example/%2e%2e", "web"],
    ["https://x.example/a/../b", "web"],
    ["oci://me@x.example/a", "web"],
    ["oci://x.example/a", "../b"],
    ["oci://x.example/a", "b/../c"],
    ["oci://x.example/a", "b//c"],
    ["https://x.example/a", "b/c"],
    ["https://x.example", ""],
    ["https://x.example", "web of https://x.example"],
    ["file:///charts", "web"],
    ["x.example", "web"],
  ])("has no unit: %s, %s", (repo, name) => {
    expect(chartUnit({ repo, name })).toBeUndefined();
  });
});

describe("attack 9.35: what the deployments of the default branch are made of", () => {
  const remotes = remotesOf({}).remotes;
  const deployed = [{ repo: "oci://x.example/a", name: "b/web" }, "https://git.example/org/charts?ref=v1"];
  const refusal = (units: string[], deployedBy: Parameters<typeof automaticPermission>[1]) =>
    automaticPermission(async () => [labelled("main (1234567)", one("resources: []"))], deployedBy).refusalOf(
      units,
      [],
      remotes,
    );

  test("is fetched", async () => {
    const asked: string[] = [];
    const deployedBy = async ({ label }: Tree) => {
      asked.push(label);
      return deployed;
    };
    const artifact = chartUnit({ repo: "oci://x.example/a/b", name: "web" }) ?? "";
    expect(await refusal([artifact], deployedBy)).toBeUndefined();
    expect(await refusal([repositoryUnit("https://git.example/org/charts") ?? ""], deployedBy)).toBeUndefined();
    expect((await refusal([chartUnit({ repo: "oci://x.example/a", name: "web" }) ?? ""], deployedBy))?.why).toContain(
      `${REFUSED}the repository oci://x.example/a/web`,
    );
    expect(asked).toEqual(Array(3).fill("main (1234567)"));
  });

  test("keeps everything out if it cannot be found", async () => {
    const deployedBy = () => Promise.reject(failure("too-many", "there are too many"));
    expect((await refusal(["x"], deployedBy))?.why).toContain("which cannot be read: there are too many");
  });
});

describe("attack 9.35: an address of a fetched repository", () => {
  const DEEP = "https://github.com/deep/app//x?ref=v1";
  const tip = one(`resources: ["${APP}"]`);
  const naming = (entry: string) => ({ "base/kustomization.yaml": `resources: ["${entry}"]` });
  const v1 = "https://github.com/org/app@v1";

  test("is fetched where the default branch gets to it by the same repository", async () => {
    const { why, fetched } = await ask(tip, DEEP, { by: [APP], elsewhere: { [v1]: naming(DEEP) } });
    expect([why, fetched]).toEqual([undefined, [v1]]);
  });

  test("by a directory that the named one includes", async () => {
    const elsewhere = {
      [v1]: {
        "base/kustomization.yaml": "resources: [../other]",
        "other/kustomization.yaml": `resources: ["${DEEP}"]`,
      },
    };
    expect((await ask(tip, DEEP, { by: [APP], elsewhere })).why).toBeUndefined();
  });

  test("through two repositories", async () => {
    const MIDDLE = "https://github.com/middle/app//base?ref=v1";
    const elsewhere = { [v1]: naming(MIDDLE), "https://github.com/middle/app@v1": naming(DEEP) };
    expect((await ask(tip, DEEP, { by: [APP, MIDDLE], elsewhere })).why).toBeUndefined();
    // The way counts: a file of the repository, or another repository, has to name it itself.
    expect((await ask(tip, DEEP, { elsewhere })).why).toContain(REFUSED);
    expect((await ask(tip, DEEP, { by: [APP], elsewhere })).why).toContain(REFUSED);
  });

  test("not where only the commit of the head names it, such as one of a fork under the name of its parent", async () => {
    const head = APP.replace("v1", "f".repeat(40));
    const elsewhere = { [v1]: naming("../nothing"), [`https://github.com/org/app@${"f".repeat(40)}`]: naming(DEEP) };
    const { why, fetched } = await ask(tip, DEEP, { by: [head], elsewhere });
    expect(why).toContain(`${REFUSED}the repository https://github.com/deep/app`);
    // What the default branch names is read, not what the head does.
    expect(fetched).toEqual([v1]);
  });

  test("not where a directory names it that the default branch does not use", async () => {
    const elsewhere = {
      [v1]: { "base/kustomization.yaml": "resources: []", "other/kustomization.yaml": `resources: ["${DEEP}"]` },
    };
    expect((await ask(tip, DEEP, { by: [APP], elsewhere })).why).toContain(REFUSED);
  });

  test("says so if what the default branch names is gone", async () => {
    const { why } = await ask(tip, DEEP, { by: [APP] });
    expect(why).toContain("as far as what it names can be fetched");
  });
});

test("several branches may count, and each is read once", async () => {
  let reads = 0;
  const permission = automaticPermission(async () => {
    reads++;
    return [labelled("main", one("resources: []")), labelled("release-1", one(`resources: ["${APP}"]`))];
  });
  const { remotes } = remotesOf({});
  const refusalOf = (unit: string) => permission.refusalOf([unit], [], remotes);
  expect(await refusalOf("the repository https://github.com/org/app")).toBeUndefined();
  expect((await refusalOf("the repository x"))?.why).toContain("no target of main or release-1 uses the repository x");
  expect(reads).toBe(1);
});

test("without the default branch, nothing is fetched", async () => {
  const permission = automaticPermission(() => Promise.reject(failure("fetch-failed", "no network")));
  const refusal = await permission.refusalOf(["the repository x"], [], remotesOf({}).remotes);
  expect(refusal?.why).toBe("`remote: auto` fetches what the default branch uses, which cannot be read: no network");
});

test("what the deployments of the branch name may be fetched to find what they lead to, but no submodules", async () => {
  const { remotes, fetched } = remotesOf({ "https://github.com/org/app@v1": {} });
  const repository: Remotes["repository"] = async (url, from) => {
    if (url.submodules) throw new Error("a submodule has to be permitted first");
    return remotes.repository(url, from);
  };
  const url = parseGitReference(APP) as GitUrl;
  const permission = automaticPermission(
    async () => [labelled("main", one("resources: []"))],
    async (_, ofBranch) => {
      await ofBranch.repository(url);
      return [parseGitReference("https://github.com/child/app//base") as GitUrl];
    },
  );
  const refusalOf = (unit: string) => permission.refusalOf([unit], [], { ...remotes, repository });
  expect(await refusalOf("the repository https://github.com/child/app")).toBeUndefined();
  expect(await refusalOf("the repository https://github.com/org/app")).toBeDefined();
  expect(fetched).toEqual(["https://github.com/org/app@v1"]);
});
