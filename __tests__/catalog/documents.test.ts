/** The documents of catalogs; docs/specification/catalogs.md 1. */
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { catalogSchema } from "../../src/catalog/schema.ts";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import { catalogOf, catalogText, functionText, HEX, imageText, problemsOf } from "./documents.ts";

const HEAD = "apiVersion: config.kubernetes.io/v1alpha1\n";

/** The entries as `group/version/kind image`. */
function summary(text: string): string[] {
  return catalogOf(text).entries.map(
    ({ group, version, kind, runtimes }) => `${group}/${version}/${kind} ${runtimes.container?.image}`,
  );
}

function warnings(text: string): string[] {
  return catalogOf(text).diagnostics.map((one) => `${one.severity} ${one.code} ${formatDiagnostic(one)}`);
}

describe("K20: the kinds of documents", () => {
  const spec = "{group: fn.acme.test, names: {kind: Paint}, versions: [{name: v1, runtime: {container: {image: a}}}]}";
  test.each([
    ["Catalog", `${HEAD}kind: Catalog\nspec: {krmFunctions: [${spec}]}\n`],
    ["KRMFunctionCatalog", `${HEAD}kind: KRMFunctionCatalog\nspec: {krmFunctions: [${spec}]}\n`],
    ["KRMFunctionDefinition", `${HEAD}kind: KRMFunctionDefinition\nspec: ${spec}\n`],
    ["the draft", `apiVersion: kustomize.io/v1\nkind: Catalog\nspec: {krmFunctions: [${spec}]}\n`],
    ["JSON", `{"apiVersion": "config.kubernetes.io/v1alpha1", "kind": "Catalog", "spec": {"krmFunctions": [${spec}]}}`],
  ])("%s is read", (_, text) => {
    expect(summary(text)).toEqual(["fn.acme.test/v1/Paint a"]);
  });

  test("several documents are one catalog", () => {
    const definition = (kind: string) => `${HEAD}kind: KRMFunctionDefinition\nspec: ${spec.replace("Paint", kind)}\n`;
    expect(summary([definition("A"), definition("B"), catalogText(imageText("C", "c"))].join("---\n"))).toEqual([
      "fn.acme.test/v1/A a",
      "fn.acme.test/v1/B a",
      "fn.acme.test/v1/C c",
    ]);
  });

  test("the version of the draft is deprecated", () => {
    const text = `apiVersion: kustomize.io/v1\nkind: Catalog\nspec: {krmFunctions: [${spec}]}\n`;
    expect(warnings(text)).toEqual([
      "notice deprecated-field catalog.yaml:1:13: kustomize.io/v1 is the version of a draft of catalogs\n" +
        "  hint: Write `apiVersion: config.kubernetes.io/v1alpha1`.",
    ]);
  });
});

test("metadata and digest are those of the file", () => {
  const text = catalogText(imageText("A"));
  const { name, sha256 } = catalogOf(text);
  expect(name).toBe("acme");
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(catalogOf(`${text}# more\n`).sha256).not.toBe(sha256);
});

describe("the forms of a function", () => {
  test("kind may stand beside group, and runtime beside versions", () => {
    const text = catalogText(
      "{group: g, kind: K, runtime: {container: {image: a}}, versions: [{name: v1}, {name: v2}]}",
    );
    expect(summary(text)).toEqual(["g/v1/K a", "g/v2/K a"]);
  });

  test("the runtime of the version goes before that of the function", () => {
    const text = catalogText(
      "{group: g, kind: K, runtime: {container: {image: a}}, versions: [{name: v1, runtime: {container: {image: b}}}]}",
    );
    expect(summary(text)).toEqual(["g/v1/K b"]);
  });

  test("names.kind goes before kind", () => {
    const text = catalogText(
      "{group: g, kind: Old, names: {kind: New}, runtime: {container: {image: a}}, versions: [{name: v1}]}",
    );
    expect(summary(text)).toEqual(["g/v1/New a"]);
    expect(warnings(text)).toEqual([
      'warning ignored-field catalog.yaml:6:22: `kind` is "Old" and `names.kind` is "New", which counts\n' +
        "  hint: Remove `kind`, the early form.",
    ]);
  });

  test("the maintainers of a version replace those of the function", () => {
    const text = catalogText(
      "{group: g, kind: K, maintainers: [a, b], runtime: {container: {image: a}}, versions: [{name: v1}, {name: v2, maintainers: [c]}]}",
    );
    expect(catalogOf(text).entries.map(({ maintainers }) => maintainers)).toEqual([["a", "b"], ["c"]]);
  });

  test.each([
    ["requireNetwork: true", [true, false]],
    ["requireStorageMount: true", [false, true]],
    ["requireFilesystem: true", [false, true]],
    ["network: true", [true, false]],
    ["requireNetwork: false, network: null", [false, false]],
  ])("%s is a permission", (field, expected) => {
    const [entry] = catalogOf(catalogText(functionText("K", `{container: {image: a, ${field}}}`))).entries;
    const { requireNetwork, requireStorageMount } = entry?.runtimes.container ?? {};
    expect([requireNetwork, requireStorageMount]).toEqual(expected);
  });

  test.each([
    [
      "platforms",
      `{platforms: [{bin: b, os: linux, arch: amd64, uri: "https://a.test/b", sha256: ${HEX}}], args: [x]}`,
      "https://a.test/b true linux amd64 b",
      "x",
    ],
    ["one file", `{path: bin/b, sha256: ${HEX}, args: [x], env: [A=b]}`, "bin/b true   ", "x", "A=b"],
    [
      "a list of files",
      `[{path: bin/b, sha256: ${HEX}}, {path: bin/c, os: darwin, arch: arm64}]`,
      "bin/b true   ",
      "bin/c false darwin arm64 ",
    ],
  ])("exec has the form: %s", (_, exec, ...expected) => {
    const [entry] = catalogOf(catalogText(functionText("K", `{exec: ${exec}}`))).entries;
    const { files = [], args = [], envs = [] } = entry?.runtimes.exec ?? {};
    const shown = files.map(({ uri, sha256, os, arch, bin }) => [uri, sha256 === HEX, os, arch, bin].join(" "));
    expect([...shown, ...args, ...envs]).toEqual(expected);
  });

  test.each([
    ["an address", "https://a.test/f.star#sha256=00", "https://a.test/f.star#sha256=00 false  kustomize"],
    [
      "a url",
      `{url: "https://a.test/f.star", sha256: ${HEX}, name: f, dialect: kpt}`,
      "https://a.test/f.star true f kpt",
    ],
    ["a path", `{path: f.star, sha256: ${HEX}}`, "f.star true  kustomize"],
  ])("starlark has the form: %s", (_, starlark, expected) => {
    const [entry] = catalogOf(catalogText(functionText("K", `{starlark: ${starlark}}`))).entries;
    const { uri, sha256, name, dialect } = entry?.runtimes.starlark ?? {};
    expect([uri, sha256 === HEX, name, dialect].join(" ")).toBe(expected);
  });

  test("a runtime that is not known here is kept for other versions of krm-render", () => {
    const text = catalogText(functionText("K", "{wasm: {uri: a}}"));
    expect(catalogOf(text).entries).toHaveLength(1);
    expect(warnings(text)).toHaveLength(1);
  });
});

describe("problems have a place", () => {
  const document = (kind: string, rest: string) => `${HEAD}kind: ${kind}\n${rest}`;
  test.each([
    [
      "unknown kind",
      document("Deployment", ""),
      [
        'wrong-kind catalog.yaml:2:7: `kind` must be Catalog, KRMFunctionCatalog or KRMFunctionDefinition in a catalog, not "Deployment"',
        "  hint: Correct it, or move the document into a file of its own.",
      ],
    ],
    [
      "unknown version",
      "apiVersion: v9\nkind: Catalog\nspec: {krmFunctions: []}\n",
      [
        'wrong-api-version catalog.yaml:1:13: `apiVersion` must be config.kubernetes.io/v1alpha1 for a Catalog, not "v9"',
        "  hint: Write `apiVersion: config.kubernetes.io/v1alpha1`.",
      ],
    ],
    [
      "no kind",
      `${HEAD}spec: {}\n`,
      ["wrong-kind catalog.yaml:1:1: this document of a catalog has no `kind`", "  hint: Add `kind: Catalog`."],
    ],
    [
      "empty",
      "# nothing\n",
      ["wrong-kind catalog.yaml: this catalog is empty", "  hint: Write a document with `kind: Catalog`."],
    ],
    [
      "a list",
      "- a\n",
      [
        "wrong-type catalog.yaml:1:1: a catalog must be a mapping, not a list",
        "  hint: Begin it with `kind: Catalog`.",
      ],
    ],
    ["no spec", document("Catalog", ""), ["missing-field catalog.yaml:1:1: a Catalog has no `spec`"]],
    [
      "no functions",
      document("Catalog", "spec: {}\n"),
      [
        "missing-field catalog.yaml:3:7: `spec` has no `krmFunctions`",
        "  hint: List the functions under `krmFunctions`.",
      ],
    ],
    [
      "a mapping of functions",
      document("Catalog", "spec: {krmFunctions: {}}\n"),
      [
        "wrong-type catalog.yaml:3:22: `spec.krmFunctions` must be a list, not a mapping",
        "  hint: Begin each entry with a dash.",
      ],
    ],
    [
      "no group, kind, name",
      catalogText("{versions: [{runtime: {container: {}}}]}"),
      [
        "missing-field catalog.yaml:6:5: `spec.krmFunctions[0]` has no `group`",
        "  hint: Write the group of the function's configurations: `group: fn.example.com`.",
        "missing-field catalog.yaml:6:17: `spec.krmFunctions[0].versions[0]` has no `name`",
        "  hint: Write the version of the function's configurations: `name: v1`.",
        "missing-field catalog.yaml:6:39: `spec.krmFunctions[0].versions[0].runtime.container` has no `image`",
        "  hint: Name the image of the function.",
      ],
    ],
    [
      "no kind of a function",
      catalogText("{group: g, names: {}, versions: [{name: v1, runtime: {exec: {}}}]}"),
      [
        "missing-field catalog.yaml:6:23: a function has no kind",
        "  hint: Write `names: {kind: NAME}`.",
        "missing-field catalog.yaml:6:65: the `exec` of a function names no program",
        "  hint: List `platforms`, or write `path` and `sha256`.",
      ],
    ],
    [
      "no versions",
      catalogText("{group: g, kind: K, versions: []}"),
      [
        "invalid-value catalog.yaml:6:35: `spec.krmFunctions[0].versions` is empty",
        "  hint: List at least one version: `- name: v1`.",
      ],
    ],
    [
      "no runtime",
      catalogText("{group: g, kind: K, versions: [{name: v1}, {name: v2}]}"),
      [
        "missing-field catalog.yaml:6:36: a version of a function has no `runtime`",
        "  hint: Write `runtime: {container: {image: …}}`, or another runtime.",
        "missing-field catalog.yaml:6:48: a version of a function has no `runtime`",
        "  hint: Write `runtime: {container: {image: …}}`, or another runtime.",
      ],
    ],
    [
      "blanks in names",
      catalogText('{group: "g h", kind: K, versions: [{name: "", runtime: {container: {image: "a b"}}}]}'),
      [
        'invalid-value catalog.yaml:6:13: `spec.krmFunctions[0].group` must not contain blanks: "g h"',
        "  hint: Write a word without blanks.",
        "invalid-value catalog.yaml:6:47: `spec.krmFunctions[0].versions[0].name` is empty",
        "  hint: Write a word without blanks.",
        'invalid-value catalog.yaml:6:80: `spec.krmFunctions[0].versions[0].runtime.container.image` must not contain blanks: "a b"',
        "  hint: Write a word without blanks.",
      ],
    ],
    [
      "wrong types",
      catalogText("{group: 1, kind: [K], versions: [{name: 2, idempotent: x, runtime: {container: a}}]}"),
      [
        "wrong-type catalog.yaml:6:13: `spec.krmFunctions[0].group` must be a string, not a number",
        '  hint: Quote the value: "1".',
        "wrong-type catalog.yaml:6:22: `spec.krmFunctions[0].kind` must be a string, not a list",
        "  hint: Write a single text.",
        "wrong-type catalog.yaml:6:45: `spec.krmFunctions[0].versions[0].name` must be a string, not a number",
        '  hint: Quote the value: "2".',
        "wrong-type catalog.yaml:6:60: `spec.krmFunctions[0].versions[0].idempotent` must be a boolean, not a string",
        "  hint: Write `true` or `false`.",
        "wrong-type catalog.yaml:6:84: `spec.krmFunctions[0].versions[0].runtime.container` must be a mapping, not a string",
        "  hint: Write its fields as `name: value`.",
      ],
    ],
    [
      "a number as digest",
      catalogText(functionText("K", `{container: {image: a, sha256: 1234}}`)),
      [
        "wrong-type catalog.yaml:6:107: `spec.krmFunctions[0].versions[0].runtime.container.sha256` must be a string, not a number",
        '  hint: Quote the value: "1234".',
      ],
    ],
    [
      "two addresses",
      catalogText(functionText("K", "{exec: [{path: a, uri: b}], starlark: {path: a, url: b, dialect: c}}")),
      [
        "missing-field catalog.yaml:6:84: a program of `exec` has both `uri` and `path`",
        "  hint: Write one of them.",
        "missing-field catalog.yaml:6:114: the `starlark` of a function has both `url` and `path`",
        "  hint: Write one of them.",
        'invalid-value catalog.yaml:6:141: `dialect` has the unknown value "c"',
        "  hint: Write `kustomize`, the default, or `kpt`.",
      ],
    ],
    [
      "keys twice",
      catalogText("{group: g, group: h, kind: K, versions: [{name: v1, runtime: {container: {image: a, image: b}}}]}"),
      [
        'duplicate-key catalog.yaml:6:16: the key "group" is given more than once',
        "  hint: Keep one of them.",
        'duplicate-key catalog.yaml:6:89: the key "image" is given more than once',
        "  hint: Keep one of them.",
      ],
    ],
    [
      "aliases",
      catalogText("&a {group: g, kind: K, versions: [{name: v1, runtime: {container: {image: a}}}]}", "*a"),
      [
        "invalid-yaml catalog.yaml:7:5: malformed YAML: this document must not contain aliases",
        "  hint: Write out what the alias stands for.",
      ],
    ],
    [
      "text after the end of a document",
      `${catalogText("{group: g, kind: K, versions: [{name: v1, runtime: {container: {image: a}}}]}")}...\nkind: Catalog\n`,
      [
        "invalid-yaml catalog.yaml:8:1: malformed YAML: there is text after the end of the document",
        "  hint: Remove it, or the `...` or the bracket that ends the document.",
      ],
    ],
    [
      "bad YAML",
      "kind: [\n",
      [
        "invalid-yaml catalog.yaml:1:8: malformed YAML: did not find expected node content",
        "  hint: Check that every bracket is closed.",
      ],
    ],
    [
      "bytes",
      Buffer.from([0x61, 0xff]).toString("latin1"),
      [
        "wrong-type catalog.yaml:1:1: a catalog must be a mapping, not a text",
        "  hint: Begin it with `kind: Catalog`.",
      ],
    ],
  ])("%s", (_, text, expected) => {
    expect(
      problemsOf(() => catalogOf(text))
        .join("\n")
        .split("\n"),
    ).toEqual(expected);
  });

  test("unknown fields warn, at every level", () => {
    const text = catalogText(
      "{group: g, kind: K, foo: 1, versions: [{name: v1, licence: a, runtime: {container: {image: a, sha: b}}}]}",
    ).replace("metadata: {name: acme}", "metadata: {name: acme, other: 1}\nmore: 1");
    expect(warnings(text)).toEqual([
      'warning ignored-field catalog.yaml:4:1: unknown field "more" in a Catalog: it has no effect\n  hint: Its fields are `apiVersion`, `kind`, `metadata`, `spec`.',
      'warning ignored-field catalog.yaml:7:25: unknown field "foo" in `spec.krmFunctions[0]`: it has no effect\n  hint: Its fields are `group`, `names`, `kind`, `description`, `publisher`, `home`, `maintainers`, `tags`, `versions`, `runtime`.',
      'warning ignored-field catalog.yaml:7:55: unknown field "licence" in `spec.krmFunctions[0].versions[0]`: it has no effect\n  hint: Did you mean `license`?',
      'warning ignored-field catalog.yaml:7:99: unknown field "sha" in `spec.krmFunctions[0].versions[0].runtime.container`: it has no effect\n  hint: Its fields are `image`, `sha256`, `requireNetwork`, `requireStorageMount`, `requireFilesystem`, `network`, `mounts`, `envs`, `env`.',
    ]);
  });

  test("bytes that are no UTF-8", async () => {
    const { readCatalog } = await import("../../src/catalog/read-catalog.ts");
    expect(problemsOf(() => readCatalog(Uint8Array.of(0x61, 0xff), "catalog.yaml"))[0]).toMatch(
      /^invalid-yaml catalog.yaml:1:2: /,
    );
  });
});

describe("limits", () => {
  const many = (count: number) =>
    catalogText(
      ...Array.from(
        { length: count },
        (_, at) => `{group: g, kind: K${at}, runtime: {container: {image: a}}, versions: [{name: v1}]}`,
      ),
    );
  const deep = (levels: number) => {
    const schema = `${"{a: ".repeat(levels)}1${"}".repeat(levels)}`;
    return catalogText(functionText("K", "{container: {image: a}}", `, schema: {openAPIV3Schema: ${schema}}`));
  };
  test.each([
    ["1 MiB", () => `${catalogText(imageText("A"))}#`.padEnd(1024 * 1024, "x"), ""],
    [
      "more than 1 MiB",
      () => `${catalogText(imageText("A"))}#`.padEnd(1024 * 1024 + 1, "x"),
      "catalog-too-large catalog.yaml: this catalog has 1.1 MiB; the limit is 1 MiB",
    ],
    ["2,000 functions", () => many(2000), ""],
    ["2,001 functions", () => many(2001), "catalog-too-large catalog.yaml: this catalog has more than 2000 functions"],
    ["64 levels", () => deep(57), ""],
    ["65 levels", () => deep(58), "catalog-too-large catalog.yaml:6:"],
  ])("%s", (_, text, expected) => {
    const problem = problemsOf(() => catalogOf(text()))[0] ?? "";
    expect(problem.slice(0, expected.length)).toBe(expected);
    expect(problem === "").toBe(expected === "");
  });
});

describe("the schema for editors", () => {
  test("accepts and refuses whole documents", () => {
    const validate = new Ajv2020({ strict: false }).compile(catalogSchema);
    const spec = { group: "g", names: { kind: "K" }, versions: [{ name: "v1", runtime: { starlark: "a" } }] };
    const apiVersion = "config.kubernetes.io/v1alpha1";
    expect(validate({ apiVersion, kind: "Catalog", spec: { krmFunctions: [spec] } })).toBe(true);
    expect(validate({ apiVersion, kind: "KRMFunctionDefinition", spec })).toBe(true);
    expect(validate({ apiVersion, kind: "KRMFunctionDefinition", spec: { krmFunctions: [spec] } })).toBe(false);
    expect(validate({ apiVersion, kind: "Other", spec: { krmFunctions: [spec] } })).toBe(false);
  });
});
