/** Errors of ValueAddTransformer and IAMPolicyGenerator. Their output is tested in ../engine/cases. */
import { expect, test } from "@jest/globals";
import { outcomeOf } from "../engine/render.ts";

async function problemOf(field: string, config: string): Promise<unknown> {
  const files = {
    "kustomization.yaml": `resources: [pod.yaml]\n${field}: [config.yaml]\n`,
    "pod.yaml": "{apiVersion: v1, kind: Pod, metadata: {name: pod, labels: {a: b}}, spec: {containers: [{name: c}]}}\n",
    "config.yaml": `apiVersion: builtin\nmetadata: {name: config}\n${config}\n`,
  };
  const outcome = await outcomeOf({ files });
  return "text" in outcome
    ? outcome.text
    : outcome.problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test.each([
  ["", "config.yaml:1 must specify at least one target: this ValueAddTransformer has none"],
  ["targets: [{fieldPath: ''}]", "config.yaml:4 the fieldPath of a target cannot be empty"],
  ["targets: [{fieldPath: a, filePathPosition: -1}]", "config.yaml:4 filePathPosition (-1) cannot be negative"],
  ["targetFilePath: gone.yaml", "config.yaml:1 gone.yaml does not exist"],
  [
    "targets: [{fieldPath: metadata/labels}]",
    "pod.yaml:1 the value cannot be added: expected a single value, but found a map",
  ],
  [
    "targets: [{fieldPath: metadata/name/x}]",
    "pod.yaml:1 the value cannot be added: expected a map, but found a single value",
  ],
  [
    "targets: [{fieldPath: spec/containers/x}]",
    "pod.yaml:1 the value cannot be added: expected a map, but found a list",
  ],
  ["targets: [{fieldPath: spec/0}]", "pod.yaml:1 the value cannot be added: expected a list, but found a map"],
  ["targets: [{fieldPath: 'spec/[a=b]'}]", "pod.yaml:1 the value cannot be added: expected a list, but found a map"],
])("a ValueAddTransformer with %j", async (config, problem) => {
  expect(await problemOf("transformers", `kind: ValueAddTransformer\n${config}`)).toEqual([problem]);
});

test.each([
  ["cloud: aws", "config.yaml:1 cloud provider aws is not supported: only gke is"],
  ["cloud: gke", "config.yaml:1 this IAMPolicyGenerator has no kubernetesService.name"],
])("an IAMPolicyGenerator with %j", async (config, problem) => {
  expect(await problemOf("generators", `kind: IAMPolicyGenerator\n${config}`)).toEqual([problem]);
});
