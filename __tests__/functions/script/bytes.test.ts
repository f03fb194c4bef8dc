/**
 * Compares builds with Starlark programs with kustomize 5.4.3;
 * docs/specification/starlark.md 1, 3, 4.9.
 */
import { expect, test } from "@jest/globals";
import { type Files, leaveNothing } from "../workshop.ts";
import { build, byKustomize, configOf, each, type Role, scriptFiles } from "./scripts.ts";

leaveNothing();

const ITEMS = 'ctx.resource_list["items"]';
const secret = (name: string, more = ""): string =>
  `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "${name}"}${more}}`;

const LAYER = `resources: [objects.yaml]
namePrefix: p-
commonLabels: {app: x}
configMapGenerator:
- name: made
  literals: [a=b]
transformers: [config.yaml]
`;
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  paused: false
  part: 0.25
  whole: 1.0
  small: 1e-7
  nothing: null
  octal: 012
  hex: 0x1F
  text: "on"
  number: "12"
  date: 2001-01-01
  lines: |
    one
    two
  folded: "a  b\\tc"
  "a: b": "- c"
  list: [1, [2, {}], []]
  template:
    spec:
      containers:
      - {name: a, image: "i:1", ports: [{containerPort: 80}]}
      volumes:
      - {name: v, configMap: {name: made}}
`;

const BUILDS: [title: string, role: Role, source: string, more?: Files][] = [
  [
    "labels on all (docs/specification/starlark.md 3.2)",
    "transformers",
    each('r["metadata"].setdefault("labels", {})["env"] = "on"'),
  ],
  [
    "a new object (docs/specification/starlark.md 3.2)",
    "transformers",
    `${ITEMS}.append(${secret("c", ', "l": (1, [2, {}])')})`,
  ],
  ["a removed object (docs/specification/starlark.md 3.2)", "transformers", `${ITEMS}.pop(0)`],
  [
    "all objects replaced (docs/specification/starlark.md 3.2)",
    "transformers",
    `ctx.resource_list["items"] = [${secret("b")}, ${secret("a")}]`,
  ],
  [
    "another order, which is ignored (docs/specification/starlark.md 3.2 and docs/specification/wire-format.md 4.1)",
    "transformers",
    `ctx.resource_list["items"] = ${ITEMS}[::-1]`,
  ],
  [
    "another name (docs/specification/starlark.md 3.2 and docs/specification/wire-format.md 4.1)",
    "transformers",
    `${ITEMS}[0]["metadata"]["name"] = "z"`,
  ],
  [
    "another namespace (docs/specification/wire-format.md 4.3)",
    "transformers",
    `${ITEMS}[0]["metadata"]["namespace"] = "z"`,
  ],
  [
    "a list (docs/specification/wire-format.md 3.3)",
    "transformers",
    `${ITEMS}.append({"apiVersion": "v1", "kind": "List", "items": [${secret("l")}]})`,
  ],
  [
    "values of its config (docs/specification/starlark.md 3.3)",
    "transformers",
    `spec = ctx.resource_list["functionConfig"]["spec"]\n${each('r["x"] = [spec["suffix"], spec["count"] + 1]')}`,
  ],
  [
    "a changed config (docs/specification/starlark.md 3.1, 3.3)",
    "transformers",
    'ctx.resource_list["functionConfig"]["spec"] = {"x": 1}',
  ],
  [
    "values of all types (docs/specification/starlark.md 3.7)",
    "transformers",
    each(
      'r["x"] = {"n": None, "t": True, "f": False, "i": -5, "j": 2147483647, "s": "yes", "m": "a\\nb\\n", "e": "", "l": [], "d": {}, "é": "é☃", "o": "012", "c": "a: b #c", "w": " x "}',
    ),
  ],
  ["untouched values (docs/specification/starlark.md 3.7)", "transformers", "x = 1", { "objects.yaml": DEPLOYMENT }],
  [
    "numbers of the input (docs/specification/starlark.md 3.7)",
    "transformers",
    'def f(s):\n  s["y"] = [s["part"], s["whole"], type(s["whole"]), s["octal"], s["hex"], s["date"], s["replicas"] // 2]\nf(ctx.resource_list["items"][0]["spec"])',
    { "objects.yaml": DEPLOYMENT },
  ],
  [
    "texts as bytes (docs/specification/starlark.md 4.4)",
    "transformers",
    each('r["x"] = [len("héllo"), "héllo"[1:3], "ß".upper()]'),
  ],
  [
    "its whole input (docs/specification/wire-format.md 2.2)",
    "transformers",
    `${ITEMS}.append({"apiVersion": "v1", "kind": "Report", "metadata": {"name": "r"}, "data": [{k: v for k, v in sorted(r.items())} for r in [{"k": r["kind"], "a": sorted(r["metadata"]["annotations"].items())} for r in ${ITEMS}]], "config": sorted(ctx.resource_list["functionConfig"]["metadata"]["annotations"].keys()), "keys": sorted(ctx.resource_list.keys())})`,
  ],
  [
    "the names of a layer, and hashes after it (docs/specification/wire-format.md 8.3)",
    "transformers",
    each('r["x"] = r["metadata"]["name"]'),
    {
      "kustomization.yaml": LAYER,
      "objects.yaml": DEPLOYMENT,
    },
  ],
  [
    "references to a renamed object (docs/specification/wire-format.md 5.1)",
    "transformers",
    each(
      'if r["kind"] == "ConfigMap":\n  r["metadata"]["name"] += ctx.resource_list["functionConfig"]["spec"]["suffix"]',
    ),
    { "kustomization.yaml": LAYER, "objects.yaml": DEPLOYMENT },
  ],
  [
    "a generator that adds an object (docs/specification/wire-format.md 2.5)",
    "generators",
    `${ITEMS}.append(${secret("c")})`,
  ],
  [
    "a generator that asks for a hash (docs/specification/wire-format.md 6.1)",
    "generators",
    `${ITEMS}.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "g", "annotations": {"kustomize.config.k8s.io/needs-hash": "true"}}, "data": {"a": "b"}})`,
  ],
  [
    "a transformer without objects (docs/specification/wire-format.md 2.6)",
    "transformers",
    `ctx.resource_list["items"] = [${secret("n", ', "x": len(ctx.resource_list["items"])')}]`,
    { "kustomization.yaml": "transformers: [config.yaml]\n" },
  ],
  [
    "a validator cannot change objects (docs/specification/wire-format.md 7.3)",
    "validators",
    'ctx.resource_list["items"] = []',
  ],
  [
    "two configs in one file, in order (docs/specification/wire-format.md 8.8)",
    "transformers",
    each('r["x"] = r.get("x", "") + ctx.resource_list["functionConfig"]["metadata"]["name"]'),
    { "config.yaml": `${configOf("{path: fn.star}", "a")}---\n${configOf("{path: ./fn.star}", "b")}` },
  ],
  [
    "a program in a subdirectory, by a path with detours (docs/specification/starlark.md 2.1)",
    "transformers",
    "x = 1",
    { "config.yaml": configOf("{path: sub/../sub//fn.star}"), "sub/fn.star": `${ITEMS}.pop()` },
  ],
  [
    "an inline config",
    "transformers",
    `${ITEMS}.pop()`,
    {
      "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n- |\n${configOf("{path: fn.star}").replace(/^/gm, "  ").trimEnd()}\n`,
    },
  ],
  [
    "a config of a Component",
    "transformers",
    each('r["x"] = "y"'),
    {
      "kustomization.yaml": "resources: [objects.yaml]\ncomponents: [component]\n",
      "component/kustomization.yaml":
        "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ntransformers: [config.yaml]\n",
      "component/config.yaml": configOf("{path: fn.star}"),
      "component/fn.star": each('r["x"] = "y"'),
    },
  ],
  [
    "origins and transformations (docs/specification/wire-format.md 8.6)",
    "transformers",
    `${ITEMS}.append(${secret("c")})`,
    {
      "kustomization.yaml":
        "resources: [objects.yaml]\nbuildMetadata: [originAnnotations, transformerAnnotations]\ntransformers: [config.yaml]\n",
    },
  ],
];

test.each(BUILDS)("%s", async (...[, role, source, more]) => {
  const files = scriptFiles(role, source, more);
  const { text, diagnostics } = await build(files);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(text).toMatch(/^apiVersion: /);
  expect(text).toBe(byKustomize(text, files));
});

/** Programs that fail in both. */
const FAILURES: [title: string, source: string][] = [
  ["fail (docs/specification/starlark.md 3.10)", 'fail("boo")'],
  ["a missing key (docs/specification/starlark.md 3.9)", each('r["metadata"]["labels"]["a"] = "b"')],
  ["recursion (docs/specification/starlark.md 4.2)", "def f(): return f()\nf()"],
  ["a loop outside of functions (docs/specification/starlark.md 4.7)", `for r in ${ITEMS}: pass`],
  ["load (docs/specification/starlark.md 4.8)", 'load("x.star", "x")'],
  ["a set (docs/specification/starlark.md 3.7)", each('r["x"] = set([1])')],
  ["an item that is a text (docs/specification/starlark.md 3.8)", `${ITEMS}.append("x")`],
  ["items that are not a list (docs/specification/starlark.md 3.8)", 'ctx.resource_list["items"] = 1'],
  ["an object twice (docs/specification/wire-format.md 4.2)", `${ITEMS}.append(${ITEMS}[0])`],
  [
    "an object without a name (docs/specification/wire-format.md 3.2)",
    `${ITEMS}.append({"apiVersion": "v1", "kind": "Secret"})`,
  ],
  ["another list (docs/specification/starlark.md 3.1)", "ctx.resource_list = {}"],
];

test.each(FAILURES)("%s fails", async (_, source) => {
  const files = scriptFiles("transformers", source);
  expect((await build(files)).text).toBeUndefined();
  expect(byKustomize(undefined, files)).toBeUndefined();
});

const DIFFERENT: [title: string, role: Role, source: string, expected: RegExp, more?: Files][] = [
  [
    "integers beyond 32 bits are kept (docs/specification/starlark.md 3.7)",
    "transformers",
    each('r["x"] = 2147483648'),
    /^x: 2147483648$/m,
  ],
  [
    "lambda, inner functions and floats (docs/specification/starlark.md 4.1)",
    "transformers",
    each('r["x"] = (lambda y: y / 2)(3)'),
    /^x: 1\.5$/m,
  ],
  [
    "a validator that returns its input (docs/specification/wire-format.md 7.3)",
    "validators",
    "x = 1",
    /^kind: Service$/m,
  ],
  [
    "the dialect of kpt (docs/specification/starlark.md 4.1, 4.7)",
    "transformers",
    `for r in ${ITEMS}: r["x"] = len(set([1, 1]))`,
    /^x: 1$/m,
    { "config.yaml": configOf("{path: fn.star, dialect: kpt}") },
  ],
  [
    "a path relative to a config in another directory (docs/specification/starlark.md 2.1)",
    "transformers",
    "x = 1",
    /^x: sub$/m,
    {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [sub/config.yaml]\n",
      "sub/config.yaml": configOf("{path: lib/fn.star}"),
      "sub/lib/fn.star": each('r["x"] = "sub"'),
    },
  ],
  [
    "a path relative to a config in a directory above (docs/specification/starlark.md 2.1)",
    "transformers",
    "x = 1",
    /^x: shared$/m,
    {
      "kustomization.yaml": "resources: [over]\n",
      "over/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [../shared]\n",
      "over/objects.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n",
      "shared/kustomization.yaml": "resources: [config.yaml]\n",
      "shared/config.yaml": configOf("{path: lib/fn.star}"),
      "shared/lib/fn.star": each('r["x"] = "shared"'),
    },
  ],
];

test.each(DIFFERENT)("%s, which fails in kustomize", async (...[, role, source, expected, more]) => {
  const files = scriptFiles(role, source, more);
  const { text, diagnostics } = await build(files);
  expect(diagnostics).toEqual([]);
  expect(text).toMatch(expected);
  expect(byKustomize(undefined, files)).toBeUndefined();
});
