/** What is printed of builds with programs in Starlark is what kustomize 5.4.3 prints; rows F1, F5 S1 to S3, S11, S16. */
import { expect, test } from "@jest/globals";
import { type Files, leaveNothing } from "../workshop.ts";
import { build, configOf, each, type Role, reference, scriptFiles } from "./scripts.ts";

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
  ["S1 labels on all", "transformers", each('r["metadata"].setdefault("labels", {})["env"] = "on"')],
  ["S2 an object more", "transformers", `${ITEMS}.append(${secret("c", ', "l": (1, [2, {}])')})`],
  ["S2 one less", "transformers", `${ITEMS}.pop(0)`],
  ["S2 others in place of all", "transformers", `ctx.resource_list["items"] = [${secret("b")}, ${secret("a")}]`],
  ["S2, A2.1 another order, which is not taken", "transformers", `ctx.resource_list["items"] = ${ITEMS}[::-1]`],
  ["S2, A2.1 another name", "transformers", `${ITEMS}[0]["metadata"]["name"] = "z"`],
  ["A12.6 another namespace", "transformers", `${ITEMS}[0]["metadata"]["namespace"] = "z"`],
  ["A2.4 a list", "transformers", `${ITEMS}.append({"apiVersion": "v1", "kind": "List", "items": [${secret("l")}]})`],
  [
    "S3 what its config says",
    "transformers",
    `spec = ctx.resource_list["functionConfig"]["spec"]\n${each('r["x"] = [spec["suffix"], spec["count"] + 1]')}`,
  ],
  ["S3, F1.3 a config that is changed", "transformers", 'ctx.resource_list["functionConfig"]["spec"] = {"x": 1}'],
  [
    "S11 values of all types",
    "transformers",
    each(
      'r["x"] = {"n": None, "t": True, "f": False, "i": -5, "j": 2147483647, "s": "yes", "m": "a\\nb\\n", "e": "", "l": [], "d": {}, "é": "é☃", "o": "012", "c": "a: b #c", "w": " x "}',
    ),
  ],
  ["S11 what it does not touch", "transformers", "x = 1", { "objects.yaml": DEPLOYMENT }],
  [
    "S11 numbers that it reads",
    "transformers",
    'def f(s):\n  s["y"] = [s["part"], s["whole"], type(s["whole"]), s["octal"], s["hex"], s["date"], s["replicas"] // 2]\nf(ctx.resource_list["items"][0]["spec"])',
    { "objects.yaml": DEPLOYMENT },
  ],
  ["S12 texts as bytes", "transformers", each('r["x"] = [len("héllo"), "héllo"[1:3], "ß".upper()]')],
  [
    "A1.6 all that it is given",
    "transformers",
    `${ITEMS}.append({"apiVersion": "v1", "kind": "Report", "metadata": {"name": "r"}, "data": [{k: v for k, v in sorted(r.items())} for r in [{"k": r["kind"], "a": sorted(r["metadata"]["annotations"].items())} for r in ${ITEMS}]], "config": sorted(ctx.resource_list["functionConfig"]["metadata"]["annotations"].keys()), "keys": sorted(ctx.resource_list.keys())})`,
  ],
  [
    "A11.2 the names of a layer, and hashes after it",
    "transformers",
    each('r["x"] = r["metadata"]["name"]'),
    {
      "kustomization.yaml": LAYER,
      "objects.yaml": DEPLOYMENT,
    },
  ],
  [
    "A2.11 references to what it renames",
    "transformers",
    each(
      'if r["kind"] == "ConfigMap":\n  r["metadata"]["name"] += ctx.resource_list["functionConfig"]["spec"]["suffix"]',
    ),
    { "kustomization.yaml": LAYER, "objects.yaml": DEPLOYMENT },
  ],
  ["A1.9 a generator that adds", "generators", `${ITEMS}.append(${secret("c")})`],
  [
    "A2.16 a generator that asks for a hash",
    "generators",
    `${ITEMS}.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "g", "annotations": {"kustomize.config.k8s.io/needs-hash": "true"}}, "data": {"a": "b"}})`,
  ],
  [
    "A1.10 a transformer of nothing",
    "transformers",
    `ctx.resource_list["items"] = [${secret("n", ', "x": len(ctx.resource_list["items"])')}]`,
    { "kustomization.yaml": "transformers: [config.yaml]\n" },
  ],
  ["A2.7 nothing is left of what a validator sees", "validators", 'ctx.resource_list["items"] = []'],
  [
    "A12.10 two in one file, in their order",
    "transformers",
    each('r["x"] = r.get("x", "") + ctx.resource_list["functionConfig"]["metadata"]["name"]'),
    { "config.yaml": `${configOf("{path: fn.star}", "a")}---\n${configOf("{path: ./fn.star}", "b")}` },
  ],
  [
    "A5.5 a program below, which is named with detours",
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
    "a Component's",
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
    "A11.5 origins and transformations",
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
  expect(text).toBe(reference(text, files));
});

/** What both refuse. */
const FAILURES: [title: string, source: string][] = [
  ["S7 fail", 'fail("boo")'],
  ["S4 a missing key", each('r["metadata"]["labels"]["a"] = "b"')],
  ["S8 recursion", "def f(): return f()\nf()"],
  ["S9 a loop outside of functions", `for r in ${ITEMS}: pass`],
  ["S10 load", 'load("x.star", "x")'],
  ["S11 a set", each('r["x"] = set([1])')],
  ["S13 an item that is a text", `${ITEMS}.append("x")`],
  ["S13 items that are none", 'ctx.resource_list["items"] = 1'],
  ["A2.2 an object twice", `${ITEMS}.append(${ITEMS}[0])`],
  ["A2.3 an object without a name", `${ITEMS}.append({"apiVersion": "v1", "kind": "Secret"})`],
  ["F1.3 another list", "ctx.resource_list = {}"],
];

test.each(FAILURES)("%s fails", async (_, source) => {
  const files = scriptFiles("transformers", source);
  expect((await build(files)).text).toBeUndefined();
  expect(reference(undefined, files)).toBeUndefined();
});

const DIFFERENT: [title: string, role: Role, source: string, expected: RegExp, more?: Files][] = [
  ["S11 integers beyond 32 bits are kept", "transformers", each('r["x"] = 2147483648'), /^x: 2147483648$/m],
  ["F4.7 lambda, inner functions and floats", "transformers", each('r["x"] = (lambda y: y / 2)(3)'), /^x: 1\.5$/m],
  ["A8.3 a validator that returns what it was given", "validators", "x = 1", /^kind: Service$/m],
  [
    "F4.7, S9 the dialect of kpt",
    "transformers",
    `for r in ${ITEMS}: r["x"] = len(set([1, 1]))`,
    /^x: 1$/m,
    { "config.yaml": configOf("{path: fn.star, dialect: kpt}") },
  ],
  [
    "A5.5 a path that counts from the config, wherever that is",
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
    "A5.5 a path that counts from the config, in a directory of configs above",
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

test.each(DIFFERENT)("%s, where kustomize fails", async (...[, role, source, expected, more]) => {
  const files = scriptFiles(role, source, more);
  const { text, diagnostics } = await build(files);
  expect(diagnostics).toEqual([]);
  expect(text).toMatch(expected);
  expect(reference(undefined, files)).toBeUndefined();
});
