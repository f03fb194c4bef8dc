/** Dependencies that are not in `charts`; docs/specification/helm-charts.md 10.4. */
import { describe, expect, test } from "@jest/globals";
import { chartReference } from "../../src/lock/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { tarGz } from "../store/artifacts/archives.ts";
import { about, built, type Files, PLACE, remotesOf, usesOf } from "./chart.ts";

const REPO = "https://charts.example";
const RED: Files = { "Chart.yaml": about("red", "1.0.0"), "values.yaml": "r: 1" };
const BLUE: Files = { "Chart.yaml": about("blue", "2.0.0"), "a.txt": "" };
const COMMON: Files = { "Chart.yaml": about("common", "0.1.0"), ".helmignore": "*.txt", "x.txt": "", "y.md": "" };
const red = { name: "red", version: "^1", repository: REPO };
const common = { name: "common", version: "0.x", repository: "file://../common" };

type Packager = "source-controller" | "helm";

/** The files of `/apps/web` with its dependencies, without those of itself, or the error. */
async function charts(
  packagedBy: Packager,
  dependencies: readonly object[],
  files: Readonly<Record<string, string | Buffer>> = {},
  more: { uses?: ReturnType<typeof usesOf>; lock?: object; noRemotes?: boolean } = {},
) {
  const remotes = remotesOf({ [`${REPO}/red`]: RED, "oci://r.example/charts/blue": BLUE, [`${REPO}/blue`]: BLUE });
  const tree = memoryTree({
    "/apps/web/Chart.yaml": about("web", "1.0.0", { dependencies }),
    ...(more.lock && { "/apps/web/Chart.lock": JSON.stringify(more.lock) }),
    ...Object.fromEntries(Object.entries(COMMON).map(([name, text]) => [`/apps/common/${name}`, text])),
    ...files,
  });
  const source = { from: "tree", directory: "/apps/web", location: PLACE, packagedBy } as const;
  const ports = { tree, remotes: more.noRemotes ? undefined : remotes, uses: more.uses };
  const found = await built(source, ports);
  const names = typeof found === "string" ? found : Object.keys(found).filter((name) => name.startsWith("charts/"));
  return { names, asked: remotes.asked };
}

const RED_FILES = ["charts/red/Chart.yaml", "charts/red/values.yaml"];

describe.each<Packager>(["source-controller", "helm"])("a missing dependency, by the rules of %s,", (by) => {
  test("is fetched by its range, or is at a path, without what its .helmignore leaves out", async () => {
    const blue = { name: "blue", version: "2.x", repository: "oci://r.example/charts", alias: "azure" };
    const { names, asked } = await charts(by, [red, common, blue]);
    const local = [".helmignore", "Chart.yaml", "y.md"].map((name) => `charts/common/${name}`);
    expect(names).toEqual([...RED_FILES, ...local, "charts/blue/Chart.yaml", "charts/blue/a.txt"]);
    expect(asked).toEqual([
      { repo: REPO, name: "red", version: "^1", devel: false, chosenBy: by, digest: undefined },
      { repo: "oci://r.example/charts", name: "blue", version: "2.x", devel: false, chosenBy: by, digest: undefined },
    ]);
  });

  test("counts for the lock", async () => {
    const { ref } = chartReference({ repo: REPO, name: "red", version: "^1", chosenBy: by });
    const uses = usesOf({ [ref]: "sha256:locked" });
    expect((await charts(by, [red], {}, { uses })).asked).toMatchObject([{ digest: "sha256:locked" }]);
    expect(uses.used).toMatchObject([{ kind: "chart", ref }]);
  });

  test("is no second one of the chart that is there", async () => {
    const there = { "/apps/web/charts/x/Chart.yaml": about("red", "1.0.0") };
    expect(await charts(by, [red], there)).toEqual({ names: ["charts/x/Chart.yaml"], asked: [] });
    const archive = await tarGz([[{ name: "red/Chart.yaml" }, about("red", "1.0.0")]]);
    expect(await charts(by, [red], { "/apps/web/charts/a.tgz": archive })).toEqual({
      names: ["charts/a.tgz"],
      asked: [],
    });
  });

  test("of two aliases is fetched once", async () => {
    const aliases = [red, { ...red, alias: "one" }, { ...red, alias: "two" }];
    expect(await charts(by, aliases)).toMatchObject({ names: RED_FILES, asked: [{ name: "red" }] });
  });

  test("stays beside a directory of that name", async () => {
    const other = { "/apps/web/charts/red/notes.md": "no chart" };
    const { names } = await charts(by, [red], other);
    expect(names).toEqual(["charts/red/notes.md", "charts/red-1.0.0/Chart.yaml", "charts/red-1.0.0/values.yaml"]);
  });

  test.each<[what: string, dependency: object, problem: RegExp]>([
    [
      "is a name",
      { ...red, repository: "@x" },
      /its repository "@x" is the name that helm has for a repository on some/,
    ],
    ["is an alias", { ...red, repository: "alias:x" }, /its repository "alias:x" is the name that helm has/],
    ["is no address", { ...red, repository: "x" }, /its repository "x" is no address/],
    ["is of a program", { ...red, repository: "ext::sh" }, /its repository "ext::sh" is no address/],
    ["is not in charts", { name: "red", version: "1" }, /there is no chart at /],
    ["is not at its path", { ...common, repository: "file://../gone" }, /there is no chart at apps\/gone/],
    [
      "is of another version",
      { ...common, version: "1.x" },
      /a chart of the version "1\.x" is wanted, and apps\/common has 0\.1\.0/,
    ],
    ["has no version", { name: "common", repository: "file://../common" }, /a chart of no version is wanted/],
    [
      "has no version in a repository",
      { name: "red", repository: REPO },
      /its version "" is neither a version nor a range/,
    ],
  ])("that %s is an error at its place", async (_, dependency, problem) => {
    const { names } = await charts(by, [dependency]);
    expect(names).toMatch(
      /^chart-dependency: apps\/web\/Chart\.yaml:1:\d+: the dependency "\w+" of the chart cannot be had: /,
    );
    expect(names).toMatch(problem);
  });

  test("lacks an input where nothing is fetched", async () => {
    expect((await charts(by, [red], {}, { noRemotes: true })).names).toMatch(
      /^remote-unsupported: apps\/web\/Chart\.yaml:1:\d+: https:\/\/charts\.example cannot be fetched/,
    );
  });

  test("is bounded in number and size", async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ ...red, name: `red${at}` }));
    expect((await charts(by, many)).names).toMatch(/more than 100 dependencies are missing/);
    const files = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`/apps/common/f/${at}`, ""]));
    const twice = [common, { ...common, name: "other", repository: "file://../common/" }];
    expect((await charts(by, twice, files)).names).toMatch(/^directory-too-large: .*more than 20000 files/);
  });

  test("may lead back to the chart, or have any name", async () => {
    const self = { name: "web", version: "1.0.0", repository: "file://../web" };
    expect((await charts(by, [self])).names).toEqual(["charts/web/Chart.yaml"]);
    const evil = { "/evil/Chart.yaml": about("../../evil", "1.0.0") };
    const dependency = { name: "evil", version: "1.0.0", repository: "file://../../evil" };
    expect((await charts(by, [dependency], evil)).names).toMatch(/the chart "\.\.\/\.\.\/evil" cannot be put into/);
  });
});

describe("a path", () => {
  const found = ["charts/common/.helmignore", "charts/common/Chart.yaml", "charts/common/y.md"];
  const refused: unknown = expect.stringMatching(/^chart-dependency: .*there is no chart at /);
  test.each<[by: Packager, repository: string, found: unknown]>([
    ["source-controller", "file:///../common", found],
    ["source-controller", "file://../../../../apps/common", found],
    ["helm", "file://../../../apps/common", refused],
    ["helm", "file:///apps/common", refused],
    ["helm", "file://./../common/", found],
  ])("of %s: %s", async (by, repository, expected) => {
    expect((await charts(by, [{ ...common, repository }])).names).toEqual(expected);
  });
});

describe("old charts", () => {
  test("have requirements.yaml, and its lock", async () => {
    const files = {
      "/apps/web/Chart.yaml": JSON.stringify({ name: "web", version: "1.0.0" }),
      "/apps/web/requirements.yaml": JSON.stringify({ dependencies: [red] }),
      "/apps/web/requirements.lock": JSON.stringify({ dependencies: [{ ...red, version: "1.0.0" }], digest: "x" }),
    };
    const remotes = remotesOf({ [`${REPO}/red`]: RED });
    const source = { from: "tree", directory: "/apps/web", location: PLACE } as const;
    expect(await built(source, { tree: memoryTree(files), remotes })).toHaveProperty(["charts/red/values.yaml"]);
    expect(remotes.asked).toMatchObject([{ version: "1.0.0" }]);
  });
});

describe("Chart.lock", () => {
  const lock = { dependencies: [{ ...red, version: "1.0.0" }], digest: "sha256:0" };

  test("counts for source-controller, whether it is up to date or not", async () => {
    expect((await charts("source-controller", [red, common], {}, { lock })).asked).toMatchObject([
      { version: "1.0.0" },
    ]);
    // What only Chart.yaml names is not looked for.
    expect((await charts("source-controller", [common, red], {}, { lock })).names).toEqual(RED_FILES);
  });

  test("that does not belong to the chart ends helm's build", async () => {
    expect((await charts("helm", [red], {}, { lock })).names).toMatch(
      /^chart-dependency: apps\/web\/Chart\.lock:1:1: Chart\.lock does not belong to the dependencies of the chart/,
    );
  });
});

// It builds all again if one is missing, and removes archives that it did not make.
test("helm replaces archives, and keeps directories", async () => {
  const archive = await tarGz([[{ name: "old/Chart.yaml" }, about("blue", "1.0.0")]]);
  const files = {
    "/apps/web/charts/blue-1.0.0.tgz": archive,
    "/apps/web/charts/own/Chart.yaml": about("own", "1.0.0"),
  };
  const dependencies = [red, { name: "blue", version: "2.x", repository: REPO }, { name: "own", version: "1.0.0" }];
  const helm = await charts("helm", dependencies, files);
  expect(helm.names).toEqual(["charts/own/Chart.yaml", ...RED_FILES, "charts/blue/Chart.yaml", "charts/blue/a.txt"]);
  const flux = await charts("source-controller", dependencies, files);
  expect(flux.names).toEqual(["charts/blue-1.0.0.tgz", "charts/own/Chart.yaml", ...RED_FILES]);
});
