import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diskTree, memoryTree, type Tree } from "../../src/sources/index.ts";
import { discover } from "../../src/targets/discovery.ts";
import { discoverTargets } from "../../src/targets/index.ts";
import { COMPONENT, including, treeOf } from "./kustomizations.ts";

describe("what is a target", () => {
  const cases: [name: string, tree: ReturnType<typeof treeOf>, targets: string[]][] = [
    ["a root alone", treeOf({ app: including() }), ["app"]],
    ["the top of the tree", treeOf({ ".": including() }), ["."]],
    ["no kustomization at all", memoryTree({ "/README.md": "" }), []],
    ["overlays, not their base", treeOf({ base: "", a: including("../base"), b: including("../base") }), ["a", "b"]],
    ["the outermost of a chain", treeOf({ a: including("../b"), b: including("../c"), c: "" }), ["a"]],
    ["overlays by bases:", treeOf({ base: "", a: "bases: [../base]\n" }), ["a"]],
    [
      "not what generators, transformers and validators include",
      treeOf({ a: "generators: [g]\ntransformers: [t]\nvalidators: [v]\n", "a/g": "", "a/t": "", "a/v": "" }),
      ["a"],
    ],
    ["not a component", treeOf({ a: "components: [../c]\n", c: COMPONENT }), ["a"]],
    ["not a component that nobody uses", treeOf({ a: "", c: COMPONENT }), ["a"]],
    [
      "not what a component includes that is in use",
      treeOf({ a: "components: [../c]\n", c: `${COMPONENT}${including("../b")}`, b: "" }),
      ["a"],
    ],
    [
      "what only an unused component includes",
      treeOf({ a: "", c: `${COMPONENT}${including("../b")}`, b: "" }),
      ["a", "b"],
    ],
    ["fields in any case", treeOf({ a: "Resources: [../base]\n", base: "" }), ["a"]],
    ["a trailing slash and detours", treeOf({ "x/a": including("./../../base/"), base: "" }), ["x/a"]],
    ["a root that includes itself", treeOf({ a: including(".") }), ["a"]],
    ["both members of a cycle", treeOf({ a: including("../b"), b: including("../a") }), ["a", "b"]],
    [
      "a cycle's outside includer alone",
      treeOf({ a: including("../b"), b: including("../a"), top: including("../a") }),
      ["top"],
    ],
    ["a base next to a remote one of a similar name", treeOf({ a: including("https://example.com/x/y//base") }), ["a"]],
    [
      "inline transformers are no paths",
      treeOf({ a: "transformers:\n- |-\n  apiVersion: builtin\n  kind: PrefixTransformer\n" }),
      ["a"],
    ],
    ["what is listed by an absolute path", treeOf({ a: including("/b"), b: "" }), ["a"]],
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

  test("the reason says why", async () => {
    const { targets } = await discover(treeOf({ a: including("../b"), b: including("../a"), c: "" }));
    expect([...targets]).toEqual([
      ["/a", "nothing includes it but a cycle of kustomizations"],
      ["/b", "nothing includes it but a cycle of kustomizations"],
      ["/c", "no other kustomization includes it"],
    ]);
  });
});

describe("no false pass", () => {
  test("a kustomization that does not parse stays a target", async () => {
    const tree = treeOf({ a: "resources: [\n", b: "{]", c: "- a list\n", d: "\t: :" });
    expect(await discoverTargets(tree)).toEqual(["a", "b", "c", "d"]);
  });

  test("one that has unknown fields or wrong types still includes its bases", async () => {
    const tree = treeOf({ a: "resources: [../base, {}, null, 7]\nunknown: 1\nnamePrefix: []\n", base: "" });
    expect(await discoverTargets(tree)).toEqual(["a"]);
  });

  test("a directory with dots in its name is no file", async () => {
    const tree = treeOf({ "bases/v1.2": "", overlay: including("../bases/v1.2") });
    expect(await discoverTargets(tree)).toEqual(["overlay"]);
  });

  test("an overlay whose base is gone stays a target", async () => {
    expect(await discoverTargets(treeOf({ overlay: including("../base") }))).toEqual(["overlay"]);
  });

  test("a kustomization file that is a dangling link is a target", async () => {
    const tree = memoryTree({ "/a/x.yaml": "" }, { "/a/kustomization.yaml": "../gone.yaml" });
    expect(await discoverTargets(tree)).toEqual(["a"]);
  });

  test("a base that is included through a link is known by its own path", async () => {
    const tree = treeOf({ base: "", overlay: including("../latest") }, { "/latest": "base" });
    expect(await discoverTargets(tree)).toEqual(["overlay"]);
  });

  test("nothing vanishes: every kustomization is a target or below one", async () => {
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
  test("directory links are not followed, neither in circles nor out of the tree", async () => {
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

test("a tree that holds itself over and over is not searched without end", async () => {
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
