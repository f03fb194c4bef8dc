/** The files of a chart of each source; docs/specification/helm-charts.md 10. */
import { describe, expect, test } from "@jest/globals";
import { type ChartSource, chartFiles, chartSources } from "../../src/charts/index.ts";
import { chartReference } from "../../src/lock/index.ts";
import { memoryTree, recordedTree } from "../../src/sources/index.ts";
import { tarGz } from "../store/artifacts/archives.ts";
import { about, built, type Files, PLACE, remotesOf, usesOf } from "./chart.ts";

const REPO = "https://charts.example/stable";
const inTree = (more: Partial<ChartSource> = {}): ChartSource =>
  ({ from: "tree", directory: "/apps/web", location: PLACE, ...more }) as ChartSource;
const fetched = (more: Partial<ChartSource> = {}): ChartSource =>
  ({
    from: "repository",
    wanted: { repo: REPO, name: "web", version: "1.x", devel: false, chosenBy: "source-controller" },
    location: PLACE,
    ...more,
  }) as ChartSource;
const WEB: Files = { "Chart.yaml": about("web", "1.2.3"), "values.yaml": "a: 1\n", "templates/a.yaml": "" };
const at = (directory: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${directory}/${name}`, text]));

describe("a chart of the tree", () => {
  test("is its directory, without what .helmignore leaves out", async () => {
    const tree = memoryTree({
      ...at("/apps/web", { ...WEB, ".helmignore": "*.txt\nci/\n", "a.txt": "", "ci/b.yaml": "", "templates/.c": "" }),
      "/apps/web/files/a": "",
    });
    const recorded = recordedTree(tree);
    const found = await chartFiles(inTree(), { tree: recorded, remotes: undefined });
    expect([...found.files.keys()].sort()).toEqual([
      ".helmignore",
      "Chart.yaml",
      "files/a",
      "templates/a.yaml",
      "values.yaml",
    ]);
    expect(found).toMatchObject({ name: "web", version: "1.2.3" });
    // What is left out is not read, and all that is read is recorded.
    const lookups = [...recorded.record.all()].flatMap((record) => [...record.lookups]);
    expect(lookups).toContain("/apps/web/.helmignore");
    expect(lookups).toContain("/apps/web/templates/a.yaml");
    expect(lookups).not.toContain("/apps/web/a.txt");
  });

  test("may be an archive", async () => {
    const archive = await tarGz([
      [{ name: "x/Chart.yaml" }, about("web", "1.2.3")],
      [{ name: "x/values.yaml" }, "a: 1"],
      [{ name: "x/.helmignore" }, "values.yaml"],
    ]);
    const tree = memoryTree({ "/web-1.2.3.tgz": archive, "/env.yaml": "b: 2" });
    const source = inTree({ directory: "/web-1.2.3.tgz", valuesFiles: ["env.yaml"] });
    expect(await built(source, { tree, remotes: undefined })).toEqual({
      ".helmignore": "",
      "Chart.yaml": WEB["Chart.yaml"],
      "values.yaml": "b: 2\n",
    });
  });

  test.each<[what: string, files: Files, message: string]>([
    ["is not there", {}, "chart-not-found: release.yaml:3:5: there is no chart apps/web"],
    ["has no Chart.yaml", { "/apps/web/a": "" }, "chart-not-found: release.yaml:3:5: there is no chart in apps/web"],
    [
      "has a Chart.yaml without a version",
      { "/apps/web/Chart.yaml": "name: web" },
      "chart-not-found: release.yaml:3:5: there is no chart in apps/web",
    ],
  ])("%s", async (_, files, message) => {
    expect(await built(inTree(), { tree: memoryTree(files), remotes: undefined })).toBe(message);
  });
});

describe("valuesFiles", () => {
  const ENV: Files = {
    "/env/a.yaml": "m: {x: 1, y: [1]}\nn: 1\n",
    "/env/b.yaml": "m: {y: [2], z: null}\nbig: 12345678901234567890\non: yes\n",
    "/env/none.yaml": "# nothing\n",
    "/env/list.yaml": "- a\n",
    "/env/wrong.yaml": "a: [\n",
    "/env/own.yaml": "__proto__: {polluted: 1}\n",
    "/values.yaml": "top: 1\n",
  };
  // `y`, `n` and `on` are booleans to Go, also as keys.
  const BOTH = 'big: 12345678901234567000\n"false": 1\nm:\n  "true":\n  - 2\n  x: 1\n  z: null\n"true": true\n';
  test.each<[files: string[], values: string, ignoresMissing?: boolean]>([
    [[], "a: 1\n"],
    [["values.yaml"], "a: 1\n"],
    [["./values.yaml"], "a: 1\n"],
    [["apps/web/values.yaml"], "a: 1\n"],
    [["env/a.yaml", "env/b.yaml"], BOTH],
    [["../../env/a.yaml", "/env//b.yaml"], BOTH],
    // Relative to the top of the repository, where the chart is elsewhere.
    [["values.yaml", "env/none.yaml"], "top: 1\n"],
    [["env/none.yaml"], ""],
    [["env/gone.yaml"], "", true],
    [["env/own.yaml"], "__proto__:\n  polluted: 1\n"],
    [["env/gone.yaml"], 'file-not-found: release.yaml:3:5: there is no values file "env/gone.yaml"'],
    [["env"], "not-a-file: release.yaml:3:5: env is no values file", true],
    [["env/list.yaml"], "invalid-values: env/list.yaml: a values file must be a map"],
    [["env/wrong.yaml"], "invalid-yaml: env/wrong.yaml:1:5: malformed YAML: did not find expected node content"],
  ])("%j", async (valuesFiles, values, ignoresMissingValuesFiles = false) => {
    const tree = memoryTree({ ...at("/apps/web", WEB), ...ENV });
    const found = await built(inTree({ valuesFiles, ignoresMissingValuesFiles }), { tree, remotes: undefined });
    expect(typeof found === "string" ? found : found["values.yaml"]).toBe(values);
  });

  test.each<[files: string[], values: string, ignoresMissing?: boolean]>([
    [["values.yaml"], "a: 1\n---\nb: 2\n"],
    [["./ci//a.yaml"], "c: 3\n"],
    // All documents of the values of a chart count, as to helm 4.
    [["ci/a.yaml", "values.yaml"], "a: 1\nb: 2\nc: 3\n"],
    [["../values.yaml"], 'file-not-found: release.yaml:3:5: there is no values file "../values.yaml"'],
    [["/values.yaml"], 'file-not-found: release.yaml:3:5: there is no values file "/values.yaml"'],
    [["templates/a.yaml"], 'file-not-found: release.yaml:3:5: there is no values file "templates/a.yaml"'],
    [["charts/red/values.yaml"], "", true],
  ])("%j of a chart that is fetched", async (valuesFiles, values, ignoresMissingValuesFiles = false) => {
    const files = { ...WEB, "values.yaml": "a: 1\n---\nb: 2\n", "ci/a.yaml": "c: 3", "charts/red/values.yaml": "x: 1" };
    const ports = { tree: memoryTree({ "/values.yaml": "top: 1" }), remotes: remotesOf({ [`${REPO}/web`]: files }) };
    const found = await built(fetched({ valuesFiles, ignoresMissingValuesFiles }), ports);
    expect(typeof found === "string" ? found : found["values.yaml"]).toBe(values);
  });

  test("need values to replace", async () => {
    const tree = memoryTree({ "/apps/web/Chart.yaml": about("web", "1.0.0"), ...ENV });
    expect(await built(inTree({ valuesFiles: ["env/a.yaml"] }), { tree, remotes: undefined })).toBe(
      "invalid-values: release.yaml:3:5: `valuesFiles` replaces the file values.yaml of a chart, and this one has none",
    );
  });
});

describe("a chart of another machine", () => {
  test("is asked for by the digest of the lock, and told to it", async () => {
    const remotes = remotesOf({ [`${REPO}/web`]: { ...WEB, ".helmignore": "templates/" } });
    const source = fetched();
    const reference = chartReference({ repo: REPO, name: "web", version: "1.x", chosenBy: "source-controller" });
    const uses = usesOf({ [reference.ref]: "sha256:locked" });
    const found = await chartFiles(source, { tree: memoryTree({}), remotes, uses });
    // Archives are not subject to the file, but helm would apply it to the directory that it gets.
    expect([...found.files.keys()]).toEqual(["Chart.yaml", "values.yaml", "templates/a.yaml", ".helmignore"]);
    expect(found.files.get(".helmignore")).toHaveLength(0);
    expect(remotes.asked).toMatchObject([{ name: "web", digest: "sha256:locked" }]);
    expect(uses.used).toMatchObject([reference]);
    const missing = usesOf({});
    expect(await built(source, { tree: memoryTree({}), remotes, uses: missing })).toMatch(
      /^lock-missing: release\.yaml:3:5: /,
    );
    expect(remotes.asked).toHaveLength(1);
  });

  test("lacks an input where nothing is fetched", async () => {
    const message = "cannot be fetched: remote sources are disabled";
    const ports = { tree: memoryTree({}), remotes: undefined };
    expect(await built(fetched(), ports)).toBe(`remote-unsupported: release.yaml:3:5: ${REPO} ${message}`);
    const git = {
      from: "git",
      repository: "https://git.example/org/repo",
      directory: "/web",
      location: PLACE,
    } as const;
    expect(await built(git, ports)).toBe(
      `remote-unsupported: release.yaml:3:5: https://git.example/org/repo ${message}`,
    );
  });

  test("is in a directory of a git repository, as source-controller packs it", async () => {
    const files = { ...at("/charts/web", { ...WEB, "logo.png": "" }), "/env.yaml": "e: 1" };
    const remotes = remotesOf({}, { "https://git.example/org/repo": files });
    const uses = usesOf();
    const git = {
      from: "git",
      repository: "https://git.example/org/repo?ref=v1",
      directory: "/charts/web",
      location: PLACE,
      valuesFiles: ["env.yaml"],
    } as const;
    const ports = { tree: memoryTree({}), remotes, uses };
    expect(await built(git, ports)).toEqual({ ...WEB, "values.yaml": "e: 1\n" });
    expect(uses.used).toEqual([{ kind: "git", ref: "https://git.example/org/repo?ref=v1", digest: "a".repeat(40) }]);
    const newest = { range: "1.x", prefix: "", chosenBy: "source-controller" } as const;
    await built({ ...git, repository: "https://git.example/org/repo?ref=1.x", newest }, ports);
    expect(uses.used.at(-1)?.ref).toBe("https://git.example/org/repo?ref=1.x&by=source-controller");
    expect(await built({ ...git, ignore: "values.yaml\n", valuesFiles: [] }, ports)).toEqual({
      "Chart.yaml": WEB["Chart.yaml"],
      "logo.png": "",
      "templates/a.yaml": "",
    });
    expect(await built({ ...git, packagedBy: "helm" }, ports)).toHaveProperty(["logo.png"]);
    expect(await built({ ...git, repository: "no address" }, ports)).toBe(
      "chart-not-found: release.yaml:3:5: no address is not the address of a repository",
    );
    expect(await built({ ...git, repository: "https://git.example/org/gone?ref=v1" }, ports)).toMatch(
      /^remote-failed: release\.yaml:3:5: /,
    );
  });
});

test("the sources of a chart are itself, or those of its dependencies", async () => {
  const dependencies = [
    { name: "red", version: "1", repository: REPO },
    { name: "blue", version: "1", repository: "oci://r.example/charts" },
    { name: "local", version: "1", repository: "file://../local" },
    { name: "own", version: "1" },
  ];
  const tree = memoryTree({
    "/apps/web/Chart.yaml": about("web", "1.0.0", { dependencies }),
    "/bad/Chart.yaml": "a: [",
  });
  expect(await chartSources(inTree(), tree)).toEqual([
    { repo: REPO, name: "red" },
    { repo: "oci://r.example/charts", name: "blue" },
  ]);
  expect(await chartSources(inTree({ directory: "/bad" }), tree)).toEqual([]);
  expect(await chartSources(inTree({ directory: "/gone" }), tree)).toEqual([]);
  expect(await chartSources(fetched(), tree)).toMatchObject([{ repo: REPO, name: "web" }]);
  const git = { from: "git", repository: "https://git.example/a/b", directory: "/", location: PLACE } as const;
  expect(await chartSources(git, tree)).toEqual(["https://git.example/a/b"]);
});
