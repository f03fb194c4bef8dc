/** Validators: the changes that they may not make, and those that kustomize refuses and krm-render allows. */
import { describe, expect, test } from "@jest/globals";
import { firstDifference } from "../../src/resource/difference.ts";
import { parseResources } from "../../src/yaml/index.ts";
import { type Files, outcomeOf } from "./render.ts";

const objects = `apiVersion: v1
kind: ConfigMap
metadata: {name: one, labels: {a: b}}
data: {password: secret}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: two, labels: {validated-by: before}}
`;

function validating(...configs: string[]): Files {
  const files: Record<string, string> = { "objects.yaml": objects };
  configs.forEach((config, index) => {
    files[`v${index}.yaml`] = `apiVersion: builtin\nmetadata: {name: v${index}}\n${config}\n`;
  });
  const names = configs.map((_, index) => `v${index}.yaml`).join(", ");
  return { ...files, "kustomization.yaml": `resources: [objects.yaml]\nvalidators: [${names}]\n` };
}

const mark =
  "kind: LabelTransformer\nlabels: {validated-by: LABEL}\nfieldSpecs: [{path: metadata/labels, create: true}]";

test("several validators mark objects that have labels", async () => {
  const outcome = await outcomeOf({ files: validating(mark.replace("LABEL", "x"), mark.replace("LABEL", "z")) });
  expect("text" in outcome && outcome.text.match(/ {2}labels:\n( {4}.*\n)+/g)).toEqual([
    "  labels:\n    a: b\n    validated-by: z\n",
    "  labels:\n    validated-by: z\n",
  ]);
});

// docs/specification/build-order.md 1.8
describe("a validator must not", () => {
  const target = "target: {name: one}";
  test.each([
    [
      "kind: LabelTransformer\nlabels: {c: d}\nfieldSpecs: [{path: metadata/labels}]",
      "changes metadata.labels.c of ConfigMap one",
    ],
    [
      `kind: PatchTransformer\n${target}\npatch: '[{"op": "remove", "path": "/data"}]'`,
      "changes data of ConfigMap one",
    ],
    [
      `kind: PatchTransformer\n${target}\npatch: '[{"op": "replace", "path": "/data/password", "value": "x"}]'`,
      "changes data.password of ConfigMap one",
    ],
    [
      "kind: PrefixTransformer\nprefix: a-\nfieldSpecs: [{path: metadata/name}]",
      "changes metadata.name of ConfigMap one",
    ],
    [
      "kind: PatchTransformer\npatch: |-\n  {apiVersion: v1, kind: ConfigMap, metadata: {name: two}, $patch: delete}",
      "deletes ConfigMap two",
    ],
  ])("%j", async (config, change) => {
    const outcome = await outcomeOf({ files: validating("kind: HashTransformer", config) });
    expect("problems" in outcome && outcome.problems).toEqual([
      expect.objectContaining({
        code: "validator-modifies",
        file: "v1.yaml",
        message: expect.stringMatching(new RegExp(`^a validator must not change objects, but \\w+ v1 ${change}$`)),
      }),
    ]);
  });

  test("fail", async () => {
    const outcome = await outcomeOf({ files: validating("kind: ReplicaCountTransformer\nreplica: {name: one}") });
    expect("problems" in outcome && outcome.problems.map(({ code }) => code)).toEqual(["target-not-found"]);
  });

  test("be a generator", async () => {
    const outcome = await outcomeOf({ files: validating("kind: ConfigMapGenerator") });
    expect("problems" in outcome && outcome.problems.map(({ code }) => code)).toEqual(["wrong-role"]);
  });
});

describe("differences", () => {
  test.each([
    ["{a: 1, b: [x, {c: d}]}", "b: ['x', {c: \"d\"}]\na: 1", undefined],
    ["{a: 1}", "{a: '1'}", "a"],
    ["{a: [1, 2]}", "{a: [1]}", "a[1]"],
    ["{a: [1]}", "{a: [1, 2]}", "a[1]"],
    ["{a: {b: {c.d: 1}}}", "{a: {b: {c.d: 2}}}", "a.b.[c.d]"],
    ["{a: {b: 1}}", "{a: [b]}", "a"],
    ["{a: 1}", "{a: 1, b: {}}", "b"],
    ["{a: 1, b: null}", "{a: 1}", "b"],
    ["{a: 1}", "{a: 1, free: 2}", undefined],
    ["{a: 1}", "{a: 1, m: {free: 2}}", undefined],
    ["{a: 1, m: {free: 2}}", "{a: 1}", undefined],
    ["{a: 1}", "{a: 1, m: {free: 2, b: 3}}", "m"],
  ])("from %s to %s: %j", (before, after, difference) => {
    const [one] = parseResources(before, "one");
    const [two] = parseResources(after, "two");
    expect(firstDifference(one, two, new Set(["free", "m.free"]))).toBe(difference);
  });
});
