import { describe, expect, test } from "@jest/globals";
import { type ConfiguredBuiltin, decodeBuiltin } from "../../src/builtins/index.ts";
import { decodeTargets } from "../../src/builtins/value-add-transformer.ts";
import { formatDiagnostic, KrmError } from "../../src/diagnostics.ts";
import { decodeReplacements } from "../../src/documents/replacement-file.ts";
import { parseConfig, parseResources } from "../../src/yaml/index.ts";
import { map, type Node, scalar } from "../../src/yaml/nodes/node.ts";

function decode(kind: string, text: string): ConfiguredBuiltin["args"] {
  const [node] = parseResources(`apiVersion: builtin\nkind: ${kind}\nmetadata: {name: n}\n${text}`, "t.yaml");
  const { builtin, args } = decodeBuiltin(kind, node as Node, "t.yaml", () => {});
  expect(builtin.kind).toBe(kind);
  return args;
}

function problems(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof KrmError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
  return [];
}

// docs/specification/plugin-configs.md 2.1, 2.2, 2.4
describe("decodeBuiltin", () => {
  test.each<[string, string, object]>([
    [
      "AnnotationsTransformer",
      "annotations: {a: b}\nfieldSpecs: [{path: p, create: true}]",
      { fieldSpecs: [{ path: "p", create: true }] },
    ],
    ["HashTransformer", "", {}],
    [
      "IAMPolicyGenerator",
      "cloud: gke\nkubernetesService: {name: k}\nserviceAccount: {name: s, projectId: p}",
      {
        cloud: "gke",
        kubernetesService: { name: "k" },
        serviceAccount: { name: "s", projectId: "p" },
      },
    ],
    ["ImageTagTransformer", "imageTag: {name: a, newTag: v1}", { images: [{ name: "a", newTag: "v1" }] }],
    ["LabelTransformer", "labels: {}\nfieldSpecs: []", { fieldSpecs: [] }],
    ["PatchJson6902Transformer", "target: {name: a}\njsonOp: '[]'", { target: { name: "a" }, jsonOp: "[]" }],
    ["PatchStrategicMergeTransformer", "paths: [p.yaml]\npatches: x", { paths: [{ text: "p.yaml" }], patches: "x" }],
    [
      "PatchTransformer",
      "path: p\ntarget: {kind: K}\noptions: {allowKindChange: true}",
      {
        path: "p",
        target: { kind: "K" },
        options: { allowKindChange: true },
      },
    ],
    ["PrefixSuffixTransformer", "prefix: a\nsuffix: b\nfieldSpecs: []", { prefix: "a", suffix: "b", fieldSpecs: [] }],
    ["PrefixTransformer", "prefix: a", { prefix: "a" }],
    ["SuffixTransformer", "suffix: a", { suffix: "a" }],
    ["ReplacementTransformer", "replacements: [{path: r.yaml}]", { replacements: [{ path: "r.yaml" }] }],
    ["ReplicaCountTransformer", "replica: {name: a, count: 3}", { replica: { name: "a", count: 3 } }],
    [
      "ValueAddTransformer",
      "value: v\ntargets: [{fieldPath: f, filePathPosition: 1}]",
      {
        value: "v",
        targets: [{ fieldPath: "f", filePathPosition: 1 }],
      },
    ],
  ])("%s", (kind, text, expected) => {
    expect(decode(kind, text)).toMatchObject(expected);
  });

  test("labels are a map in the order of the document", () => {
    const { labels } = decode("LabelTransformer", "labels: {b: x, a: y}") as { readonly labels?: Iterable<unknown> };
    expect([...(labels ?? [])]).toEqual([
      ["b", "x"],
      ["a", "y"],
    ]);
  });

  // docs/specification/namespace.md 2.3
  test("the namespace to set is that of the metadata", () => {
    const text =
      "apiVersion: builtin\nkind: NamespaceTransformer\nmetadata: {namespace: shop}\nnamespace: other\nunsetOnly: true";
    const { args } = decodeBuiltin(
      "NamespaceTransformer",
      parseResources(text, "t.yaml")[0] as Node,
      "t.yaml",
      () => {},
    );
    expect(args).toMatchObject({ namespace: "shop", unsetOnly: true });
    expect(args).not.toHaveProperty("metadata");
  });

  // docs/specification/generators.md 1.8
  test.each(["ConfigMapGenerator", "SecretGenerator"])("%s: name and namespace fall back to the metadata", (kind) => {
    expect(decode(kind, "literals: [a=b]")).toMatchObject({ name: "n", literals: [{ text: "a=b" }] });
    expect(decode(kind, "name: own\nnamespace: ns")).toMatchObject({ name: "own", namespace: "ns" });
    expect(decode(kind, "env: x.env")).not.toHaveProperty("env");
  });

  test("unknown fields are ignored and scalars become text", () => {
    const config = decode(
      "ImageTagTransformer",
      "foo: 1\nimageTag: {name: 1, newName: true, newTag: 1.10, digest: 1234567.5, tagSuffix: yes}",
    );
    expect(config).toMatchObject({
      images: [{ name: "1", newName: "true", newTag: "1.1", digest: "1.2345675e+06", tagSuffix: "yes" }],
    });
  });

  test.each<[string, string, string[]]>([
    [
      "LabelTransformer",
      "labels: [a]\nfieldSpecs: [{create: 1}]",
      [
        "t.yaml:4:9: `labels` must be a mapping of strings, not a list",
        "t.yaml:5:23: `fieldSpecs[0].create` must be a boolean, not a number",
      ],
    ],
    [
      "PrefixTransformer",
      "prefix: a\nprefix: b",
      ["t.yaml:5:1: `prefix` is given more than once\n  hint: Keep one of them."],
    ],
    [
      "LabelTransformer",
      "labels: {1: a}",
      ["t.yaml:4:10: a key in `labels` must be a string, not a number\n  hint: Quote it."],
    ],
    [
      "LabelTransformr",
      "",
      ['t.yaml:1:1: there is no built-in "LabelTransformr"\n  hint: Did you mean LabelTransformer?'],
    ],
    ["toString", "", ['t.yaml:1:1: there is no built-in "toString"\n  hint: Correct the kind of the document.']],
  ])("%s refuses %j", (kind, text, expected) => {
    expect(problems(() => decode(kind, text))).toEqual(expected);
  });

  test("a document made by the engine is named by its file alone", () => {
    const node = map([{ key: scalar("prefix"), value: map() }]);
    expect(problems(() => decodeBuiltin("PrefixTransformer", node, "gen.yaml", () => {}))).toEqual([
      "gen.yaml: `prefix` must be a string, not a mapping\n  hint: Write a single text.",
    ]);
  });
});

describe("files that builtins name", () => {
  // docs/specification/replacements.md 1.1
  test.each([
    [
      "a list",
      "- {source: {kind: A, name: b}}\n- sourceValue: 5",
      [{ source: { kind: "A", name: "b" } }, { sourceValue: "5" }],
    ],
    [
      "one",
      "path: ignored\ntargets: [{select: {kind: B}, fieldPaths: [a.b], options: {index: 1}}]",
      [{ targets: [{ select: { kind: "B" }, fieldPaths: ["a.b"], options: { index: 1 } }] }],
    ],
  ])("replacements: %s", (_, text, expected) => {
    const replacements = decodeReplacements(parseConfig(text, "r.yaml"), "r.yaml", () => {});
    expect(replacements).toMatchObject(expected);
    expect(replacements[0]).not.toHaveProperty("path");
  });

  test.each([
    [
      "",
      "r.yaml: this file must hold a replacement or a list of them, not nothing\n  hint: Give it `source` and `targets`, as under `replacements`.",
    ],
    [
      "text",
      "r.yaml:1:1: this file must hold a replacement or a list of them, not a string\n  hint: Give it `source` and `targets`, as under `replacements`.",
    ],
    ["targets: a", "r.yaml:1:10: `targets` must be a list, not a string\n  hint: Begin each entry with a dash."],
  ])("replacements refuse %j", (text, expected) => {
    expect(problems(() => decodeReplacements(parseConfig(text, "r.yaml"), "r.yaml", () => {}))).toEqual([expected]);
  });

  test("targets of a ValueAddTransformer", () => {
    const node = parseConfig("targets: [{fieldPath: a}]\nfoo: bar", "v.yaml");
    expect(decodeTargets(node, "v.yaml", () => {})).toMatchObject([{ fieldPath: "a" }]);
    expect(decodeTargets(undefined, "v.yaml", () => {})).toEqual([]);
  });
});
