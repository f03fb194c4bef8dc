import { expect, test } from "@jest/globals";
import type { CauseRequest } from "../../../src/review/causes/index.ts";
import { memoryTree, type Tree } from "../../../src/sources/index.ts";
import { type Explained, explainedCauses } from "./explained.ts";
import { causesOf, changedFiles, type Files } from "./scenarios.ts";

const CM = { apiVersion: "v1", kind: "ConfigMap", namespace: "" };

const cm = (value: string, name = "c"): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: "${value}"\n`;

/** Overlays of one base, or with a value of their own. */
function overlays(count: number, own: (index: number) => string): Files {
  const files: Record<string, string> = { "base/kustomization.yaml": "resources: [c.yaml]\n", "base/c.yaml": cm("0") };
  for (let index = 0; index < count; index++) files[`t/${index}/kustomization.yaml`] = own(index);
  return files;
}

const SHARED = "resources: [../../base]\n";
const own = (value: number) => (): string => `${SHARED}commonAnnotations: {a: "${value}"}\n`;

function request(target: string, path: string, id = "x"): CauseRequest {
  const name = { ...CM, name: "c" };
  return { id, target, base: name, head: name, fields: [{ path, op: "changed" }] };
}

/** The causes, and the directories that were built at head. */
async function find(base: Files, head: Files, input: Pick<Explained, "requests"> & Partial<Explained>) {
  const built = new Set<string>();
  const tree = memoryTree(head);
  const watched: Tree = {
    ...tree,
    async read(path) {
      const [, target] = /^\/(t\/\d+)\/kustomization.yaml$/.exec(path) ?? [];
      if (target !== undefined) built.add(target);
      return tree.read(path);
    },
  };
  const trees = { base: memoryTree(base), head: watched };
  const causes = await explainedCauses({
    trees,
    options: { base: {}, head: {} },
    changedFiles: changedFiles(base, head),
    ...input,
  });
  return { causes, built: [...built] };
}

const all = (count: number, path: string): CauseRequest[] =>
  Array.from({ length: count }, (_, index) => request(`t/${index}`, path));

test("a change that many targets have from one file is traced once", async () => {
  const base = overlays(5, () => SHARED);
  const head = { ...base, "base/c.yaml": cm("1") };
  const changedOf = () => ["base/c.yaml"];
  const { causes, built } = await find(base, head, { requests: all(5, "/data/a"), changedOf });
  expect(built).toEqual(["t/0"]);
  expect(causes.get("x")).toMatchObject([{ side: "head", file: "base/c.yaml", line: 6, step: "resources" }]);
  expect(causes.get("x")?.[0]).not.toHaveProperty("targets");
});

test("without knowing what targets depend on, a few of them are traced", async () => {
  const base = overlays(9, () => SHARED);
  const head = { ...base, "base/c.yaml": cm("1") };
  const { built } = await find(base, head, { requests: all(9, "/data/a") });
  expect(built).toEqual(["t/0", "t/1", "t/2"]);
});

test("a target that depends on further edited files is traced as well", async () => {
  const base = overlays(3, () => SHARED);
  const more = `${SHARED}patches:\n- patch: '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "2"}}'\n`;
  const head = { ...base, "base/c.yaml": cm("1"), "t/1/kustomization.yaml": more };
  const changedOf = (target: string) => ["base/c.yaml", ...(target === "t/1" ? ["t/1/kustomization.yaml"] : [])];
  const { causes, built } = await find(base, head, { requests: all(3, "/data/a"), changedOf });
  expect(built).toEqual(["t/0", "t/1"]);
  expect(causes.get("x")?.map(({ file, targets }) => [file, targets])).toEqual([
    ["base/c.yaml", ["t/0", "t/2"]],
    ["t/1/kustomization.yaml", ["t/1"]],
  ]);
});

test("a change that targets make themselves has a cause in each, up to a limit", async () => {
  const [base, head] = [overlays(30, own(1)), overlays(30, own(2))];
  const changedOf = (target: string) => [`${target}/kustomization.yaml`];
  const { causes, built } = await find(base, head, { requests: all(30, "/metadata/annotations/a"), changedOf });
  expect(built).toHaveLength(30);
  const places = causes.get("x")?.map(({ file, line, targets, inChange }) => [file, line, targets, inChange]);
  expect(places?.slice(0, 2)).toEqual([
    ["t/0/kustomization.yaml", 2, ["t/0"], true],
    ["t/1/kustomization.yaml", 2, ["t/1"], true],
  ]);
  expect(places).toHaveLength(20);
});

test("when many fields of one file changed, the last ones count to a cause in this file", async () => {
  const keys = Array.from({ length: 30 }, (_, index) => `k${index}`);
  const text = (value: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n${keys.map((key) => `  ${key}: "${value}"\n`).join("")}`;
  const base = {
    "base/c.yaml": text("1"),
    "t/0/kustomization.yaml": SHARED,
    "base/kustomization.yaml": "resources: [c.yaml]\n",
  };
  const fields = keys.map((key) => ({ path: `/data/${key}`, op: "changed" as const }));
  const requests = [{ ...request("t/0", ""), fields }];
  const { causes } = await find(base, { ...base, "base/c.yaml": text("2") }, { requests });
  const found = causes.get("x") ?? [];
  expect(found).toHaveLength(20);
  expect(new Set(found.flatMap((cause) => cause.fields))).toEqual(new Set(fields.map(({ path }) => path)));
  expect(found[0]).toMatchObject({ line: 6, inChange: true });
});

test("a target that does not build, and one whose time is over, have no causes", async () => {
  const base = { ...overlays(2, () => SHARED), "t/0/kustomization.yaml": "resources: [gone.yaml]\n" };
  const head = { ...base, "base/c.yaml": cm("1") };
  const requests = [request("t/0", "/data/b", "broken"), request("t/1", "/data/a", "good")];
  const { causes } = await find(base, head, { requests });
  expect([...causes].map(([id, found]) => [id, found.length])).toEqual([
    ["broken", 0],
    ["good", 1],
  ]);
  const late = await find(base, head, { requests, deadline: { at: performance.now() - 1 } });
  expect([...late.causes].map(([id, found]) => [id, found.length])).toEqual([
    ["broken", 0],
    ["good", 0],
  ]);
});

test("an object of another target at base", async () => {
  const base = {
    "old/kustomization.yaml": "resources: [c.yaml]\n",
    "old/c.yaml": cm("1").replace("\ndata:", "\ndata:\n  b: x"),
  };
  const head = { "new/kustomization.yaml": "resources: [c.yaml]\n", "new/c.yaml": cm("2") };
  const fields = [
    { path: "/data/a", op: "changed" as const },
    { path: "/data/b", op: "removed" as const },
  ];
  const { causes } = await find(base, head, { requests: [{ ...request("new", ""), from: "old", fields }] });
  expect(causes.get("x")).toMatchObject([
    { side: "head", file: "new/c.yaml", line: 6, fields: ["/data/a"] },
    { side: "base", file: "old/c.yaml", line: 6, fields: ["/data/b"] },
  ]);
});

test("an object whose name is not the start of its last one is found", async () => {
  const files = (name: string): Files => ({
    "t/0/kustomization.yaml": `resources: [c.yaml]\npatches:\n- target: {kind: ConfigMap}\n  options: {allowNameChange: true}\n  patch: '[{"op": "replace", "path": "/metadata/name", "value": "${name}"}]'\n`,
    "t/0/c.yaml": cm("1"),
  });
  const [before, after] = ["first", "second"].map((name) => ({ ...CM, name }));
  const requests = [{ id: "x", target: "t/0", base: before, head: after, fields: [] }];
  const { causes } = await find(files("first"), files("second"), { requests });
  expect(causes.get("x")).toMatchObject([{ file: "t/0/kustomization.yaml", line: 5, step: "patches", inChange: true }]);
});

test("the hash of a Secret is in no cause, and neither is a value of it", async () => {
  const files = (value: string): Files => ({
    "top/kustomization.yaml": `resources: [pod.yaml, s.yaml]\nsecretGenerator:\n- name: s\n  literals: [password=${value}]\n  envs: [s.env]\n`,
    "top/s.env": `token=${value}\n`,
    "top/s.yaml": `apiVersion: v1\nkind: Secret\nmetadata: {name: written}\nstringData: {password: ${value}}\n`,
    "top/pod.yaml":
      "apiVersion: v1\nkind: Pod\nmetadata: {name: pod}\nspec: {volumes: [{name: v, secret: {secretName: s}}]}\n",
  });
  const lines = await causesOf({ base: files("hunter2"), head: files("hunter3") });
  expect(lines).not.toMatch(/hunter|aHVudGVy|-[a-z0-9]{10}\b/);
  expect(lines).toContain("Secret/s /data/token: top/s.env:1 secretGenerator");
  expect(lines).toContain("Secret/written: top/s.yaml:4 resources");
});

test("a file that cannot be compared by lines still counts as edited", async () => {
  const files = (value: string): Files => ({
    "top/kustomization.yaml": "configMapGenerator:\n- name: c\n  files: [data.bin]\n",
    "top/data.bin": value,
  });
  const lines = await causesOf({ base: files("\u0000a"), head: files("\u0000b") });
  expect(lines).toBe("ConfigMap/c: top/data.bin:1 configMapGenerator\n");
});

test("an object that moved to another target, and is otherwise equal", async () => {
  const base = { "a/kustomization.yaml": "resources:\n- c.yaml\n", "a/c.yaml": cm("1"), "b/kustomization.yaml": "" };
  const head = {
    "a/kustomization.yaml": "",
    "b/kustomization.yaml": "nameSuffix: ''\nresources:\n- c.yaml\n",
    "b/c.yaml": cm("1"),
  };
  const name = { ...CM, name: "c" };
  const requests = [{ id: "x", target: "b", from: "a", base: name, head: name, fields: [] }];
  const { causes } = await find(base, head, { requests });
  expect(causes.get("x")).toMatchObject([{ side: "head", file: "b/c.yaml", line: 1, inChange: true }]);
});

test("the new namespace of an object whose fields changed as well", async () => {
  const files = (namespace: string, value: string): Files => ({
    "t/0/kustomization.yaml": `resources: [c.yaml]\nnamespace: ${namespace}\n`,
    "t/0/c.yaml": cm(value),
  });
  const names = ["one", "two"].map((namespace) => ({ ...CM, namespace, name: "c" }));
  const fields = [{ path: "/data/a", op: "changed" as const }];
  const requests = [{ id: "x", target: "t/0", base: names[0], head: names[1], fields }];
  const { causes } = await find(files("one", "1"), files("two", "2"), { requests });
  expect(causes.get("x")?.map((cause) => [cause.file, cause.line, cause.fields])).toEqual([
    ["t/0/c.yaml", 6, ["/data/a"]],
    ["t/0/kustomization.yaml", 2, ["/metadata/namespace"]],
  ]);
});
