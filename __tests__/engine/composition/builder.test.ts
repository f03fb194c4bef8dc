/** Compositions that one builder consolidates, and shares among its builds. */
import { describe, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../../src/diagnostics.ts";
import { type Builder, createBuilder } from "../../../src/engine/index.ts";
import type { FunctionRequest, Functions } from "../../../src/functions/index.ts";
import { memoryTree, type Remotes, type Tree } from "../../../src/sources/index.ts";
import { toValue, type Value } from "../../../src/yaml/index.ts";
import type { Files } from "../render.ts";

const MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ";
const FILES: Files = {
  "lib/composition.yaml": `kind: Composition
transformers:
- kind: ResourceAccumulator
  metadata: {name: maps}
  paths: [map.yaml]
- kind: PrefixTransformer
  metadata: {name: myPrefix}
  prefix: lib-
`,
  "lib/map.yaml": `${MAP}map\n`,
  "one/composition.yaml": "kind: Composition\ntransformersFrom: [{path: ../lib}]\n",
  "two/kustomization.yaml": "resources: [../lib]\nnamePrefix: two-\n",
  "three/kustomization.yaml": "resources: [../lib, more.yaml]\nnamePrefix: three-\n",
  "three/more.yaml": `${MAP}more\n`,
};

/** A builder, and how often it read each file. */
function counting(files: Files): { readonly builder: Builder; readonly reads: Map<string, number> } {
  const tree = memoryTree(files);
  const reads = new Map<string, number>();
  const counted: Tree = {
    ...tree,
    label: tree.label,
    directory: undefined,
    lookup: (path) => tree.lookup(path),
    list: (path) => tree.list(path),
    display: (path) => tree.display(path),
    read(path) {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      return tree.read(path);
    },
  };
  return { builder: createBuilder(counted), reads };
}

async function built(builder: Builder, target: string): Promise<{ names: string[]; warnings: string[] }> {
  const { resources, diagnostics } = await builder.build(target);
  return { names: resources.map(({ name }) => name), warnings: diagnostics.map(({ code }) => code) };
}

describe("builds of one tree", () => {
  test("share a composition, and each gets its warnings", async () => {
    const { builder, reads } = counting(FILES);
    const warnings = ["composition-name"];
    expect(await Promise.all(["/lib", "/two", "/three"].map((target) => built(builder, target)))).toEqual([
      { names: ["lib-map"], warnings },
      { names: ["two-lib-map"], warnings },
      { names: ["three-lib-map", "three-more"], warnings },
    ]);
    expect(await built(builder, "/one")).toEqual({ names: ["lib-map"], warnings });
    expect(await built(builder, "/lib")).toEqual({ names: ["lib-map"], warnings });
    // Once by its own builds, and once by that of the importing composition.
    expect(reads.get("/lib/composition.yaml")).toBe(2);
  });

  test("each report an error in a composition at the place of their own entry", async () => {
    const { builder } = counting({ ...FILES, "lib/composition.yaml": "apiVersion: v1\nkind: Pod\n" });
    const problems = ["/two", "/three"].map((target) => builder.build(target).then(String, diagnosticsOf));
    expect((await Promise.all(problems)).flat()).toMatchObject([
      { code: "no-kustomization", file: "two/kustomization.yaml" },
      { code: "no-kustomization", file: "three/kustomization.yaml" },
    ]);
  });

  test("each build a directory of configs", async () => {
    const { builder } = counting({
      ...FILES,
      "lib/composition.yaml":
        "kind: Composition\ntransformers:\n- {kind: ResourceAccumulator, paths: [map.yaml]}\n- configs\n",
      "lib/configs/kustomization.yaml": "resources: [prefix.yaml]\n",
      "lib/configs/prefix.yaml": "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: p}\nprefix: built-\n",
    });
    const all = await Promise.all(["/lib", "/two", "/one"].map((target) => built(builder, target)));
    expect(all.map(({ names }) => names)).toEqual([["built-map"], ["two-built-map"], ["built-map"]]);
  });
});

test("builds of a cycle at the same time do not wait for each other", async () => {
  const one = (other: string): Files => ({
    "composition.yaml": "kind: Composition\ntransformers: [configs]\n",
    "configs/kustomization.yaml": `resources: [../../${other}]\n`,
  });
  const within = (directory: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${directory}/${path}`, text]));
  const builder = createBuilder(memoryTree({ ...within("a", one("b")), ...within("b", one("a")) }));
  const problems = await Promise.all(["/a", "/b"].map((target) => builder.build(target).then(String, diagnosticsOf)));
  expect(problems.flat().map((each) => (each as { code: string }).code)).toEqual(["cycle", "cycle"]);
});

test("a composition of another repository is imported with its files", async () => {
  const elsewhere = memoryTree({
    "lib/composition.yaml": `kind: Composition
transformers:
- {kind: ResourceAccumulator, paths: [map.yaml, ../base]}
- {kind: ConfigMapGenerator, metadata: {name: made}, files: [a.txt], options: {disableNameSuffixHash: true}}
`,
    "lib/map.yaml": `${MAP}map\n`,
    "lib/a.txt": "a",
    "base/kustomization.yaml": "resources: [base.yaml]\n",
    "base/base.yaml": `${MAP}base\n`,
  });
  const remotes: Remotes = {
    file: () => Promise.reject(new Error("no file is fetched")),
    chart: () => Promise.reject(new Error("no chart is fetched")),
    repository: async () => ({ tree: elsewhere, sha: "0".repeat(40) }),
  };
  const tree = memoryTree({
    "composition.yaml":
      "kind: Composition\ntransformersFrom: [{path: 'https://example.com/org/lib.git//lib?ref=v1'}]\n",
  });
  const { resources } = await createBuilder(tree, { remotes }).build("/");
  expect(resources.map(({ yaml }) => yaml).join("")).toContain("  a.txt: a\n");
  expect(resources.map(({ name }) => name).sort()).toEqual(["base", "made", "map"]);
});

test("a function of a shared composition reads by the rules of its own build", async () => {
  const requests: FunctionRequest[] = [];
  const functions: Functions = {
    async prepare(request) {
      requests.push(request);
      return {
        title: "",
        generate: async () => [],
        transform: async () => ({ added: [], stated: [], removed: [] }),
        validate: async () => {},
      };
    },
    mayLackName: async () => undefined,
    close: async () => {},
  };
  const tree = memoryTree({
    "lib/composition.yaml":
      "kind: Composition\ntransformers: [{apiVersion: example.com/v1, kind: Fn, runtime: {exec: {path: a}}}]\n",
    "lib/a.txt": "a",
  });
  const builder = createBuilder(tree, { functions });
  await builder.build("/lib");
  await builder.build("/lib");
  const [first, second] = requests as [FunctionRequest, FunctionRequest];
  expect(first.config.node).not.toBe(second.config.node);
  expect(first.root).not.toBe(second.root);
  expect(second.phase).toEqual({ role: "transformer", sendsEmpty: true });
  expect(Buffer.from(await second.read("a.txt", { file: "" })).toString()).toBe("a");
});

describe("consolidate", () => {
  test("returns the list and runs nothing", async () => {
    const { builder, reads } = counting({ ...FILES, "lib/map.yaml": "broken: [" });
    const { entries, imported, diagnostics } = await builder.consolidate("/one");
    expect(entries.map(({ config }) => (toValue(config) as { metadata: Value }).metadata)).toEqual([
      { name: "maps" },
      { name: "myPrefix" },
    ]);
    expect(imported.map(({ path }) => path)).toEqual(["/lib"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["composition-name"]);
    expect(reads.has("/lib/map.yaml")).toBe(false);
  });

  test("fails for a kustomization", async () => {
    await expect(counting(FILES).builder.consolidate("/two")).rejects.toMatchObject({
      code: "wrong-kind",
      diagnostics: [{ message: "two holds a Kustomization, not a Composition", file: "two/kustomization.yaml" }],
    });
  });
});
