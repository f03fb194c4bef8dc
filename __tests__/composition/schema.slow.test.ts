import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { compositionSchema } from "../../src/composition/schema.ts";
import { checkEntry, checkShape } from "../../src/composition/schema-problems.ts";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import { parseResources, type Value } from "../../src/yaml/index.ts";
import type { MapNode } from "../../src/yaml/nodes/node.ts";

const FILE = "app/composition.yaml";

/** Uses every field. */
const FULL = `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Composition
metadata: {name: shop, labels: {a: b}, annotations: {c: d}}
transformersFrom:
- path: ../base
- path: ../more/composition.yaml
  importMode: append
transformers:
- extra.yaml
- |
  apiVersion: builtin
  kind: PrefixTransformer
  prefix: a-
- apiVersion: example.com/v1
  kind: Paint
  metadata: {name: paint, namespace: shop, labels: {a: b}, annotations: {c: d}}
  runtime:
    container:
      image: example.com/paint:v1
      sha256: "00"
      network: true
      mounts: [{type: bind, src: a, dst: /b, rw: false}]
      envs: [A=b, 1]
      env: [C]
    deferFailure: false
  spec: {any: [1, {thing: null}]}
- kind: LabelTransformer
  labels: {a: b}
- kind: Early
  provider: {container: {image: a, network: {required: true}}}
- kind: Local
  runtime: {exec: {path: ./a, args: [1, b, true], envs: [], env: [], sha256: "00"}}
- kind: Script
  runtime: {starlark: {path: a.star, url: b, name: c, sha256: "00", dialect: d}}
transformerOverrides:
- {apiVersion: example.com/v1, kind: Logger, metadata: {name: logger, labels: {a: null}}, runtime: null, spec: {a: b}}
- {kind: Other, $patch: delete}
- {kind: More, metadata: {$patch: merge, labels: {$patch: delete}}, runtime: {$patch: delete}}
transformerOrder:
- name: paint
- {name: myName, kind: A, apiVersion: v1, before: paint}
- {name: c, group: a, version: b, after: {name: d, kind: A, apiVersion: v1}}
catalogs: [catalog.yaml]
openapi: {path: schema.json, version: v1.21.2}
buildMetadata: [originAnnotations]
`;

function read(text: string): MapNode {
  return parseResources(text, FILE)[0] as MapNode;
}

function problems(text: string): string[] {
  return checkShape(read(text), FILE).map((one) => `${one.code} ${formatDiagnostic(one).slice(FILE.length + 1)}`);
}

const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync("docs/schemas/composition.schema.json", "utf8")) as object,
);

/** What an editor sees. */
function plain(node: ReturnType<typeof read>["entries"][number]["value"]): unknown {
  if (node.kind === "seq") return node.items.map(plain);
  if (node.kind === "map") {
    return Object.fromEntries(
      node.entries.map(({ key, value }) => [key.kind === "scalar" ? key.value : "", plain(value)]),
    );
  }
  if (node.tag === "!!null") return null;
  if (node.tag === "!!bool") return node.value === "true";
  return node.tag === "!!int" || node.tag === "!!float" ? Number(node.value) : node.value;
}

describe("a valid composition", () => {
  test.each([
    ["all fields", FULL],
    [
      "the names of the first draft",
      FULL.replaceAll("transformerO", "moduleO").replaceAll(/^transformers/gm, "modules"),
    ],
    ["no apiVersion", "kind: Composition\ntransformers: [a.yaml]"],
    ["fields without a value", "kind: Composition\nmetadata:\ntransformers:\ntransformersFrom:\ncatalogs:\nopenapi:"],
    ["the later version", "kind: Composition\napiVersion: kustomize.config.k8s.io/v1beta1"],
    ["names that are not of Kubernetes", "kind: Composition\ntransformers: [{kind: A, metadata: {name: myFancyName}}]"],
    ["a name of 253 characters", `kind: Composition\ntransformers: [{kind: A, metadata: {name: ${"ä".repeat(253)}}}]`],
    ["any apiVersion", "kind: Composition\ntransformers: [{kind: A, apiVersion: v1}, {kind: A, apiVersion: a-b.c/d}]"],
    ["entries without metadata", "kind: Composition\ntransformers: [{kind: A, metadata: null, runtime: null}]"],
  ])("may have %s", (_, text) => {
    expect(problems(text)).toEqual([]);
    expect([validate(plain(read(text))), validate.errors]).toEqual([true, null]);
  });
});

const KIND_HINT = "hint: Write the kind of a function or a built-in, such as `kind: LabelTransformer`.";
const PATH_HINT = "hint: Name the directory of a composition: `path: ../base`.";
const RESERVED_HINT = "hint: A composition keeps this field for the program: `runtime: {container: {image: …}}`.";
const NAME_HINT = "hint: Use at most 253 characters without blanks.";

/** What stands below `kind: Composition`, and the problems. Blanks at the start of lines are left out. */
const WRONG: readonly [text: string, problems: readonly string[]][] = [
  [
    "fnoo: 1",
    [
      `unknown-field 2:1: unknown field "fnoo" in a composition
      hint: Its fields are \`apiVersion\`, \`kind\`, \`metadata\`, \`transformersFrom\`, \`transformers\`, \`transformerOverrides\`, \`transformerOrder\`, \`catalogs\`, \`openapi\`, \`buildMetadata\`.`,
    ],
  ],
  [
    "transformer: []",
    ['unknown-field 2:1: unknown field "transformer" in a composition\nhint: Did you mean `transformers`?'],
  ],
  [
    "modules: []\nmoduleOrdr: []",
    ['unknown-field 3:1: unknown field "moduleOrdr" in a composition\nhint: Did you mean `moduleOrder`?'],
  ],
  [
    "resources: [a.yaml]",
    [
      'unknown-field 2:1: unknown field "resources" in a composition\nhint: Add an entry of the kind `ResourceAccumulator` with `paths`.',
    ],
  ],
  [
    "namePrefix: a-\ngenerators: []",
    [
      'unknown-field 2:1: unknown field "namePrefix" in a composition\nhint: Write it in an entry of the kind `Kustomization`.',
      'unknown-field 3:1: unknown field "generators" in a composition\nhint: List its entries under `transformers`.',
    ],
  ],
  [
    "apiVersion: v2",
    [
      'wrong-api-version 2:13: `apiVersion` must be kustomize.config.k8s.io/v1alpha1 or kustomize.config.k8s.io/v1beta1, not "v2"\nhint: Correct it, or leave it out.',
    ],
  ],
  [
    "metadata: shop",
    ["wrong-type 2:11: `metadata` must be a mapping, not a string\nhint: Write its fields as `name: value`."],
  ],
  [
    "metadata: {uid: a}",
    ['unknown-field 2:12: unknown field "uid" in `metadata`\nhint: Its fields are `name`, `labels`, `annotations`.'],
  ],
  [
    "transformersFrom: ../a",
    ["wrong-type 2:19: `transformersFrom` must be a list, not a string\nhint: Begin each entry with a dash."],
  ],
  [
    "transformersFrom:\n- path: [a]",
    ["wrong-type 3:9: `transformersFrom[0].path` must be a string, not a list\nhint: Write a single text."],
  ],
  [
    "transformersFrom:\n- path: 5",
    ['wrong-type 3:9: `transformersFrom[0].path` must be a string, not a number\nhint: Quote the value: "5".'],
  ],
  [
    "transformersFrom:\n- importMode: append",
    [`composition-import-path 3:3: \`transformersFrom[0]\` has no \`path\`\n${PATH_HINT}`],
  ],
  ["modulesFrom:\n- {}", [`composition-import-path 3:3: \`modulesFrom[0]\` has no \`path\`\n${PATH_HINT}`]],
  [
    "transformersFrom:\n- path: ''",
    [`composition-import-path 3:9: \`transformersFrom[0].path\` is empty\n${PATH_HINT}`],
  ],
  [
    "transformersFrom:\n- {path: }",
    [`composition-import-path 3:9: \`transformersFrom[0].path\` is empty\n${PATH_HINT}`],
  ],
  [
    "transformersFrom:\n- ../a",
    ["wrong-type 3:3: `transformersFrom[0]` must be a mapping, not a string\nhint: Write `path: ../a`."],
  ],
  [
    "transformersFrom:\n- {path: a, importMode: insert}",
    [
      'composition-import-mode 3:25: `transformersFrom[0].importMode` must be prepend or append, not "insert"\nhint: Correct it, or leave it out for prepend.',
    ],
  ],
  [
    "transformersFrom:\n- {path: a, importMode: [append], mode: x}",
    [
      "composition-import-mode 3:25: `transformersFrom[0].importMode` must be prepend or append, not a list\nhint: Correct it, or leave it out for prepend.",
      'unknown-field 3:35: unknown field "mode" in `transformersFrom[0]`\nhint: Its fields are `path`, `importMode`.',
    ],
  ],
  [
    "transformers:\n- apiVersion: v1",
    [`composition-missing-kind 3:3: \`transformers[0]\` has no \`kind\`\n${KIND_HINT}`],
  ],
  ["modules:\n- kind: ''", [`composition-missing-kind 3:9: \`modules[0].kind\` is empty\n${KIND_HINT}`]],
  ["transformers:\n- {kind: null}", [`composition-missing-kind 3:10: \`transformers[0].kind\` is empty\n${KIND_HINT}`]],
  [
    "transformerOverrides:\n- spec: {}",
    [`composition-missing-kind 3:3: \`transformerOverrides[0]\` has no \`kind\`\n${KIND_HINT}`],
  ],
  [
    "transformers: {kind: A}",
    ["wrong-type 2:15: `transformers` must be a list, not a mapping\nhint: Begin each entry with a dash."],
  ],
  ["transformers:\n- 5", ["wrong-type 3:3: `transformers[0]` must be a mapping or a string, not a number"]],
  ["transformers:\n- [a]", ["wrong-type 3:3: `transformers[0]` must be a mapping or a string, not a list"]],
  [
    "transformers:\n-\n- ''",
    [
      "wrong-type 3:2: `transformers[0]` must be a mapping or a string, not null\nhint: Remove the dash, or write the entry after it.",
      "empty-path 4:3: `transformers[1]` is empty\nhint: Write the path of a file, or remove it.",
    ],
  ],
  [
    "transformers:\n- {kind: A, apiVersion: ''}",
    ["invalid-value 3:25: `transformers[0].apiVersion` is empty\nhint: Write it, or leave it out for a built-in."],
  ],
  [
    "transformers:\n- {kind: A, metadata: {name: a b}}",
    [`composition-name 3:30: \`transformers[0].metadata.name\` must not contain blanks: "a b"\n${NAME_HINT}`],
  ],
  [
    `transformers:\n- {kind: A, metadata: {name: ${"a".repeat(254)}}}`,
    [`composition-name 3:30: \`transformers[0].metadata.name\` has more than 253 characters\n${NAME_HINT}`],
  ],
  [
    "transformers:\n- {kind: A, metadata: {nme: a, labels: {a: 1, 'b.c/d': []}}}",
    [
      'unknown-field 3:24: unknown field "nme" in `transformers[0].metadata`\nhint: Did you mean `name`?',
      'wrong-type 3:44: `transformers[0].metadata.labels.a` must be a string, not a number\nhint: Quote the value: "1".',
      'wrong-type 3:56: `transformers[0].metadata.labels["b.c/d"]` must be a string, not a list\nhint: Write a single text.',
    ],
  ],
  [
    "transformers:\n- {kind: A, runtime: python}",
    [
      `composition-runtime-reserved 3:22: \`transformers[0].runtime\` must be a mapping, not a string\n${RESERVED_HINT}`,
    ],
  ],
  [
    "transformers:\n- {kind: A, runtime: {}}",
    [`composition-runtime-reserved 3:22: \`transformers[0].runtime\` is empty\n${RESERVED_HINT}`],
  ],
  [
    "transformerOverrides:\n- {kind: A, provider: {image: a}}",
    [
      'composition-runtime-reserved 3:24: unknown field "image" in `transformerOverrides[0].provider`, which names the program\nhint: The known fields are `container`, `exec`, `starlark`, `deferFailure`.',
    ],
  ],
  [
    "transformers:\n- {kind: A, runtime: {container: null, exec: a}}",
    [
      `composition-runtime-reserved 3:34: \`transformers[0].runtime.container\` must be a mapping, not null\n${RESERVED_HINT}`,
      `composition-runtime-reserved 3:46: \`transformers[0].runtime.exec\` must be a mapping, not a string\n${RESERVED_HINT}`,
    ],
  ],
  [
    "transformers:\n- {kind: A, runtime: {container: {imge: a, network: 1, env: {A: b}, mounts: [{source: a}]}}}",
    [
      'unknown-field 3:35: unknown field "imge" in `transformers[0].runtime.container`\nhint: Did you mean `image`?',
      "wrong-type 3:53: `transformers[0].runtime.container.network` must be a boolean or a mapping, not a number",
      "wrong-type 3:61: `transformers[0].runtime.container.env` must be a list, not a mapping\nhint: Begin each entry with a dash.",
      'unknown-field 3:79: unknown field "source" in `transformers[0].runtime.container.mounts[0]`\nhint: Its fields are `type`, `src`, `dst`, `rw`.',
    ],
  ],
  [
    "transformers:\n- {kind: A, runtime: {deferFailure: 'true', exec: {args: a}}}",
    [
      "wrong-type 3:37: `transformers[0].runtime.deferFailure` must be a boolean, not a string\nhint: Write `true` or `false`.",
      "wrong-type 3:58: `transformers[0].runtime.exec.args` must be a list, not a string\nhint: Begin each entry with a dash.",
    ],
  ],
  [
    "transformerOverrides:\n- a.yaml",
    [
      "wrong-type 3:3: `transformerOverrides[0]` must be a mapping, not a string\nhint: Write the `kind` and the name of an imported entry, and its fields.",
    ],
  ],
  [
    "transformerOverrides:\n- {kind: A, $patch: delet}",
    [
      'unknown-patch-directive 3:21: `$patch` must be delete, replace or merge, not "delet"\nhint: Write `$patch: delete` to remove the entry.',
    ],
  ],
  [
    "transformerOrder:\n- my-app\n- {kind: A}\n- {name: }",
    [
      "wrong-type 3:3: `transformerOrder[0]` must be a mapping, not a string\nhint: Write `name: my-app`.",
      "composition-name 4:3: `transformerOrder[1]` has no `name`\nhint: Write the name of an entry: `name: labels`.",
      `composition-name 5:9: \`transformerOrder[2].name\` is empty\n${NAME_HINT}`,
    ],
  ],
  [
    "transformerOrder:\n- {name: a, apiVersion: v1, group: b, version: v}\n- {name: a, version: v, apiVersion: w, kid: A}",
    [
      "composition-mixed-fields 3:29: `group` cannot be used together with `apiVersion`\nhint: Give `apiVersion`, or `group` and `version`.",
      "composition-mixed-fields 4:25: `apiVersion` cannot be used together with `version`\nhint: Give `apiVersion`, or `group` and `version`.",
      'unknown-field 4:40: unknown field "kid" in `transformerOrder[1]`\nhint: Did you mean `kind`?',
    ],
  ],
  [
    "modulesFrom: [{path: a}]\ntransformers: []\nmodules: []\nmoduleOrder: []",
    [
      "composition-mixed-fields 3:1: `transformers` cannot be used together with `modulesFrom`\nhint: Write `transformersFrom` instead of `modulesFrom`: a file uses one spelling throughout.",
    ],
  ],
  [
    "catalogs: ['', 1]\nopenapi: {path: 1, x: y}\nbuildMetadata: x",
    [
      "empty-path 2:12: `catalogs[0]` is empty\nhint: Write the path of a file, or remove it.",
      'wrong-type 2:16: `catalogs[1]` must be a string, not a number\nhint: Quote the value: "1".',
      'wrong-type 3:17: `openapi.path` must be a string, not a number\nhint: Quote the value: "1".',
      'unknown-field 3:20: unknown field "x" in `openapi`\nhint: Its fields are `path`, `version`.',
      "wrong-type 4:16: `buildMetadata` must be a list, not a string\nhint: Begin each entry with a dash.",
    ],
  ],
];

describe("a wrong composition", () => {
  test.each(WRONG)("%s", (below, expected) => {
    const text = `kind: Composition\n${below}\n`;
    expect(problems(text)).toEqual(expected.map((one) => one.replace(/\n\s*/, "\n  ")));
    expect(validate(plain(read(text)))).toBe(false);
  });

  test.each([
    ["transformers: []", "wrong-kind 1:1: this composition has no `kind`\n  hint: Add `kind: Composition`."],
    [
      "kind: composition",
      'wrong-kind 1:7: `kind` must be Composition, not "composition"\n  hint: Write `kind: Composition`.',
    ],
    [
      "kind: [Composition]",
      "wrong-kind 1:7: `kind` must be Composition, not a list\n  hint: Write `kind: Composition`.",
    ],
  ])("%s", (text, expected) => {
    expect(problems(text)).toEqual([expected]);
    expect(validate(plain(read(text)))).toBe(false);
  });

  test("keys that are given twice", () => {
    expect(
      problems("kind: Composition\ntransformers:\n- kind: A\n  spec: {a: 1, a: 2}\n- {kind: B, kind: []}\n"),
    ).toEqual([
      'duplicate-key 4:16: the key "a" is given more than once\n  hint: Keep one of them.',
      'duplicate-key 5:13: the key "kind" is given more than once\n  hint: Keep one of them.',
      "wrong-type 5:19: `transformers[1].kind` must be a string, not a list\n  hint: Write a single text.",
    ]);
  });

  test("names of fields that JavaScript gives a meaning", () => {
    expect(problems("kind: Composition\n__proto__: {transformers: 1}\nconstructor: a\ntoString: b\n")).toEqual([
      expect.stringContaining('unknown-field 2:1: unknown field "__proto__" in a composition'),
      expect.stringContaining('unknown-field 3:1: unknown field "constructor" in a composition'),
      expect.stringContaining('unknown-field 4:1: unknown field "toString" in a composition'),
    ]);
  });

  test("at most 100 problems are reported, those that come first", () => {
    const many = Array.from({ length: 300 }, (_, index) => `- {kind: A, metadata: {n${index}: 1}}`);
    const found = problems(`kind: Composition\nfnoo: 1\ntransformers:\n${many.join("\n")}\nbar: 1\n`);
    expect(found.length).toBe(100);
    expect([found[0], found[99]]).toEqual([
      expect.stringContaining(" 2:1:"),
      expect.stringContaining(' 102:24: unknown field "n98"'),
    ]);
  });
});

test.each([
  ["kind: A\nmetadata: {name: a}\nspec: {}", []],
  ["apiVersion: v1", ["1:1: an entry has no `kind`"]],
  ["kind: A\nmetadata: {nam: a}", ['2:12: unknown field "nam" in `metadata`']],
  ["kind: A\nruntime: {image: a}", ['2:11: unknown field "image" in `runtime`, which names the program']],
])("an entry of another file is checked: %s", (text, expected) => {
  const found = checkEntry(read(text), FILE).map(({ line, column, message }) => `${line}:${column}: ${message}`);
  expect(found).toEqual(expected);
});

/** A document as a tree in which a key can occur twice, to be changed at random. Scalars are written as they are. */
type Tree = { text: string } | { items: Tree[] } | { entries: [key: string, value: Tree][] };

function treeOf(value: Value): Tree {
  if (Array.isArray(value)) return { items: value.map(treeOf) };
  if (typeof value !== "object" || value === null) return { text: JSON.stringify(value) };
  return { entries: Object.entries(value).map(([key, inner]) => [key, treeOf(inner)]) };
}

function written(tree: Tree): string {
  if ("text" in tree) return tree.text;
  if ("items" in tree) return `[${tree.items.map((item) => `\n${written(item)}`).join(",")}]`;
  return `{${tree.entries.map(([key, value]) => `\n${JSON.stringify(key)}: ${written(value)}`).join(",")}}`;
}

function collections(tree: Tree): Exclude<Tree, { text: string }>[] {
  if ("text" in tree) return [];
  const inner = "items" in tree ? tree.items : tree.entries.map(([, value]) => value);
  return [tree, ...inner.flatMap(collections)];
}

const VALUES = ["null", "1", "true", '""', '"a b"', "[]", "{}", '["x"]', '{"x": {"y": null}}', '"\\u0000"', "1.5e300"];
const NAMES = [
  "",
  "kind",
  "name",
  "path",
  "modules",
  "transformers",
  "runtime",
  "fnoo",
  "__proto__",
  "a/b~c",
  "items",
  "0",
];

const mutation = fc.record({ at: fc.nat(), child: fc.nat(), how: fc.nat(3), value: fc.nat(), name: fc.nat() });

/** Drops, doubles, renames or retypes one child of one collection. */
function mutate(
  tree: Tree,
  { at, child, how, value, name }: { [K in "at" | "child" | "how" | "value" | "name"]: number },
) {
  const all = collections(tree);
  const chosen = all[at % all.length];
  if (chosen === undefined) return;
  const other: Tree = { text: VALUES[value % VALUES.length] ?? "1" };
  if ("items" in chosen) {
    const index = child % Math.max(1, chosen.items.length);
    if (how === 0) chosen.items.splice(index, 1);
    else if (how === 1) chosen.items.push(chosen.items[index] ?? other);
    else chosen.items[index] = other;
    return;
  }
  const index = child % Math.max(1, chosen.entries.length);
  const [key, inner] = chosen.entries[index] ?? ["x", other];
  if (how === 0) chosen.entries.splice(index, 1);
  else if (how === 1) chosen.entries.push([key, inner]);
  else chosen.entries[index] = how === 2 ? [NAMES[name % NAMES.length] ?? "", inner] : [key, other];
}

test("whatever is changed in a composition, each problem has a place, and editors see the same", () => {
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const tree = treeOf(plain(read(FULL)) as Value);
      for (const one of mutations) mutate(tree, one);
      const node = read(written(tree));
      const found = checkShape(node, FILE);
      for (const { line, column, severity, hint } of found) {
        expect([line, column, severity]).toEqual([expect.any(Number), expect.any(Number), "error"]);
        expect(hint).not.toBe("");
      }
      // JSON has no duplicates, so an editor reports them by other means.
      const others = found.filter(({ code }) => code !== "duplicate-key");
      expect(validate(plain(node))).toBe(others.length === 0);
      const places = others.map(({ line, column, code }) => `${line}:${column}:${code}`);
      expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("every field of the schema has a description for editors", () => {
  const missing: string[] = [];
  const visit = (part: unknown, path: string): void => {
    if (typeof part !== "object" || part === null) return;
    const { properties, items, $ref, description } = part as Record<string, unknown>;
    if (path !== "" && !path.endsWith("[]") && description === undefined && $ref === undefined) missing.push(path);
    for (const [name, inner] of Object.entries(properties ?? {})) visit(inner, `${path}.${name}`);
    visit(items, `${path}[]`);
  };
  visit(compositionSchema, "");
  for (const [name, part] of Object.entries(compositionSchema.$defs)) visit(part, name);
  expect(missing).toEqual([]);
});
