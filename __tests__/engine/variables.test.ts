/** Errors and notices about variables. cases/variables.txt tests their output. */
import { describe, expect, test } from "@jest/globals";
import { MemoryPool } from "../../src/budget/index.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { parseVariableText } from "../../src/engine/variables/variable-text.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { type Files, outcomeOf } from "./render.ts";

const objects = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: one}
spec: {ports: [{port: 80}], hex: 0x1F}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: two}
---
apiVersion: v1
kind: Node
metadata: {name: first}
---
apiVersion: v1
kind: Pod
metadata: {name: pod}
spec: {containers: [{name: main, args: [7], command: [$(A)]}]}
`;

function declaring(vars: string, more: Files = {}): Files {
  return {
    "kustomization.yaml": `resources: [objects.yaml]\nvars: [${vars}]\n`,
    "objects.yaml": objects,
    ...more,
  };
}

async function problemOf(files: Files): Promise<unknown> {
  const outcome = await outcomeOf({ files });
  if ("text" in outcome) return outcome.text;
  return outcome.problems.map(({ code, file, line, message }) => `${file}:${line} ${code}: ${message}`);
}

const pod = "objref: {apiVersion: v1, kind: Pod, name: pod}";

// docs/specification/variables.md 1.1, 1.2, 1.4, 2.2, 2.3
describe("an error in a variable", () => {
  test.each<[string, string, string]>([
    [
      "an object that several are called like",
      "{name: A, objref: {apiVersion: v1, kind: Service, name: web}}",
      "ambiguous-variable: the variable A is ambiguous: it can read metadata.name of 2 objects: Service one/web, Service two/web",
    ],
    [
      "an object that is not there",
      "{name: A, objref: {apiVersion: v1, kind: Service, name: api}}",
      "variable-without-object: the variable A reads v1 Service api, which does not exist",
    ],
    [
      "an apiVersion that is left out",
      "{name: A, objref: {kind: Pod, name: pod}}",
      "variable-without-object: the variable A reads Pod pod, which does not exist",
    ],
    [
      "a namespace for an object that has none",
      "{name: A, objref: {apiVersion: v1, kind: Node, name: first, namespace: default}}",
      "variable-without-object: the variable A reads v1 Node first, which does not exist",
    ],
    ["no object", "{name: A}", "variable-without-object: the variable A reads no object, which does not exist"],
    [
      "a field that is not there",
      `{name: A, ${pod}, fieldref: {fieldpath: spec.x}}`,
      "variable-without-field: the variable A reads spec.x of Pod pod, which has no such field",
    ],
    [
      "a path through a single value",
      `{name: A, ${pod}, fieldref: {fieldpath: metadata.name.x}}`,
      "variable-without-field: the variable A reads metadata.name.x of Pod pod, which has no such field",
    ],
    [
      "a number that is not decimal",
      "{name: A, objref: {apiVersion: v1, kind: Service, name: web, namespace: one}, fieldref: {fieldpath: spec.hex}}",
      "variable-without-field: the variable A reads spec.hex of Service one/web, which is not a decimal number",
    ],
    [
      "a name that is declared twice",
      `{name: A, ${pod}}, {name: A, ${pod}}`,
      "variable-conflict: the variable A already exists: it is also declared at kustomization.yaml:2:8",
    ],
  ])("%s", async (_, vars, problem) => {
    expect(await problemOf(declaring(vars))).toEqual([`kustomization.yaml:2 ${problem}`]);
  });

  test("all variables without an object are reported together", async () => {
    const problems = await problemOf(declaring("{name: A, objref: {kind: Pod}}, {name: B, objref: {kind: Pod}}"));
    expect(problems).toHaveLength(2);
  });

  test("a base that declares variables and is included twice", async () => {
    const files: Files = {
      "kustomization.yaml": "resources: [a, b]\n",
      "a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-\n",
      "b/kustomization.yaml": "resources: [../base]\nnamePrefix: b-\n",
      "base/kustomization.yaml": `resources: [pod.yaml]\nvars: [{name: A, ${pod}}]\n`,
      "base/pod.yaml": "{apiVersion: v1, kind: Pod, metadata: {name: pod}}\n",
    };
    expect(await problemOf(files)).toEqual([
      "base/kustomization.yaml:2 variable-conflict: the variable A already exists: its kustomization is included more than once",
    ]);
  });

  // docs/specification/variables.md 3.1
  test("a list with an item that is not text", async () => {
    expect(await problemOf(declaring(`{name: A, ${pod}}`))).toEqual([
      "objects.yaml:18 invalid-variable-field: an element is not a string in a field that can hold variables",
    ]);
  });
});

// docs/specification/variables.md 2.3, 3.5
test("variables that are not substituted are reported with the reason", async () => {
  const files = declaring(
    `{name: LOST, ${pod}}, {name: LIST, ${pod}, fieldref: {fieldpath: spec.containers}}, {name: A, ${pod}}`,
    { "objects.yaml": objects.replace("args: [7], ", "") },
  );
  const { diagnostics } = await createBuilder(memoryTree(files)).build("/");
  expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    "warning: `vars` is deprecated",
    "notice: the variable LOST is not used in any field that can hold variables",
    "warning: the variable LIST is not substituted: its value is a map or a list",
  ]);
});

test("each overlay of a shared base reads its own copy of the object", async () => {
  const files: Record<string, string> = {
    "base/kustomization.yaml": `resources: [pod.yaml]\nvars: [{name: A, ${pod}}]\n`,
    "base/pod.yaml":
      "{apiVersion: v1, kind: Pod, metadata: {name: pod}, spec: {containers: [{name: c, args: [$(A)]}]}}\n",
  };
  const overlays = ["one", "two", "three", "four"];
  for (const name of overlays) files[`${name}/kustomization.yaml`] = `resources: [../base]\nnamePrefix: ${name}-\n`;
  const builder = createBuilder(memoryTree(files));
  for (const name of overlays) {
    const { resources } = await builder.build(`/${name}`);
    expect(resources[0]?.yaml).toContain(`- args:\n    - ${name}-pod\n`);
  }
});

// docs/specification/variables.md 3.2
describe("the syntax of variables", () => {
  test.each<[string, ReturnType<typeof parseVariableText>]>([
    ["", []],
    ["plain", [{ text: "plain" }]],
    ["$(A)", [{ name: "A" }]],
    ["a$(B)$(C)d", [{ text: "a" }, { name: "B" }, { name: "C" }, { text: "d" }]],
    ["$$(A)", [{ text: "$(A)" }]],
    ["$$$(A)", [{ text: "$" }, { name: "A" }]],
    ["$()", [{ name: "" }]],
    ["$(A$(B))", [{ name: "A$(B" }, { text: ")" }]],
    ["$(A", [{ text: "$(A" }]],
    ["$(A $$(B", [{ text: "$(A $(B" }]],
    ["5$ $5 $", [{ text: "5$ $5 $" }]],
  ])("%j", (text, parts) => {
    expect(parseVariableText(text)).toEqual(parts);
  });
});

test("a long value that is inserted many times is charged before it is written", async () => {
  const uses = `"${"$(V)".repeat(100)}", `.repeat(10);
  const files = {
    "kustomization.yaml":
      "resources: [r.yaml]\nvars: [{name: V, objref: {kind: Pod, name: p, apiVersion: v1}, fieldref: {fieldpath: spec.a}}]\n",
    "r.yaml": `apiVersion: v1
kind: Pod
metadata: {name: p, annotations: {config.kubernetes.io/local-config: "true"}}
spec: {a: ${"x".repeat(100_000)}, containers: [{name: a, args: [${uses}]}]}
`,
  };
  const full = new MemoryPool(() => ({ limit: 100, used: () => 99, inUse: () => 99 }));
  await expect(createBuilder(memoryTree(files), { pool: full }).build("/")).rejects.toMatchObject({
    diagnostics: [{ code: "build-too-large" }],
  });
});
