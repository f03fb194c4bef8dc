/** The view of a composition. The numbers are those of the specification's examples. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { viewJson, viewYaml } from "../../src/composition/index.ts";
import { publishedSchema } from "../published-schemas.ts";
import { composition, consolidated, functionsNamed, TestRoot, valuesOf } from "./consolidating.ts";
import { mutatedTrees } from "./mutated-trees.ts";

type Files = Readonly<Record<string, string>>;

const TREE: Files = {
  "top/composition.yaml": composition(`transformersFrom: [{path: ../mid}]
buildMetadata: [managedByLabel]
openapi: {path: schema.json}
catalogs: [c.yaml]
transformerOverrides:
- {apiVersion: example.com/v1, kind: App, metadata: {name: app}, spec: {version: v2, gone: null}}
transformers:
- builtin.yaml
- apiVersion: builtin
  kind: PrefixTransformer
  prefix: a-
`),
  "top/builtin.yaml": "kind: ConfigMapGenerator\nmetadata: {name: own}\nfiles: [a.txt]\n",
  "mid/composition.yaml": composition(`transformersFrom: [{path: ../base/composition.yaml}]
transformerOverrides:
- apiVersion: example.com/v1
  kind: App
  metadata: {name: app}
  runtime: {exec: {path: ./run}}
catalogs: [d.yaml, 'oci://registry.example.com/c:v1']
`),
  "base/composition.yaml": composition(`transformers:
- apiVersion: example.com/v1
  kind: App
  metadata: {name: app}
  runtime: {container: {image: a}}
  spec: {gone: 1, version: v1} # a comment
- {kind: ConfigMapGenerator, files: [b.txt]}
- {apiVersion: example.com/v1, kind: Unknown}
`),
};
/** The tree of which the top composition is replaced by its view. */
async function viewed(files: Files): Promise<Files> {
  return { ...files, "top/composition.yaml": viewYaml(await consolidated(files)) };
}

function withoutComments(text: string | undefined): string {
  return (text ?? "").replaceAll(/^# .*\n/gm, "");
}

test("the view is one composition, with a comment about each entry", async () => {
  expect(viewYaml(await consolidated(TREE))).toBe(`apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Composition
metadata:
  annotations:
    krm-render.dev/roots: |
      ../mid
      ../base
catalogs:
- c.yaml
- ../mid/d.yaml
- oci://registry.example.com/c:v1
openapi:
  path: schema.json
buildMetadata:
- managedByLabel
transformers:
# defined in base/composition.yaml:3:3
# imported by top/composition.yaml:2:20, mid/composition.yaml:2:20
# overridden by mid/composition.yaml:4:3: runtime
# overridden by top/composition.yaml:7:3: spec.version, spec.gone
# runtime: inline
- apiVersion: example.com/v1
  kind: App
  metadata:
    name: app
    annotations:
      krm-render.dev/dir: ../mid
  spec:
    version: v2
  runtime:
    exec:
      path: ./run
# defined in base/composition.yaml:8:3
# imported by top/composition.yaml:2:20, mid/composition.yaml:2:20
# runtime: built-in
- apiVersion: builtin
  kind: ConfigMapGenerator
  metadata:
    name: config-map-generator
  files:
  - b.txt=../base/b.txt
# defined in base/composition.yaml:9:3
# imported by top/composition.yaml:2:20, mid/composition.yaml:2:20
# runtime: unresolved: the entry does not say what runs it
- apiVersion: example.com/v1
  kind: Unknown
  metadata:
    name: unknown
    annotations:
      krm-render.dev/dir: ../base
# defined in top/builtin.yaml:1:1
# runtime: built-in
- apiVersion: builtin
  kind: ConfigMapGenerator
  metadata:
    name: own
  files:
  - a.txt
# defined in top/composition.yaml:10:3
# runtime: built-in
- apiVersion: builtin
  kind: PrefixTransformer
  metadata:
    name: prefix-transformer
  prefix: a-
`);
});

/** A tree with one entry that holds a text. */
function treeWith(text: string): Files {
  const entry = { apiVersion: "example.com/v1", kind: "Fn", spec: { text, list: [text], map: { [text]: 1 } } };
  // YAML takes these characters for line ends, which JSON does not.
  const json = JSON.stringify(entry).replaceAll("\u0085", "\\u0085").replaceAll("\u2028", "\\u2028");
  return {
    "top/composition.yaml": composition("transformersFrom: [{path: ../base}]\n"),
    "base/composition.yaml": composition(`transformers:\n- ${json}\n`),
  };
}

async function expectRoundTrip(files: Files): Promise<void> {
  const before = await consolidated(files);
  const once = await viewed(files);
  const after = await consolidated(once);
  expect(valuesOf(after)).toEqual(valuesOf(before));
  expect(after.entries.map(({ root }) => root.key)).toHaveLength(before.entries.length);
  const catalogsOf = ({ root: top, catalogs }: typeof before) =>
    catalogs.map(({ root, path }) => top.pathOf(root, path));
  expect(catalogsOf(after)).toEqual(catalogsOf(before));
  expect(after.openapi?.path).toBe(before.openapi?.path);
  expect(after.imported.map(({ key }) => key)).toEqual(before.imported.map(({ key }) => key));
  const twice = await viewed(once);
  expect(withoutComments(twice["top/composition.yaml"])).toBe(withoutComments(once["top/composition.yaml"]));
}

describe("a view of a view", () => {
  test("is the same composition", async () => {
    await expectRoundTrip(TREE);
    const [first] = (await consolidated(await viewed(TREE))).entries;
    expect(first?.root.path).toBe("/mid");
  });

  test.each([
    "yes",
    "012",
    "1e3",
    "2001-01-01",
    "null",
    "~",
    "",
    " a",
    "a\n",
    "a\nb\n\n",
    "\n\na",
    "  a\n b\n",
    "a\n  b",
    "a\t\n\tb\n",
    "\ta\nb",
    "a \nb\n",
    "# a\n# b\n",
    "---\na\n",
    "a: b",
    "- a",
    "{{ a }}",
    "a\u0085b\u2028c\u202e",
    "\ud83d\ude00\n\ud83d\ude00",
    "a\r\nb",
    "x".repeat(300),
    "x y ".repeat(100),
  ])("keeps the text %j", (text) => expectRoundTrip(treeWith(text)));

  test("keeps every text and every other scalar as a function gets it", async () => {
    const characters = fc.constantFrom(...Array.from("ab01:#-'\"\\|>{}[]&*!%@`,?~ \n\t\r\u0085é\u{1f600}"));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: characters, maxLength: 30 }), (text) => expectRoundTrip(treeWith(text))),
      { numRuns: 500 },
    );
    const scalars =
      "[012, 0x1F, 1_000, 1.50, 1e3, 2001-01-01, yes, on, null, ~, true, !!str 5, !!binary ZGV2, .5, 99999999999]";
    const text = composition(`transformers:\n- {apiVersion: a/v1, kind: Fn, spec: ${scalars}}\n`);
    await expectRoundTrip({ "top/composition.yaml": text });
    expect(viewYaml(await consolidated({ "top/composition.yaml": text }))).toContain("- 012\n  - 0x1F\n  - 1_000\n");
  });

  test("is the same for random compositions that can be consolidated", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(mutatedTrees, async (files) => {
        const found = await consolidated(files).catch(() => undefined);
        if (found === undefined) return;
        count++;
        await expectRoundTrip(files);
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(50);
  });
});

test("replacing an import by its view changes nothing", async () => {
  const mid = { ...TREE, "mid/composition.yaml": viewYaml(await consolidated(TREE, "mid")) };
  expect(valuesOf(await consolidated(mid))).toEqual(valuesOf(await consolidated(TREE)));
});

test("comments are one line each, whatever files are named", async () => {
  const files = {
    "top/composition.yaml": composition('transformersFrom: [{path: "../a\\nb: \u202e"}]\n'),
    "a\nb: \u202e/composition.yaml": composition(`transformers:\n${functionsNamed("a")}`),
  };
  const text = viewYaml(await consolidated(files));
  expect(text).toContain("# defined in a\\u000ab: \\u202e/composition.yaml:3:3\n");
});

describe("as JSON", () => {
  test("it holds the places as data", async () => {
    const { version, entries } = JSON.parse(viewJson(await consolidated(TREE))) as {
      version: number;
      entries: object[];
    };
    expect([version, entries.length]).toEqual([1, 5]);
    expect(entries[0]).toEqual({
      apiVersion: "example.com/v1",
      kind: "App",
      name: "app",
      definedIn: { file: "base/composition.yaml", line: 3, column: 3 },
      imports: [
        { file: "top/composition.yaml", line: 2, column: 20 },
        { file: "mid/composition.yaml", line: 2, column: 20 },
      ],
      overrides: [
        { file: "mid/composition.yaml", line: 4, column: 3, fields: ["runtime"] },
        { file: "top/composition.yaml", line: 7, column: 3, fields: ["spec.version", "spec.gone"] },
      ],
      runtime: "inline",
      config: {
        apiVersion: "example.com/v1",
        kind: "App",
        metadata: { name: "app" },
        runtime: { exec: { path: "./run" } },
        spec: { version: "v2" },
      },
    });
  });

  test("it conforms to the published schema", async () => {
    const validate = publishedSchema("composition-view");
    for (const files of [
      treeWith("\u202e"),
      {
        "top/composition.yaml": composition(
          "transformers: [{apiVersion: a/v1, kind: A, metadata: {namespace: b}, big: 12345678901234567890}]",
        ),
      },
    ]) {
      validate(JSON.parse(viewJson(await consolidated(files))));
      expect(validate.errors).toBeNull();
    }
  });
});

test("reading a view takes as many steps for each entry, however many directories it names", async () => {
  const steps = async (count: number): Promise<number> => {
    const names = Array.from({ length: count }, (_, index) => `lib-${index}`);
    const entry = (name: string) =>
      `- {apiVersion: a/v1, kind: Fn, metadata: {name: ${name}}, runtime: {exec: {path: a}}}\n`;
    const files = await viewed({
      "top/composition.yaml": composition(
        `transformersFrom: [${names.map((name) => `{path: ../${name}}`).join(", ")}]\n`,
      ),
      ...Object.fromEntries(
        names.map((name) => [`${name}/composition.yaml`, composition(`transformers:\n${entry(name)}`)]),
      ),
    });
    const pathOf = jest.spyOn(TestRoot.prototype, "pathOf");
    const { entries } = await consolidated(files);
    expect(entries.at(-1)?.root.path).toBe(`/lib-${count - 1}`);
    const { length } = pathOf.mock.calls;
    pathOf.mockRestore();
    return length;
  };
  expect(await steps(200)).toBeLessThan(3 * (await steps(100)));
});
