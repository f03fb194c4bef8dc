/** For any content of files, a build ends with output or with problems of the files, never with an internal error. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { drawFrom } from "./random/draw.ts";
import { randomTree } from "./random/kustomizations.ts";
import { type Files, outcomeOf } from "./render.ts";

const runs = Number(process.env.ROBUSTNESS_RUNS ?? 100);
const settings = { numRuns: runs, seed: 1802 };

/** The problems that the files did not cause. */
async function defects(files: Files, target = ""): Promise<unknown[]> {
  const outcome = await outcomeOf({ files, target });
  if ("text" in outcome) return [];
  const isOurs = (code: string, message: string): boolean => code === "internal" || message.startsWith("unexpected:");
  return outcome.problems.filter(({ code, message }) => isOurs(code, message));
}

const WORDS = [
  "",
  "a",
  "name",
  "x.yaml",
  ".",
  "..",
  "/",
  "*",
  "[name=a]",
  "a=b",
  "data.a",
  "metadata/name",
  "__proto__",
  "constructor",
  "apiVersion",
  "kind",
  "ConfigMap",
  "v1",
  "$patch",
  "delete",
  "<<",
  "(a",
  "\u0000",
  "\ud800",
  "~",
  "op",
  "path",
  "add",
  "/data/a",
];

const FIELDS =
  `resources components namePrefix nameSuffix namespace labels commonLabels commonAnnotations images replicas
  patches patchesStrategicMerge patchesJson6902 configMapGenerator secretGenerator generatorOptions replacements
  configurations sortOptions transformers generators metadata bases vars`.split(/\s+/);

const INNER =
  `name path patch target pairs fields create count newName newTag literals files envs options source sourceValue
  targets select fieldPaths kind group version data spec items containers image metadata labels annotations subjects
  order legacySortOptions behavior`.split(/\s+/);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<unknown>(...WORDS, null, true, 0, -1, 5, 1e300, "1"),
    fc.string({ maxLength: 6 }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...INNER, ...WORDS), tie("value"), { maxKeys: 4 }),
  ),
}));

const object = fc.record(
  {
    apiVersion: fc.constantFrom("v1", "apps/v1", "builtin", "rbac.authorization.k8s.io/v1"),
    kind: fc.constantFrom(
      "ConfigMap",
      "Deployment",
      "RoleBinding",
      "PrefixTransformer",
      "ReplacementTransformer",
      "List",
    ),
    metadata: fc.record(
      { name: fc.constantFrom("a", "b"), labels: value, annotations: value },
      { requiredKeys: ["name"] },
    ),
    data: value,
    spec: value,
    subjects: value,
    items: value,
  },
  { requiredKeys: ["apiVersion", "kind", "metadata"] },
);

const kustomization = fc
  .tuple(fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 3 }), fc.boolean())
  .map(([fields, plain]) => (plain ? { ...fields, resources: ["x.yaml"] } : fields));

describe("only problems of the files", () => {
  test("for kustomizations and objects of random values", async () => {
    const property = fc.asyncProperty(kustomization, fc.array(object, { maxLength: 3 }), async (top, objects) => {
      const files = {
        "kustomization.yaml": JSON.stringify(top),
        "x.yaml": objects.map((one) => JSON.stringify(one)).join("\n---\n"),
      };
      expect(await defects(files)).toEqual([]);
    });
    await fc.assert(property, settings);
  });

  test("for entries that are nearly right", async () => {
    const entry = fc.oneof(
      fc.record({ path: value, patch: value, target: value, options: value }, { requiredKeys: [] }),
      fc.record({ source: value, sourceValue: value, targets: value }, { requiredKeys: [] }),
      fc.record({ name: value, literals: value, files: value, behavior: value, options: value }, { requiredKeys: [] }),
      fc.record({ pairs: value, fields: value, includeSelectors: value }, { requiredKeys: [] }),
    );
    const field = fc.constantFrom("patches", "replacements", "configMapGenerator", "secretGenerator", "labels");
    const property = fc.asyncProperty(field, entry, object, async (name, one, resource) => {
      const files = {
        "kustomization.yaml": JSON.stringify({ resources: ["x.yaml"], namePrefix: "p-", [name]: [one] }),
        "x.yaml": JSON.stringify(resource),
      };
      expect(await defects(files)).toEqual([]);
    });
    await fc.assert(property, settings);
  });

  test("for patches of random values on random objects", async () => {
    const operation = fc.record({ op: value, path: value, value, from: value }, { requiredKeys: [] });
    const patch = fc.oneof(fc.array(operation, { maxLength: 3 }), object, value);
    const property = fc.asyncProperty(object, patch, fc.boolean(), async (resource, content, selected) => {
      const target = selected ? {} : undefined;
      const files = {
        "kustomization.yaml": JSON.stringify({
          resources: ["x.yaml"],
          configMapGenerator: [{ name: "made" }],
          patches: [{ target, patch: JSON.stringify(content) }],
          namespace: "n",
          images: [{ name: "a", newTag: "1" }],
        }),
        "x.yaml": JSON.stringify(resource),
      };
      expect(await defects(files)).toEqual([]);
    });
    await fc.assert(property, settings);
  });

  test("for trees in which a line or a character was changed", async () => {
    const property = fc.asyncProperty(fc.gen(), async (g) => {
      const draw = drawFrom(g);
      const files = { ...randomTree(draw) };
      const path = draw.of(...Object.keys(files));
      files[path] = damaged(files[path] as string, draw);
      expect(await defects(files, "top")).toEqual([]);
    });
    await fc.assert(property, settings);
  });
});

function damaged(text: string, draw: ReturnType<typeof drawFrom>): string {
  const lines = text.split("\n");
  const at = draw.count(lines.length - 1);
  const line = lines[at] as string;
  const column = draw.count(line.length);
  const insertion = draw.of(
    "",
    ":",
    "- ",
    "  ",
    "'",
    '"',
    "[",
    "}",
    "&a ",
    "*a",
    "|",
    "\t",
    "null",
    "#",
    "!!int ",
    "? ",
  );
  if (draw.once(3)) lines.splice(at, 1);
  else if (draw.once(2)) lines.splice(at, 0, lines[draw.count(lines.length - 1)] as string);
  else lines[at] = line.slice(0, column) + insertion + line.slice(column + draw.count(2));
  return lines.join("\n");
}

const CM = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: x}}";
const LAUGHS = `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
a: &a [x, x, x, x, x, x, x, x, x]
${"bcdefghijk"
  .split("")
  .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[index]}`).join(", ")}]`)
  .join("\n")}
`;

function treeOf(text: string, fields = ""): Files {
  return { "kustomization.yaml": `resources: [x.yaml]\n${fields}`, "x.yaml": text };
}

describe("hostile input ends", () => {
  test.each<[title: string, files: Files]>([
    ["aliases that multiply", treeOf(LAUGHS)],
    ["aliases that multiply in a kustomization", { "kustomization.yaml": LAUGHS.replace("data", "commonLabels") }],
    [
      "an anchor that contains itself",
      treeOf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: &d {a: *d}\n"),
    ],
    ["nested lists", treeOf(`{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: ${"[".repeat(50_000)}`)],
    [
      "nested lists that close",
      treeOf(
        `{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: ${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      ),
    ],
    ["nested blocks", treeOf(`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx:\n ${"- ".repeat(20_000)}x\n`)],
    [
      "nested lists in a patch",
      treeOf(
        CM,
        `patches: [{target: {}, patch: '[{"op": "add", "path": "/x", "value": ${"[".repeat(9000)}${"]".repeat(9000)}}]'}]`,
      ),
    ],
    [
      "a pattern that backtracks",
      treeOf(CM.replace("name: a", `name: ${"a".repeat(40)}`), "patches: [{target: {name: '(a+)+b'}, patch: '[]'}]"),
    ],
    [
      "an image name that backtracks",
      treeOf(
        `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: ${"a".repeat(40)}!}]}}`,
        "images: [{name: '(a|a)*(a|aa)+', newTag: x}]",
      ),
    ],
    [
      // docs/specification/replacements.md 4.8
      "a matcher that never matches what it makes",
      treeOf(
        `${CM.slice(0, -1)}, list: []}`,
        "replacements: [{sourceValue: x, targets: [{select: {kind: ConfigMap}, fieldPaths: ['list.[name=^b$$c].v'], options: {create: true}}]}]",
      ),
    ],
    [
      "a pattern that repeats too much",
      treeOf(
        CM,
        'patches: [{target: {name: \'((a{1000}){1000}){1000}\'}, patch: \'[{"op": "remove", "path": "/data"}]\'}]',
      ),
    ],
    ["lists within lists", treeOf(`${"{apiVersion: v1, kind: List, items: [".repeat(2000)}${"]}".repeat(2000)}`)],
    ["a path of many segments", { "kustomization.yaml": `resources: ["${"../".repeat(5000)}x"]` }],
    ["a path of many directories", { "kustomization.yaml": `resources: ["${"d/".repeat(5000)}x"]` }],
    [
      "a field path of many segments",
      treeOf(
        CM,
        `replacements: [{sourceValue: x, targets: [{select: {kind: ConfigMap}, fieldPaths: ['${"a.".repeat(5000)}b'], options: {create: true}}]}]`,
      ),
    ],
    ["a base that includes two others, many times over", diamond(10)],
  ])("%s", async (_, files) => {
    expect(await defects(files)).toEqual([]);
  });

  test("a list of many objects, and a generator of many keys", async () => {
    const objects = Array.from({ length: 5000 }, (_, index) => CM.replace("name: a", `name: a${index}`));
    const literals = Array.from({ length: 5000 }, (_, index) => `k${index}=v`);
    const files = treeOf(
      objects.join("\n---\n"),
      `namePrefix: p-\nconfigMapGenerator: [{name: made, literals: [${literals.join(", ")}]}]`,
    );
    const outcome = await outcomeOf({ files });
    expect("text" in outcome && outcome.text.match(/^kind: /gm)?.length).toBe(5001);
  });
});

/** Each level includes the next one twice, under other names. */
function diamond(levels: number): Files {
  const files: Record<string, string> = { "kustomization.yaml": "resources: [l0]" };
  for (let level = 0; level < levels; level++) {
    const base = `../../l${level + 1}`;
    files[`l${level}/kustomization.yaml`] = "resources: [x, z]";
    files[`l${level}/x/kustomization.yaml`] = `resources: [${base}]\nnamePrefix: x`;
    files[`l${level}/z/kustomization.yaml`] = `resources: [${base}]\nnamePrefix: z`;
  }
  files[`l${levels}/kustomization.yaml`] = "resources: [o.yaml]";
  files[`l${levels}/o.yaml`] = CM;
  return files;
}

test("keys with a meaning in JavaScript are ordinary keys", async () => {
  const files = treeOf(
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {__proto__: x, constructor: "y"}}, data: {__proto__: "1", toString: "2"}}',
    "commonAnnotations: {__proto__: z, hasOwnProperty: z}\npatches: [{patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {__proto__: changed, valueOf: x}}'}]",
  );
  const outcome = await outcomeOf({ files });
  expect(outcome).toEqual({
    text: `apiVersion: v1
data:
  __proto__: changed
  toString: "2"
  valueOf: x
kind: ConfigMap
metadata:
  annotations:
    __proto__: z
    hasOwnProperty: z
  labels:
    __proto__: x
    constructor: "y"
  name: a
`,
  });
  expect(Object.hasOwn(Object.prototype, "changed")).toBe(false);
});

test("a comma in a kind or a name is an ordinary character (kustomize crashes)", async () => {
  const outcome = await outcomeOf({
    files: {
      "kustomization.yaml": "namePrefix: p-\nnamespace: ns\nresources: [a.yaml]\n",
      "a.yaml": "apiVersion: v1\nkind: ENC[a,b]\nmetadata:\n  name: ENC[c,d]\n",
    },
  });
  expect(outcome).toEqual({
    text: "apiVersion: v1\nkind: ENC[a,b]\nmetadata:\n  name: p-ENC[c,d]\n  namespace: ns\n",
  });
});
