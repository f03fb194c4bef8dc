import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Diagnostic, formatDiagnostic, KrmError } from "../../src/diagnostics.ts";
import { type DecodedKustomization, decodeKustomization } from "../../src/documents/decode.ts";
import { parseConfig } from "../../src/yaml/index.ts";

const file = "app/kustomization.yaml";

function decode(text: string): DecodedKustomization {
  return decodeKustomization(parseConfig(text, file), file);
}

/** The diagnostics of a failure; other errors are thrown. */
function problemsOf(run: () => unknown): readonly Diagnostic[] {
  try {
    run();
  } catch (error) {
    if (error instanceof KrmError) return error.diagnostics;
    throw error;
  }
  return [];
}

function problems(text: string): string[] {
  return problemsOf(() => decode(text)).map(formatDiagnostic);
}

// docs/specification/kustomization-file.md 2.3 to 2.6
describe("values", () => {
  test.each([
    ["text", "namePrefix: dev-", { namePrefix: "dev-" }],
    ["quoted number", 'namePrefix: "1"', { namePrefix: "1" }],
    ["date as its source text", "namePrefix: 2020-01-01", { namePrefix: "2020-01-01" }],
    ["binary text", "namePrefix: !!binary ZGV2LQ==", { namePrefix: "dev-" }],
    ["null field", "namePrefix: null\nnameSuffix: x", { nameSuffix: "x" }],
    ["names in any case", "NAMEprefix: dev-", { namePrefix: "dev-" }],
    ["empty list", "resources: []", { resources: [] }],
    ["JSON", '{"namespace": "shop"}', { namespace: "shop" }],
  ])("%s", (_, text, expected) => {
    expect(decode(text).kustomization).toMatchObject(expected);
  });

  test("null list elements are zero values", () => {
    const { kustomization } = decode("resources: [null]\npatches: [~]\nreplicas: [null]");
    expect(kustomization.resources).toEqual([{ path: "", location: { file, line: 1, column: 13 } }]);
    expect(kustomization.patches).toEqual([{ location: { file, line: 2, column: 11 } }]);
    expect(kustomization.replicas).toMatchObject([{ name: "", count: 0 }]);
  });

  test("absent fields are absent", () => {
    expect(Object.keys(decode("namespace: shop").kustomization).sort()).toEqual([
      "apiVersion",
      "kind",
      "location",
      "namespace",
    ]);
  });

  test.each([
    ["5", 5],
    ["5.0", 5],
    ["1e3", 1000],
    ["010", 8],
    ["-1", -1],
  ])("count %s is %d", (written, count) => {
    expect(decode(`replicas: [{name: web, count: ${written}}]`).kustomization.replicas).toMatchObject([{ count }]);
  });

  test.each([
    ["yes", true],
    ["on", true],
    ["n", false],
    ["False", false],
  ])("boolean %s is %s", (written, immutable) => {
    expect(decode(`generatorOptions: {immutable: ${written}}`).kustomization.generatorOptions).toMatchObject({
      immutable,
    });
  });

  // docs/specification/kustomization-file.md 2.2
  // docs/specification/model.md 1.2
  test("keys of mappings are text, also hostile ones", () => {
    const { kustomization } = decode('commonLabels: {n: a, 1: b, 1.50: c, __proto__: d, app.kubernetes.io/name: "e"}');
    expect([...(kustomization.commonLabels ?? [])]).toEqual([
      ["false", "a"],
      ["1", "b"],
      ["1.5", "c"],
      ["__proto__", "d"],
      ["app.kubernetes.io/name", "e"],
    ]);
  });

  test("if a field has two spellings, the bytewise last counts, and the warning names both", () => {
    const { kustomization, diagnostics } = decode("resources: [a.yaml]\nResources: [b.yaml]");
    expect(kustomization.resources).toMatchObject([{ path: "a.yaml" }]);
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      `${file}:2:1: \`resources\` is given more than once\n  hint: Merge them: only one of them counts.`,
    ]);
  });

  test("every part has its place", () => {
    const { kustomization } = decode(
      [
        "resources:",
        "- a.yaml",
        "- ../base",
        "patches:",
        "- path: p.yaml",
        "  target:",
        "    kind: Deployment",
        "configMapGenerator:",
        "- name: app",
        "  files: [x=y]",
      ].join("\n"),
    );
    expect(kustomization.location).toEqual({ file, line: 1, column: 1 });
    expect(kustomization.resources?.map(({ path, location }) => [path, location.line, location.column])).toEqual([
      ["a.yaml", 2, 3],
      ["../base", 3, 3],
    ]);
    expect(kustomization.patches?.[0]?.location).toMatchObject({ line: 5, column: 3 });
    expect(kustomization.patches?.[0]?.target?.location).toMatchObject({ line: 7, column: 5 });
    expect(kustomization.configMapGenerator?.[0]?.files).toEqual([
      { text: "x=y", location: { file, line: 10, column: 11 } },
    ]);
  });
});

// docs/specification/kustomization-file.md 2.7, 3.3, 3.4
describe("errors", () => {
  test.each([
    ["foo: 1", '1:1: unknown field "foo" in a kustomization\n  hint: Correct its name, or remove it.'],
    ["labels: [{pair: {}}]", '1:11: unknown field "pair" in `labels[0]`\n  hint: Did you mean `pairs`?'],
    ["nameprefx: a", '1:1: unknown field "nameprefx" in a kustomization\n  hint: Did you mean `namePrefix`?'],
    [
      "patches: [{target: {apiVersion: v1}}]",
      '1:21: unknown field "apiVersion" in `patches[0].target`\n  hint: Give `group` and `version` instead.',
    ],
    ["namePrefix: 1", '1:13: `namePrefix` must be a string, not a number\n  hint: Quote the value: "1".'],
    ["namePrefix: [a]", "1:13: `namePrefix` must be a string, not a list\n  hint: Write a single text."],
    [
      "commonLabels: {a: yes}",
      '1:19: `commonLabels.a` must be a string, not a boolean\n  hint: Quote the value: "yes".',
    ],
    [
      "commonLabels: {a/b: 1}",
      '1:21: `commonLabels["a/b"]` must be a string, not a number\n  hint: Quote the value: "1".',
    ],
    [
      "labels: [{pairs: {a: 1}}]",
      '1:22: `labels[0].pairs.a` must be a string, not a number\n  hint: Quote the value: "1".',
    ],
    [
      "images: [{newTag: 1.10}]",
      '1:19: `images[0].newTag` must be a string, not a number\n  hint: Quote the value: "1.10".',
    ],
    ["resources: a.yaml", "1:12: `resources` must be a list, not a string\n  hint: Begin each entry with a dash."],
    [
      "patches: [a.yaml]",
      "1:11: `patches[0]` must be a mapping, not a string\n  hint: Write `path:` in front of the name of a file.",
    ],
    ["images: [a]", "1:10: `images[0]` must be a mapping, not a string\n  hint: Write its fields as `name: value`."],
    ["commonLabels: a", "1:15: `commonLabels` must be a mapping of strings, not a string"],
    [
      'replicas: [{count: "5"}]',
      "1:20: `replicas[0].count` must be a whole number, not a string\n  hint: Remove the quotes.",
    ],
    [
      "replicas: [{count: 5.5}]",
      '1:20: `replicas[0].count` must be a whole number of 64 bits, not "5.5"\n  hint: Write a whole number.',
    ],
    [
      "replicas: [{count: 9223372036854775808}]",
      '1:20: `replicas[0].count` must be a whole number of 64 bits, not "9223372036854775808"\n  hint: Write a whole number.',
    ],
    [
      'generatorOptions: {disableNameSuffixHash: "true"}',
      "1:43: `generatorOptions.disableNameSuffixHash` must be a boolean, not a string\n  hint: Remove the quotes.",
    ],
    ["- a", "1:1: a kustomization must be a mapping, not a list\n  hint: Write its fields as `name: value`."],
    ["text", "1:1: a kustomization must be a mapping, not a string\n  hint: Write its fields as `name: value`."],
    [
      "kind: Deployment",
      '1:1: `kind` must be Kustomization or Component, not "Deployment"\n  hint: List objects in a file of their own, and that under `resources`.',
    ],
    [
      "apiVersion: v1\nresources: []",
      '1:1: `apiVersion` must be kustomize.config.k8s.io/v1beta1 for this kind, not "v1"\n  hint: Correct it, or leave it out.',
    ],
    [
      "kind: Component\napiVersion: kustomize.config.k8s.io/v1beta1",
      '2:1: `apiVersion` must be kustomize.config.k8s.io/v1alpha1 for this kind, not "kustomize.config.k8s.io/v1beta1"\n  hint: Correct it, or leave it out.',
    ],
  ])("%s", (text, expected) => {
    expect(problems(text)).toEqual([`${file}:${expected}`]);
  });

  test("all problems of a file are reported together, in its order", () => {
    const text =
      "kind: Foo\napiVersion: v1\nbar: 1\nnamePrefix: 1\nimages:\n- {newtag: 1, nam: x}\nhelmCharts: [{nam: c}]";
    expect(problems(text).map((problem) => problem.split(": ")[0])).toEqual(
      ["1:1", "2:1", "3:1", "4:13", "6:12", "6:15", "7:15"].map((place) => `${file}:${place}`),
    );
  });

  test("messages about a hostile file are short", () => {
    const fields = Array.from({ length: 1000 }, (_, index) => `${"x".repeat(500)}${index}: 1`);
    const found = problems(fields.join("\n"));
    expect(found).toHaveLength(100);
    expect(Math.max(...found.map((problem) => problem.length))).toBeLessThan(300);
  });

  test("many warnings do not hide errors", () => {
    const spellings = Array.from({ length: 200 }, (_, bits) =>
      "resources"
        .split("")
        .map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter))
        .join(""),
    );
    expect(problems(`${spellings.map((name) => `${name}: []`).join("\n")}\nzzz: 1`).join("\n")).toContain('"zzz"');
  });

  test.each([
    "",
    "# nothing",
    "null",
    "resources:",
    "kind: Kustomization",
    'namePrefix: ""',
    "bases: []",
    "imageTags: []",
  ])("empty: %j", (text) => {
    expect(problems(text)).toHaveLength(1);
    expect(problems(text)[0]).toContain("this kustomization is empty");
  });

  test("empty, despite warnings", () => {
    expect(problems("kind: Kustomization\nKind: Kustomization").join()).toContain("this kustomization is empty");
  });

  test.each(["resources: []", "metadata: {}", "commonLabels: {}", "generatorOptions: {}", "patches: []"])(
    "not empty: %s",
    (text) => {
      expect(problems(text)).toEqual([]);
    },
  );

  test.each(["openapi:", "crds: []", "validators: null"])("nothing asked for: %s", (text) => {
    expect(problems(`${text}\nresources: []`)).toEqual([]);
  });
});

// docs/specification/kustomization-file.md 3.2
describe("fix-ups", () => {
  test("kind and apiVersion have defaults", () => {
    expect(decode("resources: []").kustomization).toMatchObject({
      kind: "Kustomization",
      apiVersion: "kustomize.config.k8s.io/v1beta1",
    });
    expect(decode("kind: Component\nresources: []").kustomization).toMatchObject({
      kind: "Component",
      apiVersion: "kustomize.config.k8s.io/v1alpha1",
    });
  });

  test("old lists follow the new ones", () => {
    const { kustomization } = decode("bases: [b]\nresources: [a]\nimageTags: [{name: z}]\nimages: [{name: x}]");
    expect(kustomization.resources).toMatchObject([{ path: "a" }, { path: "b" }]);
    expect(kustomization.images).toMatchObject([{ name: "x" }, { name: "z" }]);
    expect(kustomization).not.toHaveProperty("bases");
    expect(kustomization).not.toHaveProperty("imageTags");
  });

  test("env follows envs", () => {
    const { kustomization } = decode(
      "secretGenerator: [{name: s, env: b, envs: [a], type: t}]\nconfigMapGenerator: [{env: c}]",
    );
    expect(kustomization.secretGenerator).toMatchObject([
      { name: "s", type: "t", envs: [{ text: "a" }, { text: "b" }] },
    ]);
    expect(kustomization.configMapGenerator).toMatchObject([{ envs: [{ text: "c" }] }]);
    expect(kustomization.secretGenerator?.[0]).not.toHaveProperty("env");
  });

  test("old charts follow the new ones, without the fields that kustomize drops", () => {
    const { kustomization } = decode(
      [
        "helmCharts: [{name: new}]",
        "helmChartInflationGenerator:",
        "- {chartName: a, chartVersion: v, chartRepoUrl: r, values: f, valuesMerge: merge, releaseName: rel, helmHome: h}",
        "- {chartName: b, valuesLocal: {x: z}, chartHome: c, helmHome: ''}",
        "- {releaseNamespace: s, extraArgs: [e], helmBin: /bin/x, chartRepoName: q}",
      ].join("\n"),
    );
    expect(kustomization.helmCharts).toMatchObject([
      { name: "new" },
      { name: "a", version: "v", repo: "r", valuesFile: "f", valuesMerge: "merge", releaseName: "rel" },
      { name: "b", valuesInline: { kind: "map" } },
      {},
    ]);
    expect(Object.keys(kustomization.helmCharts?.[3] ?? {})).toEqual(["location"]);
    expect(kustomization.helmGlobals).toMatchObject({ configHome: "h", chartHome: "c" });
    const given = "helmGlobals: {chartHome: own}\nhelmChartInflationGenerator: [{chartName: a, helmHome: h}]";
    expect(decode(given).kustomization.helmGlobals).not.toHaveProperty("configHome");
  });
});

// docs/specification/kustomization-file.md 3.1
describe("warnings", () => {
  test("deprecated fields, in kustomize's order", () => {
    const text =
      "vars: []\npatchesStrategicMerge: []\npatchesJson6902: []\nimageTags: []\ncommonLabels: {}\nBASES: []\nresources: []";
    expect(decode(text).diagnostics.map(formatDiagnostic)).toEqual(
      [
        "6:1: `bases` is deprecated\n  hint: Use `resources` instead.",
        "5:1: `commonLabels` is deprecated\n  hint: Use `labels` instead.",
        "4:1: `imageTags` is deprecated\n  hint: Use `images` instead.",
        "3:1: `patchesJson6902` is deprecated\n  hint: Use `patches` instead.",
        "2:1: `patchesStrategicMerge` is deprecated\n  hint: Use `patches` instead.",
        "1:1: `vars` is deprecated\n  hint: Use `replacements` instead.",
      ].map((line) => `${file}:${line}`),
    );
  });

  test("null is not a use of a deprecated field", () => {
    expect(decode("commonLabels: null\nresources: []").diagnostics).toEqual([]);
  });
});

describe("any document", () => {
  const names =
    `resources patches images labels replicas target pairs count name vars replacements source targets reject
    options generatorOptions configMapGenerator files __proto__ constructor toString kind apiVersion Resources`.split(
      /\s+/,
    );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, 1, 1.5, "", "a", "Component"),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.array(fc.tuple(fc.constantFrom(...names), tie("tree")), { maxLength: 5 }).map(asJson),
    ),
  }));

  /** Entries as JSON text, so that names such as `__proto__` are written like all others. */
  function asJson(entries: [string, unknown][]): { json: string } {
    const fields = entries.map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`);
    return { json: `{${fields.join(", ")}}` };
  }

  function write(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
    return typeof value === "object" && value !== null ? (value as { json: string }).json : JSON.stringify(value);
  }

  test("is decoded or refused with diagnostics at a place", () => {
    fc.assert(
      fc.property(tree, (value) => {
        const problem = problemsOf(() => decode(write(value))).find((diagnostic) => diagnostic.file !== file);
        expect(problem).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

test("looks for the intended names of the problems that it reports, not of hundreds of thousands", () => {
  const text = Array.from({ length: 400_000 }, (_, index) => `unknown${index}: x\n`).join("");
  expect(problems(text)).toHaveLength(100);
});

test("a message that quotes a long text is cut", () => {
  const error = new KrmError({ code: "file-not-found", severity: "error", message: "x".repeat(1_000_000) });
  expect(error.message.length).toBeLessThan(20_000);
  expect(error.diagnostics[0]?.message).toHaveLength(10_001);
});
