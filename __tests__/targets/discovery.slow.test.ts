import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diskTree, memoryTree, type Tree } from "../../src/sources/index.ts";
import { discover } from "../../src/targets/discovery.ts";
import { readReferences } from "../../src/targets/included-directories.ts";
import { discoverTargets, selectTargets } from "../../src/targets/index.ts";
import { RootFiles } from "../../src/targets/root-files.ts";
import { COMPONENT, including, treeOf } from "./kustomizations.ts";

const ENTRIES = "transformers: [{apiVersion: a/v1, kind: Fn}]";

/** Compositions by their directories, without their kind. */
function compositions(texts: Readonly<Record<string, string>>): Tree {
  const files = Object.entries(texts).map(([path, text]) => [
    `/${path}/composition.yaml`,
    `kind: Composition\n${text}\n`,
  ]);
  return memoryTree(Object.fromEntries(files) as Record<string, string>);
}

describe("the targets are", () => {
  const cases: [name: string, tree: ReturnType<typeof treeOf>, targets: string[]][] = [
    ["a single kustomization", treeOf({ app: including() }), ["app"]],
    ["the top of the tree", treeOf({ ".": including() }), ["."]],
    ["nothing in a tree without kustomizations", memoryTree({ "/README.md": "" }), []],
    ["overlays, not their base", treeOf({ base: "", a: including("../base"), b: including("../base") }), ["a", "b"]],
    ["the first of a chain", treeOf({ a: including("../b"), b: including("../c"), c: "" }), ["a"]],
    ["overlays that use the field bases", treeOf({ base: "", a: "bases: [../base]\n" }), ["a"]],
    [
      "not the directories in generators, transformers and validators",
      treeOf({ a: "generators: [g]\ntransformers: [t]\nvalidators: [v]\n", "a/g": "", "a/t": "", "a/v": "" }),
      ["a"],
    ],
    ["not a component", treeOf({ a: "components: [../c]\n", c: COMPONENT }), ["a"]],
    ["not a component that nobody uses", treeOf({ a: "", c: COMPONENT }), ["a"]],
    [
      "not the directories that a used component includes",
      treeOf({ a: "components: [../c]\n", c: `${COMPONENT}${including("../b")}`, b: "" }),
      ["a"],
    ],
    [
      "directories that only an unused component includes",
      treeOf({ a: "", c: `${COMPONENT}${including("../b")}`, b: "" }),
      ["a", "b"],
    ],
    ["not a base in a field of another case", treeOf({ a: "Resources: [../base]\n", base: "" }), ["a"]],
    [
      "not a base with a trailing slash and detours in its path",
      treeOf({ "x/a": including("./../../base/"), base: "" }),
      ["x/a"],
    ],
    ["a root that includes itself", treeOf({ a: including(".") }), ["a"]],
    ["both kustomizations of a cycle", treeOf({ a: including("../b"), b: including("../a") }), ["a", "b"]],
    [
      "only the kustomization that includes a cycle",
      treeOf({ a: including("../b"), b: including("../a"), top: including("../a") }),
      ["top"],
    ],
    ["a kustomization with a remote base", treeOf({ a: including("https://example.com/x/y//base") }), ["a"]],
    [
      "a kustomization with inline transformers, which are no paths",
      treeOf({ a: "transformers:\n- |-\n  apiVersion: builtin\n  kind: PrefixTransformer\n" }),
      ["a"],
    ],
    ["not a directory that is included by an absolute path", treeOf({ a: including("/b"), b: "" }), ["a"]],
    ["a composition, not what it imports", compositions({ a: "transformersFrom: [{path: ../b}]", b: ENTRIES }), ["a"]],
    [
      "a composition, not what it imports by the name of the file",
      compositions({ a: "modulesFrom: [{path: ../b/composition.yaml, importMode: append}]", b: ENTRIES }),
      ["a"],
    ],
    [
      "a composition, not the directories of its accumulators, also in overrides",
      compositions({
        a: "transformers: [{kind: ResourceAccumulator, paths: [x.yaml, ../b]}]\ntransformerOverrides: [{kind: ResourceGenerator, files: [../c]}]",
        b: ENTRIES,
        c: ENTRIES,
      }),
      ["a"],
    ],
    [
      "a composition, not what its inline kustomization and its directories of entries include",
      compositions({ a: "transformers: [{kind: Kustomization, resources: [../b]}, ../c]", b: ENTRIES, c: ENTRIES }),
      ["a"],
    ],
    [
      "a composition, not what entries in files and texts include",
      memoryTree({
        "/a/composition.yaml":
          "kind: Composition\ntransformers:\n- entry.yaml\n- |\n  kind: ResourceAccumulator\n  paths: [../c]\n  ---\n  kind: ResourceAccumulator\n  paths: [../e]\n",
        "/a/entry.yaml": "kind: ResourceAccumulator\npaths: [../b]\n---\nkind: ResourceAccumulator\npaths: [../d]\n",
        "/b/composition.yaml": `kind: Composition\n${ENTRIES}`,
        "/c/composition.yaml": `kind: Composition\n${ENTRIES}`,
        "/d/composition.yaml": `kind: Composition\n${ENTRIES}`,
        "/e/composition.yaml": `kind: Composition\n${ENTRIES}`,
      }),
      ["a"],
    ],
    [
      "a kustomization, not the composition that it names by its file",
      memoryTree({
        "/a/kustomization.yaml": "transformers: [../b/composition.yaml]\n",
        "/b/composition.yaml": `kind: Composition\n${ENTRIES}`,
      }),
      ["a"],
    ],
    [
      "directories that configs of functions name",
      compositions({ a: "transformers: [{apiVersion: a/v1, kind: Fn, paths: [../b], resources: [../b]}]", b: ENTRIES }),
      ["a", "b"],
    ],
    [
      "not the compositions of Crossplane",
      memoryTree({
        "/a/composition.yaml": "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {name: a}\n",
        "/b/composition.yaml":
          "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {name: {{ .x }}}\n",
        "/c/kustomization.yaml": "resources: [composition.yaml]\n",
        "/c/composition.yaml": "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {name: c}\n",
      }),
      ["c"],
    ],
    [
      "a composition that is not valid, so that its error is seen",
      memoryTree({ "/a/composition.yml": "kind: Composition\ntransformers:\n- {\n" }),
      ["a"],
    ],
    [
      "a composition with a mistake in its kind or apiVersion, so that its error is seen",
      memoryTree({
        "/a/composition.yaml": `kind: Compositon\n${ENTRIES}`,
        "/b/composition.yaml": `apiVersion: kustomise.config.k8s.io/v1alpha1\nkind: Composition\n${ENTRIES}`,
        "/c/composition.yaml": ENTRIES,
        "/d/composition.yaml": `kind: Pipeline\n${ENTRIES}`,
      }),
      ["a", "b", "c"],
    ],
  ];

  test.each(cases)("%s", async (_, tree, targets) => {
    expect(await discoverTargets(tree)).toEqual(targets);
  });

  test("all three names of the file count", async () => {
    const tree = memoryTree({
      "/a/kustomization.yaml": "",
      "/b/kustomization.yml": "",
      "/c/Kustomization": "",
      "/d/kustomize.yaml": "",
    });
    expect(await discoverTargets(tree)).toEqual(["a", "b", "c"]);
  });

  test("a directory of that name does not count", async () => {
    expect(await discoverTargets(memoryTree({ "/a/kustomization.yaml/x": "" }))).toEqual([]);
  });

  test("two kustomization files make one target, which fails later, and both are read", async () => {
    const tree = memoryTree({
      "/a/kustomization.yaml": including("../b"),
      "/a/Kustomization": including("../c"),
      "/b/kustomization.yaml": "",
      "/c/kustomization.yaml": "",
    });
    expect(await discoverTargets(tree)).toEqual(["a"]);
  });

  test("directories of git and of npm are not searched", async () => {
    const tree = treeOf({ ".git/a": "", "x/node_modules/a": "", "vendor/a": "", ".hidden/a": "" });
    expect(await discoverTargets(tree)).toEqual([".hidden/a", "vendor/a"]);
  });

  test("what Go copies is not searched, and other directories of this name are", async () => {
    const tree = memoryTree({
      "/go.mod": "module example.com/a\n",
      "/vendor/modules.txt": "# example.com/b v1.0.0\n",
      "/vendor/example.com/b/kustomization.yaml": "",
      "/tools/go.work": "go 1.24\n",
      "/tools/vendor/modules.txt": "",
      "/tools/vendor/c/kustomization.yaml": "",
      "/own/vendor/modules.txt": "",
      "/own/vendor/d/kustomization.yaml": "",
      "/module/go.mod": "",
      "/module/vendor/e/kustomization.yaml": "",
      "/vendors/go.mod/x": "",
      "/vendors/vendor/modules.txt": "",
      "/vendors/vendor/f/kustomization.yaml": "",
    });
    expect(await discoverTargets(tree)).toEqual(["module/vendor/e", "own/vendor/d", "vendors/vendor/f"]);
  });

  test("each target has a reason", async () => {
    const { targets } = await discover(treeOf({ a: including("../b"), b: including("../a"), c: "" }));
    expect([...targets]).toEqual([
      ["/a", "only a cycle of kustomizations includes it"],
      ["/b", "only a cycle of kustomizations includes it"],
      ["/c", "no other kustomization includes it"],
    ]);
  });
});

describe("no target is lost", () => {
  test("a kustomization that does not parse stays a target", async () => {
    const tree = treeOf({ a: "resources: [\n", b: "{]", c: "- a list\n", d: "\t: :" });
    expect(await discoverTargets(tree)).toEqual(["a", "b", "c", "d"]);
  });

  test("a kustomization with unknown fields or wrong types still includes its bases", async () => {
    const tree = treeOf({ a: "resources: [../base, {}, null, 7]\nunknown: 1\nnamePrefix: []\n", base: "" });
    expect(await discoverTargets(tree)).toEqual(["a"]);
  });

  test("a directory with dots in its name is searched", async () => {
    const tree = treeOf({ "bases/v1.2": "", overlay: including("../bases/v1.2") });
    expect(await discoverTargets(tree)).toEqual(["overlay"]);
  });

  test("an overlay with a missing base stays a target", async () => {
    expect(await discoverTargets(treeOf({ overlay: including("../base") }))).toEqual(["overlay"]);
  });

  test("a kustomization file that is a dangling link is a target", async () => {
    const tree = memoryTree({ "/a/x.yaml": "" }, { "/a/kustomization.yaml": "../gone.yaml" });
    expect(await discoverTargets(tree)).toEqual(["a"]);
  });

  test("a base that is included through a link is not a target", async () => {
    const tree = treeOf({ base: "", overlay: including("../latest") }, { "/latest": "base" });
    expect(await discoverTargets(tree)).toEqual(["overlay"]);
  });

  test("every kustomization is a target, or a target includes it", async () => {
    const graph = fc.array(
      fc.record({
        component: fc.boolean(),
        to: fc.array(fc.nat(7), { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(graph, async (nodes) => {
        const directories = nodes.map(({ component, to }, index): [string, string] => [
          `d${index}`,
          `${component ? COMPONENT : ""}${including(...to.map((other) => `../d${other}`))}`,
        ]);
        const { roots, targets } = await discover(treeOf(Object.fromEntries(directories)));
        const covered = new Set(targets.keys());
        for (const directory of covered) {
          for (const other of roots.get(directory)?.directories ?? []) covered.add(other);
        }
        const missed = [...roots].filter(([directory, { isComponent }]) => !isComponent && !covered.has(directory));
        expect(missed).toEqual([]);
        expect([...targets.keys()].filter((directory) => roots.get(directory)?.isComponent)).toEqual([]);
      }),
    );
  });
});

describe("on disk", () => {
  test("links to directories are not followed, neither in a cycle nor out of the tree", async () => {
    const outside = mkdtempSync(join(tmpdir(), "krm-outside-"));
    const top = mkdtempSync(join(tmpdir(), "krm-targets-"));
    try {
      writeFileSync(join(outside, "kustomization.yaml"), "");
      mkdirSync(join(top, "app"));
      writeFileSync(join(top, "app/kustomization.yaml"), "");
      symlinkSync("..", join(top, "app/up"));
      symlinkSync("app", join(top, "alias"));
      symlinkSync(outside, join(top, "out"));
      expect(await discoverTargets(diskTree(top))).toEqual(["app"]);
    } finally {
      rmSync(outside, { recursive: true });
      rmSync(top, { recursive: true });
    }
  });
});

test("the search of a tree that refers to itself many times ends with an error", async () => {
  const names = Array.from({ length: 10 }, (_, index) => ({ name: `d${index}`, type: "directory" as const }));
  const endless: Tree = {
    label: "an endless tree",
    directory: undefined,
    lookup: async (path) => ({ path, type: "directory" }),
    read: async () => Buffer.of(),
    list: async () => names,
    display: (path) => path,
  };
  await expect(discoverTargets(endless)).rejects.toThrow("there are more than 200000 directories in an endless tree");
});

describe("a search", () => {
  test("does not parse a kustomization of more than a megabyte: it includes nothing", async () => {
    const tree = treeOf({ a: `${including("../b")}${"# words\n".repeat(200_000)}`, b: "", c: including("../b") });
    expect((await discover(tree)).roots.get("/a")?.directories).toEqual([]);
    expect(await discoverTargets(tree)).toEqual(["a", "c"]);
  });

  test("parses so many large files and reads so many bytes", async () => {
    const tree = treeOf({ a: including("../b"), b: "", large: `${including("../b")}${"# words\n".repeat(3_000)}` });
    const included = async (directory: string, limits: RootFiles) =>
      (await readReferences(tree, directory, ["kustomization.yaml"], limits))?.directories;
    expect(await included("/large", new RootFiles({ parsed: 50_000, read: 50_000 }))).toEqual(["/b"]);
    expect(await included("/large", new RootFiles({ parsed: 20_000, read: 50_000 }))).toEqual([]);
    expect(await included("/a", new RootFiles({ parsed: 0, read: 50_000 }))).toEqual(["/b"]);
    expect(await included("/a", new RootFiles({ parsed: 0, read: 0 }))).toEqual([]);
  });

  test("counts a composition that it cannot parse within its limits as a target", async () => {
    const text = `kind: Composition\ntransformersFrom: [{path: ../b}]\n${"# words\n".repeat(3_000)}`;
    const tree = memoryTree({
      "/a/composition.yaml": text,
      "/b/composition.yaml": "apiVersion: example.com/v1\nkind: Composition\n",
    });
    const read = (directory: string, limits: RootFiles) =>
      readReferences(tree, directory, ["composition.yaml"], limits);
    expect((await read("/a", new RootFiles({ parsed: 50_000, read: 50_000 })))?.directories).toEqual(["/b"]);
    expect((await read("/a", new RootFiles({ parsed: 0, read: 50_000 })))?.directories).toEqual([]);
    expect((await read("/b", new RootFiles({ parsed: 0, read: 0 })))?.directories).toEqual([]);
    expect(await read("/b", new RootFiles({ parsed: 0, read: 50_000 }))).toBeUndefined();
  });

  test("holds few files in memory at the same time", async () => {
    const tree = treeOf(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, ""])));
    let open = 0;
    let most = 0;
    const counting: Tree = {
      ...tree,
      async read(path) {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        return tree.read(path);
      },
    };
    expect(await discoverTargets(counting)).toHaveLength(50);
    expect(most).toBeLessThanOrEqual(4);
  });
});

describe("files that git ignores", () => {
  const ignoring = (tree: Tree, ...paths: string[]): Tree => ({ ...tree, ignored: async () => new Set(paths) });
  const at = (directory: string) => `/${directory}/kustomization.yaml`;

  test("are no targets, and nothing is included because of them", async () => {
    const tree = treeOf({ app: "", "build/app": including("../../app"), kept: including("../ignored"), ignored: "" });
    expect(await discoverTargets(tree)).toEqual(["build/app", "kept"]);
    expect(await discoverTargets(ignoring(tree, at("build/app")))).toEqual(["app", "kept"]);
    expect(await discoverTargets(ignoring(tree, at("build/app"), at("ignored")))).toEqual(["app", "kept"]);
  });

  test("are told apart in one request for all files, and can be named", async () => {
    const asked: (readonly string[])[] = [];
    const tree = treeOf({ a: "", b: "", "c/d": "" });
    const observed: Tree = {
      ...tree,
      async ignored(paths) {
        asked.push(paths);
        return new Set([at("b")]);
      },
    };
    expect(await selectTargets({ head: observed }, [])).toEqual(["a", "c/d"]);
    expect(asked.map((paths) => [...paths].sort())).toEqual([[at("a"), at("b"), at("c/d")]]);
    expect(await selectTargets({ head: observed }, ["b"])).toEqual(["b"]);
  });
});
