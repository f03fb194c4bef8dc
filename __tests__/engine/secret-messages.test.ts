/** Messages never contain text that may be the value of a Secret, because they are posted publicly. */
import { describe, expect, test } from "@jest/globals";
import { type Files, outcomeOf } from "./render.ts";

const VALUE = "hunter2-hunter2";
const SECRET = `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: ${VALUE}}\n`;
const JSON_TARGET = "target: {kind: Secret, name: s, version: v1}";

const kustomizations: Readonly<Record<string, string>> = {
  "a merge patch without its closing brace": `resources: [s.yaml]\npatches:\n- patch: '{stringData: {b: ${VALUE}}, kind: Secret'`,
  "a merge patch without a name": `resources: [s.yaml]\npatches:\n- patch: '{stringData: {b: ${VALUE}}, apiVersion: v1, kind: Secret}'`,
  "a JSON patch that ends in a string": `resources: [s.yaml]\npatches:\n- ${JSON_TARGET}\n  patch: '[{"op":"add","value":"${VALUE}]'`,
  "a JSON patch with a word too many": `resources: [s.yaml]\npatches:\n- ${JSON_TARGET}\n  patch: '[{"value":"${VALUE}" x}]'`,
  "a JSON patch in words": `resources: [s.yaml]\npatches:\n- ${JSON_TARGET}\n  patch: '[${VALUE}]'`,
  "a JSON patch without a target": `resources: [s.yaml]\npatches:\n- patch: |-\n    - value: ${VALUE}\n      op: add\n      path: /stringData/b`,
  "a JSON patch of a scalar": `resources: [s.yaml]\npatches:\n- ${JSON_TARGET}\n  patch: |-\n    - ${VALUE}`,
  "a test that fails": `resources: [s.yaml]\npatches:\n- ${JSON_TARGET}\n  patch: '[{"op":"test","path":"/stringData/a","value":"${VALUE}x"}]'`,
  "a way through the value": `resources: [s.yaml]\npatches:\n- ${JSON_TARGET}\n  patch: '[{"op":"add","path":"/stringData/a/b","value":"x"}]'`,
  "patchesJson6902, malformed": `resources: [s.yaml]\npatchesJson6902:\n- ${JSON_TARGET}\n  patch: '{value: ${VALUE}'`,
  "patchesJson6902, no list": `resources: [s.yaml]\npatchesJson6902:\n- ${JSON_TARGET}\n  patch: 'value ${VALUE}'`,
  "patchesStrategicMerge, malformed": `resources: [s.yaml]\npatchesStrategicMerge:\n- '{stringData: {b: ${VALUE}}, kind: Secret'`,
  "a document where a path is expected": `resources:\n- |-\n  apiVersion: v1\n  kind: Secret\n  stringData: {a: ${VALUE}}`,
  "a document where a directory is expected": `components:\n- 'stringData: ${VALUE}'`,
  "an address with a password": `resources:\n- https://user:${VALUE}@git.example.com/repository//base?ref=main`,
  "a literal without a key": `secretGenerator:\n- name: g\n  literals: ["${VALUE}"]`,
  "a literal among files": `secretGenerator:\n- name: g\n  files: ["url=https://x/?password=${VALUE}"]`,
  "literals in a map": `secretGenerator:\n- name: g\n  literals: {a: ${VALUE}}`,
  "a part of a value that is not there": `resources: [s.yaml]\nreplacements:\n- source: {kind: Secret, fieldPath: stringData.a, options: {delimiter: ":", index: 5}}\n  targets: [{select: {kind: Secret}, fieldPaths: [stringData.b]}]`,
};

const objects: Readonly<Record<string, string>> = {
  "a value that looks like an alias": `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  a: *${VALUE}\n`,
  "a quote that does not close": `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  a: "${VALUE}\n`,
  "a value with a colon": `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  a: ${VALUE}: ${VALUE}\n`,
  "a number that is none": `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  a: !!int ${VALUE}\n`,
  "a binary that is none": `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  a: !!binary ${VALUE}\n`,
  "labels that are none": `apiVersion: v1\nkind: Secret\nmetadata: {name: s, annotations: [${VALUE}]}\n`,
};

async function messagesOf(files: Files): Promise<string> {
  const outcome = await outcomeOf({ files });
  if ("text" in outcome) throw new Error(`it builds:\n${outcome.text}`);
  return JSON.stringify(outcome.problems);
}

describe("no message repeats a value of", () => {
  test.each(Object.entries(kustomizations))("%s", async (_title, text) => {
    const messages = await messagesOf({ "kustomization.yaml": `${text}\n`, "s.yaml": SECRET });
    expect(messages).not.toContain(VALUE);
  });

  test.each(Object.entries(objects))("an object with %s", async (_title, text) => {
    const messages = await messagesOf({ "kustomization.yaml": "resources: [s.yaml]\n", "s.yaml": text });
    expect(messages).not.toContain(VALUE);
  });
});

test("a syntax error in JSON is still reported, with its place", async () => {
  const patch = `resources: [s.yaml]\npatches:\n- ${JSON_TARGET}\n  patch: '[{"op":"add" "path":"/a"}]'\n`;
  const messages = await messagesOf({ "kustomization.yaml": patch, "s.yaml": SECRET });
  expect(messages).toMatch(/starts with \[, but is not valid JSON: .*Expected/);
});
