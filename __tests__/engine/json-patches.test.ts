/** JSON patches that deviate from kustomize (docs/deviations.md). cases/patches.txt tests the others. */
import { expect, test } from "@jest/globals";
import { outcomeOf } from "./render.ts";

const OBJECT = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, number: 1.0}\n";

function build(patch: string, more = "") {
  const kustomization = `resources: [o.yaml]\n${more}patchesJson6902:\n- target: {version: v1, kind: ConfigMap, name: .*}\n  patch: '${patch}'\n`;
  return outcomeOf({ files: { "kustomization.yaml": kustomization, "o.yaml": OBJECT } });
}

test.each(["1", "1.0", "1e0"])("a test compares numbers: %s (docs/specification/json-patch.md 3.3)", async (number) => {
  const patch = `[{"op": "test", "path": "/number", "value": ${number}}, {"op": "remove", "path": "/number"}]`;
  expect(await build(patch)).toEqual({ text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n" });
});

test("a test distinguishes numbers from text (docs/specification/json-patch.md 3.3)", async () => {
  expect(await build('[{"op": "test", "path": "/number", "value": "1"}]')).toMatchObject({
    problems: [{ code: "json-patch" }],
  });
});

test("a copy of all annotations contains no annotations of the build (docs/specification/json-patch.md 2.5)", async () => {
  const patch =
    '[{"op": "add", "path": "/metadata/annotations/x", "value": "z"}, {"op": "copy", "from": "/metadata/annotations", "path": "/number"}]';
  expect(await build(patch, "namePrefix: p-\n")).toEqual({
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  annotations:\n    x: z\n  name: p-a\nnumber:\n  x: z\n",
  });
});

test("a copy of all annotations contains no record of steps (docs/specification/json-patch.md 2.5)", async () => {
  const patch = '[{"op": "copy", "from": "/metadata", "path": "/number"}]';
  const built = await build(patch, "buildMetadata: [transformerAnnotations]\n");
  expect(built).toMatchObject({ text: expect.stringMatching(/\nnumber:\n {2}annotations: \{\}\n {2}name: a\n$/) });
});
