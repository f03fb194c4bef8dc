/** Which targets are affected by which changes, and the reasons that are given. */
import { describe, expect, test } from "@jest/globals";
import { memoryTree, type Tree } from "../../src/sources/index.ts";
import { planTargets } from "../../src/targets/index.ts";

type Files = Readonly<Record<string, string>>;

const NAMED_ELSEWHERE = "Fn runs what a catalog or a plugin names";
const MOUNTS = "Fn mounts directories";
const ANNOTATED = "{config.kubernetes.io/function: '{exec: {path: f}}'}";
const FN = `{apiVersion: v1, kind: Fn, metadata: {name: f, annotations: ${ANNOTATED}}}\n`;
const FETCHED = "its configs are fetched";
const OBJECT = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n";

/** The reasons by the paths of the affected targets. */
async function affected(
  base: Tree,
  head: Tree,
  options: Parameters<typeof planTargets>[2] = {},
  patterns: readonly string[] = [],
): Promise<Record<string, string>> {
  const { targets } = await planTargets({ base, head }, patterns, options);
  return Object.fromEntries(targets.flatMap((target) => (target.affected ? [[target.path, target.why]] : [])));
}

/** Why the target `t` is affected by a change of one file; undefined if it is not. */
async function why(files: Files, changed: string, links: Files = {}): Promise<string | undefined> {
  const { [changed]: before, ...others } = files;
  const after = { ...others, [changed]: `${before ?? ""}# changed\n` };
  const both = { "u/kustomization.yaml": "namePrefix: u-\n", ...others };
  const base = memoryTree(before === undefined ? both : { ...both, [changed]: before }, links);
  const head = memoryTree({ ...both, ...after }, links);
  const reasons = await affected(base, head, {}, ["t", "u"]);
  expect(Object.keys(reasons)).not.toContain("u");
  return reasons["t"];
}

describe("a target depends on what is named by", () => {
  const of = (text: string): Files => ({ "t/kustomization.yaml": `${text}\n` });
  const kustomization = "resources: [a.yaml]\n";
  const composition = (text: string): Files => ({
    "t/composition.yaml": `kind: Composition\napiVersion: kustomize.config.k8s.io/v1alpha1\n${text}\n`,
  });
  const accumulator = (path: string): string => `{kind: ResourceAccumulator, metadata: {name: r}, paths: [${path}]}`;

  test.each<[field: string, files: Files, changed: string]>([
    ["resources, a directory", { ...of("resources: [../b]"), "b/kustomization.yaml": kustomization }, "b/a.yaml"],
    ["resources, a file outside", of("resources: [../b.yaml]"), "b.yaml"],
    ["resources, in any case", { ...of("Resources: [../b]"), "b/kustomization.yaml": kustomization }, "b/a.yaml"],
    [
      "resources, with a line break",
      { ...of('resources: ["../b\\nc"]'), "b\nc/kustomization.yaml": "" },
      "b\nc/a.yaml",
    ],
    ["resources, in base64", { ...of("resources: [!!binary Li4vYg==]"), "b/kustomization.yaml": "" }, "b/a.yaml"],
    ["resources, in a field in base64", of("? !!binary cmVzb3VyY2Vz\n: [../b]"), "b/kustomization.yaml"],
    ["resources, nothing so far", of("resources: [../b]"), "b/kustomization.yaml"],
    ["bases", { ...of("bases: [../b]"), "b/kustomization.yml": kustomization }, "b/a.yaml"],
    ["components", { ...of("components: [../c]"), "c/Kustomization": "kind: Component\n" }, "c/Kustomization"],
    ["a base of a base", { ...of("resources: [../b]"), "b/kustomization.yaml": "bases: [../c]\n" }, "c/x"],
    ["crds", of("crds: [../types.json]"), "types.json"],
    ["configurations", of("configurations: [../fields.yaml]"), "fields.yaml"],
    ["openapi", of("openapi: {path: ../types.json}"), "types.json"],
    ["replacements", of("replacements: [{path: ../r.yaml}]"), "r.yaml"],
    ["patches", of("patches: [{path: ../p.yaml}]"), "p.yaml"],
    ["patchesStrategicMerge", of("patchesStrategicMerge: [../p.yaml]"), "p.yaml"],
    ["patchesJson6902", of("patchesJson6902: [{path: ../p.yaml, target: {kind: A, name: a}}]"), "p.yaml"],
    ["files of a generator", of("configMapGenerator: [{name: a, files: [key=../f]}]"), "f"],
    ["envs of a generator", of("secretGenerator: [{name: a, envs: [../f.env]}]"), "f.env"],
    [
      "a chart in a list of configs",
      {
        ...of("generators: [g.yaml]"),
        "t/g.yaml":
          "kind: List\nitems: [{apiVersion: builtin, kind: HelmChartInflationGenerator, name: a, chartHome: ../c}]\n",
        "c/a/Chart.yaml": "",
      },
      "c/a/templates/b.yaml",
    ],
    ["catalogs", of("catalogs: [../catalog.yaml]"), "catalog.yaml"],
    ["a chart", of("helmCharts: [{name: one}]\nhelmGlobals: {chartHome: ../charts}"), "charts/one/templates/a.yaml"],
    ["a chart that was pulled", of("helmCharts: [{name: one, version: '1'}]"), "t/charts/one-1/one/Chart.yaml"],
    ["values of a chart", of("helmCharts: [{name: one, valuesFile: ../values.yaml}]"), "values.yaml"],
    ["more values", of("helmCharts: [{name: one, additionalValuesFiles: [../more.yaml]}]"), "more.yaml"],
    [
      "the legacy list of charts",
      of("helmChartInflationGenerator: [{chartName: one, chartHome: ../charts}]"),
      "charts/one/Chart.yaml",
    ],
    ["a config that is listed", of("transformers: [../config.yaml]"), "config.yaml"],
    [
      "a file of configs, relative to the directory that lists it",
      { ...of("transformers: [c/config.yaml]"), "t/c/config.yaml": "apiVersion: builtin\npath: ../p.yaml\n" },
      "p.yaml",
    ],
    ["an inline config", of("transformers:\n- |-\n  apiVersion: builtin\n  path: ../p.yaml"), "p.yaml"],
    ["a config as a mapping", of("generators: [{apiVersion: builtin, files: [../f]}]"), "f"],
    [
      "a chart of a config",
      {
        ...of("generators: [c.yaml]"),
        "t/c.yaml": "apiVersion: builtin\nkind: HelmChartInflationGenerator\nname: one\nchartHome: ../charts\n",
      },
      "charts/one/Chart.yaml",
    ],
    [
      "configs that a directory makes",
      {
        ...of("transformers: [../c]"),
        "c/kustomization.yaml": "resources: [config.yaml]\n",
        "c/config.yaml": "apiVersion: builtin\npath: ../p.yaml\n",
      },
      "p.yaml",
    ],
    [
      "a Starlark program, whose config is elsewhere",
      { ...of("transformers: [../c]"), "c/kustomization.yaml": "resources: [f.yaml]\n" },
      "c/fn.star",
    ],
    [
      "an import of a composition",
      { ...composition("transformersFrom: [{path: ../m}]"), "m/composition.yaml": "kind: Composition\n" },
      "m/x.yaml",
    ],
    [
      "an import by its file",
      { ...composition("transformersFrom: [{path: ../m/composition.yaml}]"), "m/composition.yaml": "" },
      "m/composition.yaml",
    ],
    ["a path of an entry", composition(`transformers: [${accumulator("../b")}]`), "b/kustomization.yaml"],
    ["an override", composition(`transformerOverrides: [${accumulator("../b.yaml")}]`), "b.yaml"],
    ["a file of entries", { ...composition("transformers: [e.yaml]"), "t/e.yaml": accumulator("../b") }, "b/a.yaml"],
    [
      "a config of an inline kustomization",
      composition(
        "transformers: [{kind: Kustomization, apiVersion: kustomize.config.k8s.io/v1beta1, transformers: [../c.yaml]}]",
      ),
      "c.yaml",
    ],
    [
      "the home of charts, of which others may override the names",
      composition("transformers: [{kind: HelmChartInflationGenerator, name: one, chartHome: ../charts}]"),
      "charts/two/Chart.yaml",
    ],
  ])("%s", async (_, files, changed) => {
    const all = { "b/kustomization.yaml": "namePrefix: b-\n", ...files };
    expect(await why(all, changed)).toMatch(new RegExp(`^${changed} (changed|is new)$`));
  });

  test.each<[name: string, files: Files, links: Files, changed: string]>([
    ["a link to a base", of("resources: [../l]"), { l: "b" }, "b/a.yaml"],
    ["a link to a link", of("resources: [../l]"), { l: "m", m: "b" }, "b/a.yaml"],
    ["a link above a base", of("resources: [../l/b]"), { l: "x" }, "x/b/a.yaml"],
    ["a link in the directory", of("configMapGenerator: [{files: [l]}]"), { "t/l": "../f" }, "f"],
    ["a link in a directory of it", of("configMapGenerator: [{files: [d/l/f]}]"), { "t/d/l": "../../d" }, "d/f"],
    [
      "a link within what a link leads to",
      of("configMapGenerator: [{files: [l/m]}]"),
      { "t/l": "../d", "d/m": "../f" },
      "f",
    ],
    ["a link that dangles", of("resources: [l]"), { "t/l": "../b" }, "b/a.yaml"],
    ["a kustomization that is a link", {}, { "t/kustomization.yaml": "../k.yaml" }, "k.yaml"],
  ])("%s", async (_, files, links, changed) => {
    expect(await why({ "d/x": "", ...files }, changed, links)).toContain(changed);
  });

  test.each<[name: string, base: Files, head: Files]>([
    ["leads elsewhere", { l: "b" }, { l: "c" }],
    ["leads to the same by another way", { l: "b" }, { l: "./b" }],
    ["is gone", { l: "b" }, {}],
    ["is new", {}, { l: "b" }],
  ])("a link that %s", async (_, before, after) => {
    const files = { ...of("resources: [../l]"), "b/kustomization.yaml": "", "c/kustomization.yaml": "" };
    expect(Object.keys(await affected(memoryTree(files, before), memoryTree(files, after), {}, ["t"]))).toEqual(["t"]);
  });

  test("a directory that becomes a link", async () => {
    const files = { ...of("resources: [../b]"), "c/kustomization.yaml": "" };
    const base = memoryTree({ ...files, "b/kustomization.yaml": "" });
    expect(Object.keys(await affected(base, memoryTree(files, { b: "c" }), {}, ["t"]))).toEqual(["t"]);
  });

  test("an absolute path, if its directory is gone, but not what is in it", async () => {
    const files = { ...of("resources: [/d]"), "d/a": "" };
    expect(await why(files, "d/b")).toBeUndefined();
    expect(Object.keys(await affected(memoryTree(files), memoryTree(of("resources: [/d]")), {}, ["t"]))).toEqual(["t"]);
  });
});

describe("a target does not depend on", () => {
  test.each<[name: string, files: Files, changed: string]>([
    ["a directory that it does not name", { "t/kustomization.yaml": "resources: [../b]\n" }, "c/a.yaml"],
    ["a neighbour with a name that begins like its own", { "t/kustomization.yaml": "{}" }, "t2/a.yaml"],
    [
      "another chart",
      { "t/kustomization.yaml": "helmCharts: [{name: one}]\nhelmGlobals: {chartHome: ../c}\n" },
      "c/two/a",
    ],
    [
      "what lies beside a file that it names",
      { "t/kustomization.yaml": "patches: [{path: ../d/p.yaml}]\n" },
      "d/q.yaml",
    ],
    ["the top, which a text names", { "t/kustomization.yaml": "configMapGenerator: [{literals: [A=/]}]\n" }, "x"],
  ])("%s", async (_, files, changed) => {
    const all = { "b/kustomization.yaml": "", "c/one/a": "", "d/p.yaml": "", ...files };
    expect(await why(all, changed)).toBeUndefined();
  });
});

describe("in doubt, a target is affected:", () => {
  const config = (text: string): Files => ({ "t/kustomization.yaml": `transformers: [f.yaml]\n`, "t/f.yaml": text });
  const fn = (specification: string): Files =>
    config(
      `apiVersion: example.com/v1\nkind: Fn\nmetadata:\n  name: f\n  annotations:\n    config.kubernetes.io/function: |\n      ${specification}\n`,
    );

  test.each<[name: string, files: Files, reason: string | undefined]>([
    ["an executable", fn("exec: {path: ./f.sh}"), "Fn runs an executable"],
    [
      "an executable that has the kind of a built-in",
      config(
        "kind: PatchTransformer\nmetadata: {annotations: {config.kubernetes.io/function: '{exec: {path: ./f.sh}}'}}\n",
      ),
      "PatchTransformer runs an executable",
    ],
    [
      "an executable in base64",
      config("kind: Fn\nmetadata: {annotations: {config.kubernetes.io/function: !!binary e2V4ZWM6IHtwYXRoOiBmfX0=}}\n"),
      "Fn runs an executable",
    ],
    [
      "a config in a field in base64",
      { "t/kustomization.yaml": "? !!binary dHJhbnNmb3JtZXJz\n: [{kind: Fn}]\n" },
      "Fn runs what a catalog or a plugin names",
    ],
    [
      "an executable in a list",
      config(`kind: List\nitems: [{kind: List, items: [{kind: Fn, metadata: {annotations: ${ANNOTATED}}}]}]\n`),
      "Fn runs an executable",
    ],
    ["a config at an address", { "t/kustomization.yaml": "transformers: ['https://a.example/f.yaml']\n" }, FETCHED],
    ["configs of a repository", { "t/kustomization.yaml": "generators: ['github.com/a/b//c?ref=v1']\n" }, FETCHED],
    [
      "a directory of configs at an address",
      { "t/kustomization.yaml": "validators: [../v]\n", "v/kustomization.yaml": "bases: ['github.com/a/b//c']\n" },
      FETCHED,
    ],
    [
      "an import of a composition of a repository",
      { "t/composition.yaml": "kind: Composition\ntransformersFrom: [{path: 'github.com/a/b//c'}]\n" },
      FETCHED,
    ],
    ["objects of a repository", { "t/kustomization.yaml": "resources: ['github.com/a/b//c']\n" }, undefined],
    ["an executable beside an image", fn("{container: {image: a}, exec: {path: ./f.sh}}"), "Fn runs an executable"],
    ["a mount", fn("container: {image: a, mounts: [{type: bind, src: d}]}"), "Fn mounts directories"],
    ["a container", fn("container: {image: a}"), undefined],
    ["a Starlark program", fn("starlark: {path: f.star}"), undefined],
    [
      "a function of a catalog",
      config("apiVersion: example.com/v1\nkind: Fn\n"),
      "Fn runs what a catalog or a plugin names",
    ],
    ["a specification with a mistake", fn("container: ["), "Fn runs what a catalog or a plugin names"],
    [
      "a config without a kind",
      config("apiVersion: example.com/v1\n"),
      "a config runs what a catalog or a plugin names",
    ],
    ["a built-in", config("apiVersion: builtin\nkind: LabelTransformer\n"), undefined],
    [
      "configs that are patched",
      {
        "t/kustomization.yaml": "transformers: [../c]\n",
        "c/kustomization.yaml": "resources: [f.yaml]\npatches: [{path: p.yaml}]\n",
      },
      "its configs are made by c",
    ],
    // Its build fails on both sides, whatever else changes.
    ["a template", { "t/kustomization.yaml": "resources:\n- ../b\n{% if a %}\n" }, undefined],
    ["a template with a mapping as a key", { "t/kustomization.yaml": "resources:\n- ../b\n- {{ a }}\n" }, undefined],
    [
      "a template of configs",
      { "t/kustomization.yaml": "generators: [g.yaml]\n", "t/g.yaml": "a: {{ b }}: [\n" },
      undefined,
    ],
    [
      "a kustomization that is too long",
      { "t/kustomization.yaml": `namePrefix: a\n${"# words\n".repeat(200_000)}` },
      "t: it is too large to be searched",
    ],
    [
      "an entry of a composition",
      {
        "t/composition.yaml":
          "kind: Composition\ntransformers: [{apiVersion: a/v1, kind: Fn, runtime: {exec: {path: f}}}]\n",
      },
      "Fn runs an executable",
    ],
    [
      "an override of a program",
      { "t/composition.yaml": "kind: Composition\ntransformerOverrides: [{kind: Fn, runtime: {exec: {path: f}}}]\n" },
      "Fn runs an executable",
    ],
    [
      "an override of a field",
      { "t/composition.yaml": "kind: Composition\ntransformerOverrides: [{kind: Fn, spec: {a: b}}]\n" },
      undefined,
    ],
  ])("%s", async (_, files, reason) => {
    expect(await why(files, "elsewhere")).toBe(reason);
  });

  test.each<[name: string, files: Files, programs: object, expected: Record<string, string>]>([
    ["executables", fn("exec: {path: f}"), { executables: false }, {}],
    ["executables, but not plugins", fn("exec: {path: f}"), { plugins: false }, { t: "Fn runs an executable" }],
    ["plugins", config("kind: Fn\n"), { plugins: false }, {}],
    ["plugins, but not executables", config("kind: Fn\n"), { executables: false }, { t: NAMED_ELSEWHERE }],
    ["neither, but mounts", fn("container: {mounts: []}"), { executables: false, plugins: false }, { t: MOUNTS }],
  ])("what cannot run is no doubt: %s", async (_, files, programs, expected) => {
    expect(await affected(memoryTree(files), memoryTree({ ...files, x: "" }), { programs })).toEqual(expected);
  });

  test.each(["catalogs/c.yaml", "catalogs/run", "listed/c.yaml", "listed/run"])(
    "functions of catalogs depend on catalogs, and on programs that these name: %s",
    async (changed) => {
      const text = "kind: Catalog\nspec: {functions: [{runtime: {exec: {url: run}}}]}\n";
      const files = {
        "t/kustomization.yaml": "transformers: [f.yaml]\ncatalogs: ['../listed/c.yaml#sha256=abc']\n",
        "t/f.yaml": "apiVersion: a/v1\nkind: Fn\n",
        "o/kustomization.yaml": "namePrefix: o-\n",
        "catalogs/c.yaml": text,
        "listed/c.yaml": text,
        "catalogs/run": "",
        "listed/run": "",
      };
      const programs = { executables: false, plugins: false, catalogs: ["/catalogs/c.yaml"] };
      const head = memoryTree({ ...files, [changed]: `${text}# changed\n` });
      expect(await affected(memoryTree(files), head, { programs })).toEqual({ t: `${changed} changed` });
      expect(await affected(memoryTree(files), memoryTree({ ...files, x: "" }), { programs })).toEqual({});
    },
  );

  test("a base in doubt counts for what includes it", async () => {
    const files = { ...fn("exec: {path: f}"), "o/kustomization.yaml": "resources: [../t]\n" };
    expect(await affected(memoryTree(files), memoryTree({ ...files, x: "" }))).toEqual({ o: "Fn runs an executable" });
  });

  test.each<[options: Parameters<typeof planTargets>[2], reason: string]>([
    [{ loadRestrictor: "none" }, "load restrictions are lifted"],
    [{ doubts: ["the lock changed", "another"] }, "the lock changed"],
  ])("%j", async (options, reason) => {
    const files = { "t/kustomization.yaml": "namePrefix: a-\n" };
    const trees = { base: memoryTree(files), head: memoryTree({ ...files, x: "" }) };
    expect(await planTargets(trees, [], options)).toMatchObject({
      doubt: reason,
      targets: [{ path: "t", affected: true, why: reason }],
    });
  });

  test("trees without ids, such as those on disk", async () => {
    const base = memoryTree({ "t/kustomization.yaml": "" });
    const { stored: _, ...head } = base;
    expect(await affected(base, head)).toEqual({ t: "it is not known which files changed" });
  });
});

describe("a plan", () => {
  const files = { "b/kustomization.yaml": "resources: [a.yaml]\n", "b/a.yaml": OBJECT };
  const overlay = { "o/kustomization.yaml": "resources: [../b]\n" };
  const base = memoryTree({ ...files, ...overlay, "gone/kustomization.yaml": "namePrefix: a-\n" });

  test("gives the reasons that a person can check", async () => {
    const head = memoryTree({
      ...files,
      ...overlay,
      "b/c.yaml": "",
      "b/a.yaml": "",
      "new/kustomization.yaml": "a: b\n",
    });
    const { targets, changedFiles } = await planTargets({ base, head }, []);
    expect({ targets, changedFiles }).toEqual({
      targets: [
        {
          id: "gone",
          path: "gone",
          reason: "no other kustomization includes it",
          affected: true,
          why: "the target is gone",
          changed: ["gone/kustomization.yaml"],
        },
        {
          id: "new",
          path: "new",
          reason: "no other kustomization includes it",
          affected: true,
          why: "new target",
          changed: ["new/kustomization.yaml"],
        },
        {
          id: "o",
          path: "o",
          reason: "no other kustomization includes it",
          affected: true,
          why: "b/a.yaml changed, and 1 more",
          changed: ["b/a.yaml", "b/c.yaml"],
        },
      ],
      changedFiles: new Set(["b/a.yaml", "b/c.yaml", "gone/kustomization.yaml", "new/kustomization.yaml"]),
    });
  });

  test.each<{ what: string; options: Parameters<typeof planTargets>[2]; left?: readonly string[] | undefined }>([
    { what: "all are rendered", options: { affectedOnly: false }, left: [] },
    { what: "a lock is written", options: { doubts: ["a lock of all targets is written"] }, left: [] },
    { what: "a lock differs", options: { doubts: ["the lock differs"], haveSameRules: false } },
    { what: "a lock differs and all are rendered", options: { affectedOnly: false, haveSameRules: false } },
    { what: "load restrictions are lifted", options: { loadRestrictor: "none" } },
  ])("tells the changed files also where $what", async ({ options, left }) => {
    const head = memoryTree({ ...files, ...overlay, "gone/kustomization.yaml": "namePrefix: a-\n", "b/a.yaml": "" });
    const { targets } = await planTargets({ base, head }, [], options);
    expect(targets.map(({ path, affected: isAffected, changed }) => [path, isAffected, changed])).toEqual([
      ["gone", true, left],
      ["o", true, ["b/a.yaml"]],
    ]);
    const same = await planTargets({ base, head: base }, [], options);
    expect(same.targets.map(({ changed }) => changed)).toEqual([[], []]);
  });

  test("does not say which files changed where that is not known", async () => {
    const { stored: _, ...unnamed } = base;
    const executable = { "gone/kustomization.yaml": `transformers: [fn.yaml]\n`, "gone/fn.yaml": FN };
    const doubtful = memoryTree({ ...files, ...overlay, ...executable });
    const head = memoryTree({ ...files, ...overlay, ...executable, x: "" });
    for (const [trees, path] of [
      [{ base, head: unnamed }, "o"],
      [{ base: doubtful, head }, "gone"],
    ] as const) {
      const { targets } = await planTargets(trees, [path]);
      expect(targets).toMatchObject([{ path, affected: true, changed: undefined }]);
    }
  });

  test("says that a base is gone", async () => {
    expect(await affected(base, memoryTree({ ...overlay, x: "" }), {}, ["o"])).toEqual({ o: "b is gone" });
  });

  test("names up to 100 files", async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`b/f${index}`, ""]));
    const { targets } = await planTargets({ base, head: memoryTree({ ...files, ...overlay, ...many }) }, ["o"]);
    expect(targets.map(({ why: reason, changed }) => [reason, changed?.length])).toEqual([
      ["b/f0 is new, and many more", 100],
    ]);
  });

  test("leaves out all if nothing changed, and none if that is asked for", async () => {
    const all = { gone: "all targets are rendered", o: "all targets are rendered" };
    expect(await affected(base, base)).toEqual({});
    expect(await affected(base, base, { affectedOnly: false })).toEqual(all);
  });
});

describe("1,000 overlays over 100 bases", () => {
  const sizes = (overlays: number, bases: number): Record<string, string> => {
    const files: Record<string, string> = {};
    for (let index = 0; index < bases; index++) {
      files[`bases/b${index}/kustomization.yaml`] = "resources: [a.yaml]\n";
      files[`bases/b${index}/a.yaml`] = OBJECT;
    }
    for (let index = 0; index < overlays; index++) {
      files[`apps/o${index}/kustomization.yaml`] =
        `resources: [../../bases/b${index % bases}]\nnamePrefix: o${index}-\n`;
    }
    return files;
  };

  /** Counts what is asked of a tree. */
  const counted = (tree: Tree, asked: { count: number }): Tree => {
    const { stored } = tree;
    return {
      ...tree,
      lookup: (path) => (asked.count++, tree.lookup(path)),
      read: (path) => (asked.count++, tree.read(path)),
      list: (path) => (asked.count++, tree.list(path)),
      stored: stored && {
        entries: (path) => (asked.count++, stored.entries(path)),
        follow: (path) => (asked.count++, stored.follow(path)),
      },
    };
  };

  const measured = async (overlays: number, bases: number): Promise<{ paths: string[]; asked: number }> => {
    const files = sizes(overlays, bases);
    const asked = { count: 0 };
    const base = counted(memoryTree(files), asked);
    const head = counted(memoryTree({ ...files, "bases/b7/a.yaml": `${OBJECT}# changed\n` }), asked);
    return { paths: Object.keys(await affected(base, head)), asked: asked.count };
  };

  test("have exactly the 10 that use a base, with work that grows as they do", async () => {
    const [small, large] = [await measured(250, 25), await measured(1000, 100)];
    const expected = Array.from({ length: 10 }, (_, index) => `apps/o${index * 100 + 7}`);
    expect(large.paths.sort()).toEqual(expected.sort());
    expect(large.asked).toBeLessThan(small.asked * 4.2);
  });
});
