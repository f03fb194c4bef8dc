import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { decodeCrdDefinitions } from "../../src/documents/crd-definitions.ts";
import { parseConfig } from "../../src/yaml/index.ts";

function decode(text: string): ReturnType<typeof decodeCrdDefinitions> {
  return decodeCrdDefinitions(parseConfig(text, "types.yaml"), "types.yaml");
}

function problem(text: string): string {
  try {
    decode(text);
  } catch (error) {
    if (error instanceof KrmError) return error.message.split("\n")[0] as string;
  }
  return "";
}

// docs/specification/crds.md 1.1
describe("a file that does not contain definitions", () => {
  const prefix = "unable to read OpenAPI definitions from types.yaml:";
  test.each([
    ["", "types.yaml", "it holds no definitions of types"],
    ["[a]", "types.yaml:1:1", "it holds no definitions of types"],
    [
      "apiVersion: v1\nkind: CustomResourceDefinition\n",
      "types.yaml:1:13",
      "apiVersion is not the definition of a type",
    ],
    ["a.B: {Schema: [x]}", "types.yaml:1:15", "the schema of a.B is not a map"],
    ["a.B: {Schema: {properties: x}}", "types.yaml:1:28", "`properties` in the schema of a.B must be a map of schemas"],
  ])("%j", (text, place, reason) => {
    expect(problem(text)).toBe(`${place}: ${prefix} ${reason}`);
  });
});

const object = "kind: {}, apiVersion: {}, metadata: {}";

// docs/specification/crds.md 1.3
test("a type that contains itself is followed once", () => {
  const { commonAnnotations } = decode(
    `a.Tree: {Schema: {properties: {${object}, child: {$ref: a.Tree}, note: {x-kubernetes-annotation: ""}}}}`,
  );
  expect(commonAnnotations).toEqual([expect.objectContaining({ kind: "Tree", path: "note" })]);
});

test("types whose fields multiply are refused", () => {
  const levels = Array.from({ length: 20 }, (_, level) => {
    const next = `{$ref: T${level + 1}}`;
    return `T${level}: {Schema: {properties: {${object}, a: ${next}, b: ${next}, c: ${next}}}}`;
  });
  expect(problem(levels.join("\n"))).toBe("types.yaml: the types of this file have more than 100000 fields");
});

// docs/specification/crds.md 1.4
test("an extension that is not text is ignored", () => {
  const text = `B: {Schema: {properties: {${object}, a: {x-kubernetes-identity: true}, b: {x-kubernetes-identity: x}}}}`;
  expect(decode(text).namePrefix).toEqual([expect.objectContaining({ kind: "B", path: "b" })]);
});
