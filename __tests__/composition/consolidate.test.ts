/** Consolidation: lists, overrides, orders and paths. The numbers are those of the specification's examples. */
import { describe, expect, test } from "@jest/globals";
import { composition, consolidated, functionsNamed as fn, namesOf, valuesOf } from "./consolidating.ts";

const file = (fields: string) => ({ "top/composition.yaml": composition(fields) });

describe("lists", () => {
  test.each<[title: string, files: Record<string, string>, names: string[]]>([
    [
      "T2 an import is prepended by default",
      {
        ...file(`transformersFrom: [{path: ../base}]\ntransformers:\n${fn("own")}`),
        "base/composition.yaml": composition(`transformers:\n${fn("res", "label")}`),
      },
      ["res", "label", "own"],
    ],
    [
      "T3 an import that is appended",
      {
        ...file(`transformersFrom: [{path: ../base, importMode: append}]\ntransformers:\n${fn("own", "env")}`),
        "base/composition.yaml": composition(`transformers:\n${fn("res", "label")}`),
      },
      ["own", "env", "res", "label"],
    ],
    [
      "T5 a chain of a prepended and an appended import",
      {
        ...file(`transformersFrom: [{path: ../mid/composition.yaml}]\ntransformers:\n${fn("t-res", "t-lab")}`),
        "mid/composition.yaml": composition(
          `transformersFrom: [{path: ../base, importMode: append}]\ntransformers:\n${fn("m-res", "m-lab")}`,
        ),
        "base/composition.yml": composition(`transformers:\n${fn("b-res", "b-lab")}`),
      },
      ["m-res", "m-lab", "b-res", "b-lab", "t-res", "t-lab"],
    ],
    [
      "T7 two prepended imports stay in the order in which they are listed",
      {
        ...file(`transformersFrom: [{path: ../a}, {path: ../b}]\ntransformers:\n${fn("x")}`),
        "a/composition.yaml": composition(`transformers:\n${fn("a1", "a2")}`),
        "b/composition.yaml": composition(`transformers:\n${fn("b1")}`),
      },
      ["a1", "a2", "b1", "x"],
    ],
    [
      "T9 two appended imports",
      {
        ...file(
          `transformersFrom: [{path: ../a, importMode: append}, {path: ../b, importMode: append}]\ntransformers:\n${fn("x")}`,
        ),
        "a/composition.yaml": composition(`transformers:\n${fn("a1")}`),
        "b/composition.yaml": composition(`transformers:\n${fn("b1")}`),
      },
      ["x", "a1", "b1"],
    ],
    [
      "T17 the order of an imported composition holds within its block",
      {
        ...file(`transformersFrom: [{path: ../child}]\ntransformers:\n${fn("parent-label")}`),
        "child/composition.yaml": composition(
          `transformers:\n${fn("env-label", "org-label", "res")}transformerOrder: [{name: res}, {name: org-label}, {name: env-label}]\n`,
        ),
      },
      ["res", "org-label", "env-label", "parent-label"],
    ],
    [
      "T16 a complete order by names",
      file(`transformers:\n${fn("a", "b", "c")}transformerOrder: [{name: c}, {name: a}, {name: b}]\n`),
      ["c", "a", "b"],
    ],
    [
      "T16b a name of several entries, with their kinds",
      file(
        "transformers:\n- {apiVersion: a/v1, kind: A, metadata: {name: x}}\n- {apiVersion: a/v1, kind: B, metadata: {name: x}}\n- {apiVersion: a/v1, kind: B, metadata: {name: y}}\ntransformerOrder: [{name: y}, {name: x, kind: B}, {name: x, kind: A}]\n",
      ),
      ["y", "x", "x"],
    ],
    [
      "T16c a name and a kind of several entries, with their apiVersions, groups and versions",
      file(
        "transformers:\n- {apiVersion: a/v1, kind: A, metadata: {name: x}}\n- {apiVersion: a/v2, kind: A, metadata: {name: x}}\n- {apiVersion: b/v1, kind: A, metadata: {name: x}}\n- {apiVersion: b/v1, kind: A, metadata: {name: y}}\ntransformerOrder: [{name: y}, {name: x, apiVersion: a/v2}, {name: x, group: b}, {name: x, group: a, version: v1}]\n",
      ),
      ["y", "x", "x", "x"],
    ],
    [
      "an entry moved before an imported one, and one after an entry that a kind identifies",
      {
        ...file(
          `transformersFrom: [{path: ../base}]\ntransformers:\n${fn("own", "b")}- {apiVersion: a/v1, kind: B, metadata: {name: x}}\ntransformerOrder: [{name: own, before: b-label}, {name: b, kind: Fn, after: {name: x, kind: Fn}}]\n`,
        ),
        "base/composition.yaml": composition(`transformers:\n${fn("x", "b-res", "b-label")}`),
      },
      ["x", "b", "b-res", "own", "b-label", "x"],
    ],
    [
      "moves are made one after the other, also of imported entries",
      file(
        `transformers:\n${fn("a", "b", "c", "d")}transformerOrder: [{name: d, after: a}, {name: b, before: d}, {name: c, before: {name: a}}]\n`,
      ),
      ["c", "a", "b", "d"],
    ],
    [
      "a composition may import from a directory around it",
      {
        "app/overlays/prod/composition.yaml": composition(
          `transformersFrom: [{path: ../..}]\ntransformers:\n${fn("p")}`,
        ),
        "app/composition.yaml": composition(`transformers:\n${fn("app")}`),
        "top/composition.yaml": composition("transformersFrom: [{path: ../app/overlays/prod}]\n"),
      },
      ["app", "p"],
    ],
    ["the earlier vocabulary", file(`modules:\n${fn("a", "b")}moduleOrder: [{name: b}, {name: a}]\n`), ["b", "a"]],
    [
      "T30 a file with two documents and an inline text are entries in their places",
      {
        ...file(`transformers:\n${fn("a")}- lb.yaml\n- |\n  apiVersion: example.com/v1\n  kind: Inline\n${fn("z")}`),
        "top/lb.yaml":
          "apiVersion: example.com/v1\nkind: LoadBalancer\n---\napiVersion: example.com/v1\nkind: K8sThing\n",
      },
      ["a", "load-balancer", "k8s-thing", "inline", "z"],
    ],
    [
      "T21 names by default",
      file(
        ["JavaApplication", "HTTPLoadBalancer", "IAMPolicy", "SOPS"].reduce(
          (list, kind) => `${list}- {apiVersion: example.com/v1, kind: ${kind}}\n`,
          "transformers:\n",
        ),
      ),
      ["java-application", "http-load-balancer", "iam-policy", "sops"],
    ],
    [
      "T10 the same name in another group",
      {
        ...file(
          "transformersFrom: [{path: ../base}]\ntransformers:\n- {apiVersion: other.example.co/v1, kind: Labeller, metadata: {name: labeller}}\n",
        ),
        "base/composition.yaml": composition(
          "transformers:\n- {apiVersion: transformers.example.co/v1, kind: Labeller, metadata: {name: labeller}}\n",
        ),
      },
      ["labeller", "labeller"],
    ],
    [
      "T12b an own entry may have the identity of an imported one that an override removed",
      {
        ...file(
          `transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: Fn, metadata: {name: a}, $patch: delete}\ntransformers:\n${fn("own", "a")}`,
        ),
        "base/composition.yaml": composition(`transformers:\n${fn("a", "b")}`),
      },
      ["b", "own", "a"],
    ],
  ])("%s", async (_, files, names) => {
    expect(namesOf(await consolidated(files))).toEqual(names);
  });
});

describe("overrides", () => {
  const base = (entries: string) => ({ "base/composition.yaml": composition(`transformers:\n${entries}`) });
  test("the namespace is a field as any other: an override changes it", async () => {
    const result = await consolidated({
      ...file(
        "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {kind: NamespaceTransformer, metadata: {name: ns, namespace: prod}}\n- {apiVersion: a/v1, kind: A, metadata: {namespace: null}}\n",
      ),
      ...base(
        "- {kind: NamespaceTransformer, metadata: {name: ns, namespace: dev}}\n- {apiVersion: a/v1, kind: A, metadata: {namespace: x}}\n",
      ),
    });
    expect(valuesOf(result)).toEqual([
      { apiVersion: "builtin", kind: "NamespaceTransformer", metadata: { name: "ns", namespace: "prod" } },
      { apiVersion: "a/v1", kind: "A", metadata: { name: "a" } },
    ]);
    expect(result.entries.map(({ overrides }) => overrides.map(({ fields }) => fields))).toEqual([
      [["metadata.namespace"]],
      [["metadata.namespace"]],
    ]);
  });

  const javaApp = "{apiVersion: example.com/v1, kind: JavaApp, metadata: {name: app}, spec: {version: v1, team: a}}";

  test("T4 an override changes fields, and keeps the others and the place in the list", async () => {
    const result = await consolidated({
      ...file(
        "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: JavaApp, metadata: {name: app, labels: {x: y}}, spec: {version: v2}}\n",
      ),
      ...base(`- ${javaApp}\n${fn("logger")}`),
    });
    expect(namesOf(result)).toEqual(["app", "logger"]);
    expect(valuesOf(result)[0]).toEqual({
      apiVersion: "example.com/v1",
      kind: "JavaApp",
      metadata: { name: "app", labels: { x: "y" } },
      spec: { version: "v2", team: "a" },
    });
    expect(result.entries[0]).toMatchObject({
      location: { file: "base/composition.yaml", line: 3, column: 3 },
      imports: [{ file: "top/composition.yaml", line: 2, column: 20 }],
      overrides: [
        { location: { file: "top/composition.yaml", line: 4, column: 3 }, fields: ["metadata.labels", "spec.version"] },
      ],
    });
  });

  test.each<[title: string, override: string, spec: unknown]>([
    [
      "T24 lists are replaced",
      "spec: {maps: [{name: b, v: 9}]}",
      { maps: [{ name: "b", v: 9 }], gone: 1, deep: { a: 1 } },
    ],
    ["T24 null removes a field", "spec: {gone: null}", { maps: [{ name: "a" }, { name: "b" }], deep: { a: 1 } }],
    ["maps are merged", "spec: {deep: {b: 2}, maps: null}", { gone: 1, deep: { a: 1, b: 2 } }],
    ["$patch replaces a map", "spec: {$patch: replace, x: 1}", { x: 1 }],
    ["$patch deletes a map", "spec: {deep: {$patch: delete}, maps: null}", { gone: 1 }],
    [
      "nulls in a new map disappear",
      "spec: {maps: null, deep: null, more: {x: null, y: 2}}",
      { gone: 1, more: { y: 2 } },
    ],
    ["a map replaces a scalar", "spec: {maps: null, deep: null, gone: {z: 1}}", { gone: { z: 1 } }],
    [
      "containers are replaced as well",
      "spec: {maps: [], deep: null, gone: null, containers: [{name: x}]}",
      { maps: [], containers: [{ name: "x" }] },
    ],
  ])("%s", async (_, override, spec) => {
    const result = await consolidated({
      ...file(
        `transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: App, ${override}}\n`,
      ),
      ...base(
        "- {apiVersion: example.com/v1, kind: App, spec: {maps: [{name: a}, {name: b}], gone: 1, deep: {a: 1}}}\n",
      ),
    });
    expect(valuesOf(result)).toEqual([{ apiVersion: "example.com/v1", kind: "App", metadata: { name: "app" }, spec }]);
  });

  test("T24 $patch: delete removes the entry", async () => {
    const result = await consolidated({
      ...file(
        "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: Fn, metadata: {name: a}, $patch: delete}\n",
      ),
      ...base(fn("a", "b")),
    });
    expect(namesOf(result)).toEqual(["b"]);
  });

  test("T23 a runtime is replaced as a whole, and its paths are relative to the overriding composition", async () => {
    const result = await consolidated({
      ...file(
        "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: App, runtime: {container: {image: b}}}\n- {apiVersion: example.com/v1, kind: Other, spec: {x: 1}}\n",
      ),
      ...base(
        "- {apiVersion: example.com/v1, kind: App, provider: {container: {image: a, network: true}}}\n- {apiVersion: example.com/v1, kind: Other, runtime: {exec: {path: ./run}}}\n",
      ),
    });
    expect(valuesOf(result)[0]).toMatchObject({ runtime: { container: { image: "b" } } });
    expect(valuesOf(result)[0]).not.toHaveProperty("provider");
    expect(result.entries.map(({ root }) => root.path)).toEqual(["/top", "/base"]);
  });

  test.each([
    ["runtime: {exec: {path: ./new}}", { runtime: { exec: { path: "./new" } } }, undefined],
    [
      "metadata: {annotations: {config.kubernetes.io/function: 'exec: {path: new}'}}",
      {},
      { "config.kubernetes.io/function": "exec: {path: new}" },
    ],
  ])("T23 no other specification of the function is left beside %s", async (override, fields, annotations) => {
    for (const old of [
      "provider: {exec: {path: ./old}}",
      "metadata: {annotations: {config.kubernetes.io/function: 'exec: {path: old}'}}",
    ]) {
      const result = await consolidated({
        ...file(
          `transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: App, ${override}}\n`,
        ),
        ...base(`- {apiVersion: example.com/v1, kind: App, ${old}}\n`),
      });
      const [value] = valuesOf(result) as [{ metadata: { annotations?: object } }];
      expect(value).not.toHaveProperty("provider");
      expect(value).toMatchObject(fields);
      expect(Object.entries(value.metadata.annotations ?? {})).toEqual(Object.entries(annotations ?? {}));
      expect(result.entries[0]?.root.path).toBe("/top");
    }
  });

  test.each(["metadata: {annotations: {a: b}}", "spec: {}"])(
    "an override cannot move a function with %s",
    async (fields) => {
      const result = await consolidated({
        ...file(
          "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: App, metadata: {annotations: {krm-render.dev/dir: ../x}}}\n",
        ),
        ...base(`- {apiVersion: example.com/v1, kind: App, ${fields}}\n`),
      });
      expect(JSON.stringify(valuesOf(result))).not.toContain("krm-render.dev");
      expect(result.entries[0]?.root.path).toBe("/base");
    },
  );

  test("an annotation with the old name moves the function to the overriding composition as well", async () => {
    const result = await consolidated({
      ...file(
        "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: App, metadata: {annotations: {config.k8s.io/function: 'exec: {path: ./mine}'}}}\n",
      ),
      ...base(
        "- {apiVersion: example.com/v1, kind: App, metadata: {annotations: {config.k8s.io/function: 'exec: {path: ./its}'}}}\n",
      ),
    });
    expect(result.entries.map(({ root }) => root.path)).toEqual(["/top"]);
  });

  test("T8 an override of one of two imports", async () => {
    const result = await consolidated({
      ...file(
        "transformersFrom: [{path: ../base}, {path: ../other}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: Fn, metadata: {name: o}, spec: {v: 1}}\n",
      ),
      ...base(fn("a")),
      "other/composition.yaml": composition(`transformers:\n${fn("o")}`),
    });
    expect(valuesOf(result)[1]).toMatchObject({ metadata: { name: "o" }, spec: { v: 1 } });
  });

  test("T6 overrides on two levels: the last one decides, in its own directory", async () => {
    const override = (path: string) =>
      `transformerOverrides:\n- {kind: ResourceAccumulator, metadata: {name: local}, paths: [${path}]}\n`;
    const result = await consolidated({
      ...file(`transformersFrom: [{path: ../mid}]\n${override("top.yaml")}`),
      "mid/composition.yaml": composition(`transformersFrom: [{path: ../base}]\n${override("middle.yaml")}`),
      ...base("- {kind: ResourceAccumulator, metadata: {name: local}, paths: [base.yaml]}\n"),
    });
    expect(valuesOf(result)).toEqual([
      { apiVersion: "builtin", kind: "ResourceAccumulator", metadata: { name: "local" }, paths: ["top.yaml"] },
    ]);
    expect(result.entries[0]?.overrides.map(({ location }) => location.file)).toEqual([
      "mid/composition.yaml",
      "top/composition.yaml",
    ]);
  });

  test("a value of one of several levels of overrides counts by the level, and a runtime moves the function to its file", async () => {
    const override = (spec: string) =>
      `transformerOverrides:\n- {apiVersion: example.com/v1, kind: App, ${spec}}\n- {apiVersion: example.com/v1, kind: App, spec: {last: ${spec.length}}}\n`;
    const result = await consolidated({
      ...file(`transformersFrom: [{path: ../mid}]\n${override("spec: {b: {y: 4}}")}`),
      "mid/composition.yaml": composition(
        `transformersFrom: [{path: ../base}]\n${override("spec: {a: null, b: {$patch: replace, x: 3}}, runtime: {exec: {path: ./run}}")}`,
      ),
      ...base("- {apiVersion: example.com/v1, kind: App, spec: {a: 1, b: {z: 2}}, runtime: {exec: {path: ./old}}}\n"),
    });
    expect(valuesOf(result)).toMatchObject([
      { spec: { b: { x: 3, y: 4 }, last: 17 }, runtime: { exec: { path: "./run" } } },
    ]);
    expect(result.entries.map(({ root, overrides }) => [root.path, overrides.map(({ fields }) => fields)])).toEqual([
      ["/mid", [["spec.a", "spec.b", "runtime"], ["spec.last"], ["spec.b.y"], ["spec.last"]]],
    ]);
  });

  test("an imported composition stays as it is where it is imported a second time", async () => {
    const result = await consolidated({
      ...file("transformersFrom: [{path: ../left}, {path: ../right}]\n"),
      "left/composition.yaml": composition(
        "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: Fn, metadata: {name: a}, $patch: delete}\n- {apiVersion: example.com/v1, kind: Fn, metadata: {name: b}, spec: {changed: 1}}\n",
      ),
      "right/composition.yaml": composition(
        "transformersFrom: [{path: ../base}]\ntransformerOverrides:\n- {apiVersion: example.com/v1, kind: Fn, metadata: {name: b}, $patch: delete}\n",
      ),
      ...base(fn("a", "b")),
    });
    expect(valuesOf(result)).toMatchObject([
      { metadata: { name: "b" }, spec: { changed: 1 } },
      { metadata: { name: "a" } },
    ]);
    expect(valuesOf(result)[1]).not.toHaveProperty("spec");
  });
});

describe("paths", () => {
  test.each<[title: string, entry: string, expected: object]>([
    [
      "T31 files of a generator",
      "{kind: ConfigMapGenerator, name: x, files: [a.txt, key=sub/b.txt], envs: [.env], literals: [x=y.txt]}",
      { files: ["a.txt=../lib/a.txt", "key=../lib/sub/b.txt"], envs: ["../lib/.env"], literals: ["x=y.txt"] },
    ],
    ["a patch", "{kind: PatchTransformer, path: p.yaml}", { path: "../lib/p.yaml" }],
    [
      "directories and addresses",
      "{kind: ResourceAccumulator, paths: [cm.yaml, ../base, 'https://example.com/a.yaml', github.com/org/repo]}",
      { paths: ["../lib/cm.yaml", "../base", "https://example.com/a.yaml", "github.com/org/repo"] },
    ],
    [
      "a chart",
      "{kind: HelmChartInflationGenerator, name: c, valuesFile: v.yaml}",
      { valuesFile: "../lib/v.yaml", chartHome: "../lib/charts" },
    ],
    [
      "configs of functions are opaque",
      "{apiVersion: example.com/v1, kind: Fn, path: p.yaml, files: [a.txt]}",
      { path: "p.yaml", files: ["a.txt"] },
    ],
    [
      "an inline kustomization",
      `{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization, Resources: [r.yaml, ../base], patches: [{path: p.yaml}, {patch: 'x: y'}],
    configMapGenerator: [{name: c, files: [a.txt], env: e}], transformers: [t.yaml, "{apiVersion: builtin, kind: PatchTransformer, metadata: {name: p}, path: q.yaml}", {apiVersion: builtin, kind: PatchTransformer, path: z.yaml}],
    patchesStrategicMerge: [s.yaml, "{kind: X, metadata: {name: y}}"], openapi: {path: o.json}, helmCharts: [{name: c, valuesFile: v.yaml}]}`,
      {
        Resources: ["../lib/r.yaml", "../base"],
        patches: [{ path: "../lib/p.yaml" }, { patch: "x: y" }],
        configMapGenerator: [{ name: "c", files: ["a.txt=../lib/a.txt"], env: "../lib/e" }],
        transformers: [
          "../lib/t.yaml",
          "apiVersion: builtin\nkind: PatchTransformer\nmetadata:\n  name: p\npath: ../lib/q.yaml\n",
          { apiVersion: "builtin", kind: "PatchTransformer", path: "../lib/z.yaml" },
        ],
        patchesStrategicMerge: ["../lib/s.yaml", "{kind: X, metadata: {name: y}}"],
        openapi: { path: "../lib/o.json" },
        helmCharts: [{ name: "c", valuesFile: "../lib/v.yaml" }],
        helmGlobals: { chartHome: "../lib/charts" },
      },
    ],
  ])("%s is relative to the composition that wrote it", async (_, entry, expected) => {
    const files = {
      "lib/composition.yaml": composition(`transformers:\n- ${entry}\n`),
      "base/kustomization.yaml": "namePrefix: x-\n",
    };
    const imported = await consolidated({ ...file("transformersFrom: [{path: ../lib}]\n"), ...files });
    expect(valuesOf(imported)[0]).toMatchObject(expected);
    expect(imported.imported.map(({ path }) => path)).toEqual(["/lib"]);
  });

  test("T31 each path of an overridden entry is relative to the file that wrote it", async () => {
    const result = await consolidated({
      ...file(
        "transformersFrom: [{path: ../lib}]\ntransformerOverrides:\n- {kind: ConfigMapGenerator, literals: [a=b], envs: [mine.env]}\n",
      ),
      "lib/composition.yaml": composition(
        "transformers:\n- {kind: ConfigMapGenerator, files: [a.txt], envs: [its.env]}\n",
      ),
    });
    expect(valuesOf(result)[0]).toMatchObject({ files: ["a.txt=../lib/a.txt"], envs: ["mine.env"], literals: ["a=b"] });
  });

  test("paths of the composition itself stay as they are written", async () => {
    const result = await consolidated(
      file("transformers:\n- {kind: ConfigMapGenerator, files: [./a.txt, k=b/../c]}\n"),
    );
    expect(valuesOf(result)[0]).toMatchObject({ files: ["./a.txt", "k=b/../c"] });
  });
});
