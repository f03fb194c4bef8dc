/**
 * Compares programs here and in kustomize 5.4.3, the last release that runs them, which KUSTOMIZE_STARLARK_BIN names: the
 * results are the same.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { KUSTOMIZE, runStarlark } from "../../src/starlark/index.ts";
import { type MapNode, type Node, parseResources, toValue, type Value } from "../../src/yaml/index.ts";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { type BundledWorker, bundledWorker } from "./worker.ts";

const BINARY = findProgram("KUSTOMIZE_STARLARK_BIN");
const compared = unless(lackOf("KUSTOMIZE_STARLARK_BIN"), test);

let worker: BundledWorker;
let directory: string;
beforeAll(async () => {
  worker = await bundledWorker();
  directory = mkdtempSync(join(tmpdir(), "kustomize-starlark-"));
  writeFileSync(join(directory, "kustomization.yaml"), "resources: [resources.yaml]\ntransformers: [fn.yaml]\n");
  writeFileSync(join(directory, "resources.yaml"), RESOURCES);
  writeFileSync(join(directory, "fn.yaml"), CONFIG);
});
afterAll(() => {
  worker.remove();
  rmSync(directory, { recursive: true, force: true });
});

const RESOURCES = `apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: {app: x}}
data: {k: "1", n: "é"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: b}
spec: {replicas: 3, paused: false, part: 0.25, large: 5000000000, mode: "on"}
`;
const CONFIG = `apiVersion: example.com/v1
kind: Fn
metadata:
  name: fn
  annotations:
    config.kubernetes.io/function: |
      starlark: {path: p.star, name: program}
spec: {suffix: -x, list: [1, 2]}
`;

const each = (body: string) => `def run(items):\n  for r in items:\n    ${body}\nrun(ctx.resource_list["items"])\n`;

/** Programs, and whether they succeed. None returns an integer of more than 32 bits, which kustomize cannot read back. */
const SMALL = 'ctx.resource_list["items"][1]["spec"].pop("large")\n';
const programs: [string, string, boolean][] = [
  ["labels all", each('r["metadata"].setdefault("labels", {})["env"] = "prod"'), true],
  ["reads its config", each('r["metadata"]["x"] = ctx.resource_list["functionConfig"]["spec"]["suffix"]'), true],
  ["writes its config", 'ctx.resource_list["functionConfig"]["spec"] = {}', true],
  [
    "adds one",
    'ctx.resource_list["items"].append({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "c"}, "l": (1, [2, {}])})',
    true,
  ],
  ["removes one", 'ctx.resource_list["items"].pop(0)', true],
  [
    "replaces all",
    'ctx.resource_list["items"] = [{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "c"}}]',
    true,
  ],
  ["renames one", 'ctx.resource_list["items"][0]["metadata"]["name"] = "z"', true],
  [
    "computes",
    each(
      'r["x"] = [len("é"), -7 // 2, -7 % 3, 1 << 20, "a\\d\\x41"[1:], "%s-%d" % ("x", 3), str(r["metadata"]["name"] in "abc"), [i for i in range(3)]]',
    ),
    true,
  ],
  [
    "leaves values of all types",
    each('r["x"] = {"n": None, "t": True, "i": -5, "s": "yes", "m": "a\\nb\\n", "e": "", "l": [], "d": {}}'),
    true,
  ],
  ["halves", each('r.get("spec", {})["part"] = r.get("spec", {}).get("part", 2)'), true],
  [
    "writes floats",
    each(
      'p = r.get("spec", {}).get("part", 0); r["x"] = [str(p * 4), str(p * 7777777), "%s" % (p * 5000000), str(p * p * p * p * p * 3), "%g %e %f %r" % (p * 4, p, p, p), str(p // 1), str(-p % 3), str(p * 4 == 1)]',
    ),
    true,
  ],
  ["sorts None", each('r["x"] = sorted([None, None])'), true],
  ["reads the schema", each('r["x"] = type(ctx.open_api)'), true],
  ["returns a set", each('r["x"] = set([1])'), false],
  ["fails", 'fail("boo")', false],
  ["misses a key", 'print(ctx.resource_list["items"][1]["data"])', false],
  ["recurses", "def f(): return f()\nf()", false],
  ["has a loop outside of functions", "for x in []: pass", false],
  ["has a lambda", "f = lambda x: x", false],
  ["has a float", "f = 1.5", false],
  ["divides", "f = 1 / 2", false],
  ["nests functions", "def f():\n  def g(): pass", false],
  ["has while", "def f():\n  while True: pass", false],
  ["assigns a global twice", "x = 1\nx = 2", false],
  ["loads", 'load("x.star", "y")', false],
  ["assigns the list", "ctx.resource_list = {}", false],
  ["changes what it walks over", each("items.append(r)"), false],
  ["has no items", 'ctx.resource_list["items"] = 1', false],
];

compared.each(programs)("a program that %s", async (_, body, succeeds) => {
  const source = SMALL + body;
  const ours = await run(source);
  expect(ours !== undefined).toBe(succeeds);
  expect(byName(ours)).toEqual(byName(kustomize(source)));
});

compared("integers beyond 32 bits come back, where kustomize fails", async () => {
  expect(kustomize("x = 1")).toBeUndefined();
  expect((await run("x = 1"))?.[1]).toMatchObject({ spec: { large: 5_000_000_000 } });
});

/** Objects with the lists that kustomize sorts, in many kinds and versions, and with annotations that prevent it. */
function workloads(): string {
  const kinds = ["Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "Job", "CronJob", "Pod", "Rollout"];
  const versions = ["apps/v1", "apps/v1beta1", "apps/v1beta2", "batch/v1", "extensions/v1beta1", "v1", "other/v1"];
  const containers =
    "[{name: web}, {image: x}, {name: 10}, {name: 9}, {name: é}, {name: app, ports: [{name: b}, {name: a}]}]";
  const template = `{template: {spec: {containers: ${containers}, initContainers: [{name: b}, {name: a}]}}}`;
  const webhooks = "[{rules: [{operations: [UPDATE, CREATE, DELETE]}, {operations: [B, A], resources: [b, a]}]}]";
  const body = `spec: ${template}\nwebhooks: ${webhooks}\n`;
  const objects = kinds.flatMap((kind) =>
    versions.map((version, at) => `apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: n${at}}\n${body}`),
  );
  const webhook = "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\n";
  for (const name of ["w", "none", "standard"]) {
    const annotations = name === "w" ? "" : `, annotations: {config.kubernetes.io/formatting: ${name}}`;
    objects.push(`${webhook}metadata: {name: ${name}${annotations}}\n${body}`);
  }
  return objects.join("---\n");
}

compared.each(["x = 1", each('r["x"] = 1')])("the order of lists after the program %j", async (source) => {
  const resources = workloads();
  const ours = byName(await run(source, resources));
  expect(ours).toHaveLength(59);
  expect(ours).toEqual(byName(kustomize(source, resources)));
});

compared("an unknown value of the annotation for formatting fails", async () => {
  const resources = `apiVersion: v1\nkind: A\nmetadata: {name: a, annotations: {config.kubernetes.io/formatting: other}}\n`;
  expect(kustomize("x = 1", resources)).toBeUndefined();
  expect(await run("x = 1", resources)).toBeUndefined();
});

/** The output of kustomize; undefined if it fails. It looks for programs in its working directory. */
function kustomize(source: string, resources = RESOURCES): Value[] | undefined {
  writeFileSync(join(directory, "resources.yaml"), resources);
  writeFileSync(join(directory, "p.star"), source);
  const args = ["build", "--enable-alpha-plugins", "--enable-star", "."];
  const { status, stdout } = spawnSync(BINARY as string, args, {
    cwd: directory,
    encoding: "utf8",
    timeout: 30_000,
  });
  if (status !== 0) return undefined;
  const list = parseResources(stdout.replace(/^\{.*\n/gm, ""), "out.yaml") as MapNode[];
  return list.map((node) => toValue(node));
}

async function run(source: string, resources = RESOURCES): Promise<Value[] | undefined> {
  const items = parseResources(resources, "resources.yaml") as MapNode[];
  const [config] = parseResources(CONFIG, "fn.yaml") as MapNode[];
  const [list] = parseResources("kind: ResourceList\nitems: []\nfunctionConfig: {}\n", "list.yaml") as MapNode[];
  for (const entry of (list as MapNode).entries) {
    if (entry.value.kind === "seq") entry.value.items = items;
    if (entry.value.kind === "map") entry.value = config as Node;
  }
  const { output } = await runStarlark({
    source,
    filename: "p.star",
    resourceList: list as Node,
    dialect: KUSTOMIZE,
    entry: worker.entry,
  });
  if (output === undefined) return undefined;
  const [made] = parseResources(output, "out.yaml") as [Node];
  return (toValue(made) as { items: Value[] }).items;
}

/** Sorts the objects, because kustomize does. */
function byName(items: Value[] | undefined): Value[] | undefined {
  return items
    ?.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    .map((item) => ({ ...(item as object) }));
}
