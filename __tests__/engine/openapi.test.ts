/** The field `openapi`: its errors, and builders with many targets. cases/openapi.txt tests its effects. */
import { describe, expect, test } from "@jest/globals";
import { createBuilder } from "../../src/engine/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { type Files, outcomeOf } from "./render.ts";

const widget = "{apiVersion: example.com/v1, kind: Widget, metadata: {name: w}, spec: {parts: [{name: one}]}}\n";
const patch =
  "patches:\n- patch: '{apiVersion: example.com/v1, kind: Widget, metadata: {name: w}, spec: {parts: [{name: two}]}}'\n";
const schema = `definitions:
  Widget:
    properties: {spec: {$ref: "#/definitions/Spec"}}
    x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: Widget}]
  Spec:
    properties:
      parts: {type: array, items: {}, x-kubernetes-patch-strategy: merge, x-kubernetes-patch-merge-key: name}
`;

async function problemsOf(openapi: string, more: Files = {}): Promise<unknown> {
  const files = {
    "kustomization.yaml": `openapi: ${openapi}\nresources: [w.yaml]\n${patch}`,
    "w.yaml": widget,
    ...more,
  };
  const outcome = await outcomeOf({ files });
  return "text" in outcome
    ? outcome.text
    : outcome.problems.map(({ file, code, message }) => `${file} ${code}: ${message}`);
}

describe("an error", () => {
  test.each<[string, string, Files, string]>([
    // docs/specification/build-order.md 3.6
    ["a file that is not there", "{path: s.yaml}", {}, "kustomization.yaml file-not-found: s.yaml does not exist"],
    [
      // docs/specification/build-order.md 3.4
      "a version and a file",
      "{path: s.yaml, version: v1.21.2}",
      { "s.yaml": "" },
      "kustomization.yaml openapi-conflict: cannot use both `version` and `path` of `openapi`: builtin version and custom schema provided",
    ],
    [
      // docs/specification/build-order.md 3.4
      "another version",
      "{version: v1.30.0}",
      {},
      "kustomization.yaml openapi-version: the specified OpenAPI version v1.30.0 is not built in",
    ],
    [
      "no JSON",
      "{path: s.json}",
      { "s.json": "{definitions: {}}" },
      "s.json invalid-openapi: unable to read the OpenAPI schema s.json: it begins with `{` but is not valid JSON",
    ],
    [
      "a list",
      "{path: s.yaml}",
      { "s.yaml": "[a]" },
      "s.yaml invalid-openapi: unable to read the OpenAPI schema s.yaml: it is not an OpenAPI document",
    ],
    [
      "a list of definitions",
      "{path: s.yaml}",
      { "s.yaml": "definitions: [a]" },
      "s.yaml invalid-openapi: unable to read the OpenAPI schema s.yaml: it is not an OpenAPI document",
    ],
  ])("%s", async (_, openapi, files, problem) => {
    expect(await problemsOf(openapi, files)).toEqual([problem]);
  });

  // docs/specification/build-order.md 3.6
  test("a schema that is not needed is not parsed", async () => {
    const files = { "kustomization.yaml": "openapi: {path: s.yaml}\nresources: []\n", "s.yaml": "[a]" };
    expect(await outcomeOf({ files })).toEqual({ text: "" });
  });
});

const replaced = "parts:\n  - name: two\n";
const merged = "parts:\n  - name: two\n  - name: one\n";

test.each([
  ["an empty file", "", replaced],
  [
    "references in a circle",
    "definitions: {Widget: {properties: {spec: {$ref: '#/definitions/A'}}, x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: Widget}]}, A: {$ref: '#/definitions/A'}}",
    replaced,
  ],
  ["a reference to nothing", schema.replace("Spec:", "Other:"), replaced],
  ["a reference elsewhere", schema.replace("#/definitions", "http://example.com"), replaced],
  // docs/specification/build-order.md 3.6
  [
    "fields of the wrong type",
    `swagger: 3\npaths: {/a: 1}\n${schema}  Other: {required: x, type: 1}\n  None: 1\n`,
    merged,
  ],
  ["kinds that are none", schema.replace("kind: Widget}", "kind: 1}, x, {}"), replaced],
  [
    "a reference to a reference",
    `${schema.replace("  Spec:", "  Spec: {$ref: '#/definitions/A~1B'}\n  A/B:")}`,
    merged,
  ],
])("%s", async (_, text, expected) => {
  expect(await problemsOf("{path: s.yaml}", { "s.yaml": text })).toContain(expected);
});

describe("one builder gives the same results as separate builders", () => {
  const files: Record<string, string> = {
    "schema/kustomization.yaml": `openapi: {path: s.yaml}\nresources: [w.yaml]\n`,
    "schema/s.yaml": schema,
    "schema/w.yaml": widget.replace("name: w}", "name: v}"),
    "base/kustomization.yaml": `resources: [w.yaml]\n${patch}`,
    "base/w.yaml": widget,
    "before/kustomization.yaml": "resources: [../base, ../schema]\n",
    "behind/kustomization.yaml": "resources: [../schema, ../base]\n",
    "own/kustomization.yaml": "openapi: {path: s.yaml}\nresources: [../base]\n",
    "own/s.yaml": "definitions: {}\n",
    "none/kustomization.yaml": "resources: [../base]\n",
  };

  test("for bases before and after a schema", async () => {
    const builder = createBuilder(memoryTree(files));
    const targets = ["before", "behind", "own", "none"];
    for (const target of [...targets, ...targets.toReversed(), ...targets]) {
      const { resources } = await builder.build(`/${target}`);
      const text = resources.map(({ yaml }) => yaml).join("---\n");
      expect({ text }).toEqual(await outcomeOf({ files, target }));
      expect(text.includes(merged)).toBe(target === "behind");
    }
  });

  test("for targets that are built at the same time", async () => {
    const builder = createBuilder(memoryTree(files));
    const targets = ["behind", "none", "before", "own", "behind", "none", "before", "own"];
    const texts = await Promise.all(
      targets.map(async (target) =>
        (await builder.build(`/${target}`)).resources.map(({ yaml }) => yaml).join("---\n"),
      ),
    );
    const expected = await Promise.all(targets.map((target) => outcomeOf({ files, target })));
    expect(texts.map((text) => ({ text }))).toEqual(expected);
  });
});
