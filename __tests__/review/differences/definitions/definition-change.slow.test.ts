/** What changes of definitions mean for those who use them. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Value } from "../../../../src/render/rendering.ts";
import { definitionChange, isDefinition } from "../../../../src/review/differences/definitions/index.ts";

type Map = { [key: string]: Value };

interface GivenVersion {
  readonly name?: string;
  readonly schema?: Value;
  readonly more?: Map;
}

const definition = (...versions: readonly GivenVersion[]): Value => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  spec: {
    versions: versions.map(({ name = "v1", schema = { type: "object" }, more = {} }) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { openAPIV3Schema: schema },
      ...more,
    })),
  },
});

const object = (properties: Map, more: Map = {}): Map => ({ type: "object", properties, ...more });
const text: Map = { type: "string" };

/** `op path before → after` of each property. */
function changesOf(before: Value, after: Value): string[] {
  const change = definitionChange(definition({ schema: before }), definition({ schema: after }));
  return (change?.properties ?? []).map(({ path, op, before: left, after: right }) =>
    [op, path, left ?? "", right === undefined ? "" : `→ ${right}`].filter((part) => part !== "").join(" "),
  );
}

describe("a property", () => {
  test.each<[what: string, before: Value, after: Value, found: readonly string[]]>([
    ["is added", object({}), object({ a: text }), ["added a → string"]],
    ["is removed", object({ a: text }), object({}), ["removed a string"]],
    [
      "is removed with all that is in it",
      object({ spec: object({ a: object({ b: text }) }) }),
      object({ spec: object({}) }),
      ["removed spec.a object"],
    ],
    ["is retyped", object({ a: text }), object({ a: { type: "integer" } }), ["retyped a string → integer"]],
    [
      "has another format",
      object({ a: { type: "integer", format: "int32" } }),
      object({ a: { type: "integer", format: "int64" } }),
      ["retyped a integer (int32) → integer (int64)"],
    ],
    [
      "can be a text now",
      object({ a: { type: "integer" } }),
      object({ a: { "x-kubernetes-int-or-string": true } }),
      ["retyped a integer → integer or string"],
    ],
    ["is required", object({ a: text }), object({ a: text }, { required: ["a"] }), ["required a"]],
    ["is new and required", object({}), object({ a: text }, { required: ["a"] }), ["required a → string"]],
    ["is optional", object({ a: text }, { required: ["a"] }), object({ a: text }), ["optional a"]],
    ["is removed, and was required", object({ a: text }, { required: ["a"] }), object({}), ["removed a string"]],
    [
      "of elements",
      object({ l: { type: "array", items: object({}) } }),
      object({ l: { type: "array", items: object({ a: text }) } }),
      ["added l[].a → string"],
    ],
    [
      "of the values of a map",
      object({ m: { type: "object", additionalProperties: object({ a: text }) } }),
      object({ m: { type: "object", additionalProperties: object({}) } }),
      ["removed m.*.a string"],
    ],
    ["with a dot in its name", object({}), object({ "a.b": text }), ["added [a.b] → string"]],
    [
      "with another default",
      object({ a: { type: "string", default: "x" } }),
      object({ a: { type: "string", default: "y" } }),
      ["default a x → y"],
    ],
    [
      "with a default that is a map",
      object({ a: object({}) }),
      object({ a: object({}, { default: { b: 1 } }) }),
      ['default a → {"b":1}'],
    ],
    [
      "in another order",
      object({ a: text, b: text }, { required: ["a", "b"] }),
      object({ b: text, a: text }, { required: ["b", "a"] }),
      [],
    ],
  ])("%s", (_, before, after, found) => {
    expect(changesOf(before, after)).toEqual(found);
  });
});

describe("what a property accepts", () => {
  test.each<[before: Map, after: Map, found: readonly string[]]>([
    [{ enum: ["a", "b"] }, { enum: ["a"] }, ["narrowed p a, b → a"]],
    [{ enum: ["a"] }, { enum: ["a", "b"] }, ["widened p a → a, b"]],
    [{ enum: ["a"] }, { enum: ["b"] }, ["narrowed p a → b"]],
    [{}, { enum: ["a"] }, ["narrowed p → a"]],
    [{ enum: ["a"] }, {}, ["widened p a"]],
    [{ enum: ["b", "a"] }, { enum: ["a", "b"] }, []],
    [{ maxLength: 10 }, { maxLength: 5 }, ["narrowed p maxLength 10 → maxLength 5"]],
    [{ maxLength: 10 }, { maxLength: 20 }, ["widened p maxLength 10 → maxLength 20"]],
    [{ maxLength: 10 }, {}, ["widened p maxLength 10"]],
    [{}, { minimum: 0 }, ["narrowed p → minimum 0"]],
    [{ minimum: 1 }, { minimum: 0 }, ["widened p minimum 1 → minimum 0"]],
    [{ minimum: 1n }, { minimum: 1n }, []],
    [{ pattern: "a" }, { pattern: "b" }, ["narrowed p pattern a → pattern b"]],
    [{ pattern: "a" }, {}, ["widened p pattern a"]],
    [{ nullable: true }, {}, ["narrowed p nullable true"]],
    [{}, { uniqueItems: true }, ["narrowed p → uniqueItems true"]],
    [{ "x-kubernetes-preserve-unknown-fields": true }, {}, ["narrowed p x-kubernetes-preserve-unknown-fields true"]],
    [{}, { "x-kubernetes-validations": [{ rule: "self > 1" }] }, ["narrowed p → self > 1"]],
    [{ "x-kubernetes-validations": [{ rule: "self > 1" }] }, {}, ["widened p self > 1"]],
    [{}, { "x-kubernetes-validations": [{ rule: "self > 1" }, { rule: "self < 9" }] }, ["narrowed p"]],
    [{ minLength: 1 }, { pattern: "^https://" }, ["narrowed p → pattern ^https://"]],
    [
      { "x-kubernetes-validations": [{ rule: "self > 1", message: "a" }] },
      { "x-kubernetes-validations": [{ rule: "self > 1", message: "b" }] },
      [],
    ],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { anyOf: [{ type: "string" }] }, ["narrowed p"]],
    [{ oneOf: [{ required: ["a"] }] }, { oneOf: [{ required: ["b"] }, { required: ["a"] }] }, ["widened p"]],
    [{ allOf: [{ minLength: 1 }] }, { allOf: [{ minLength: 1 }, { maxLength: 3 }] }, ["narrowed p"]],
    [{ allOf: [{ minLength: 1, description: "a" }] }, { allOf: [{ minLength: 1, description: "b" }] }, []],
    [{ not: { enum: ["a"] } }, { not: { enum: ["b"] } }, ["narrowed p"]],
    [{ additionalProperties: true }, {}, ["removed p.* any"]],
    [{}, { additionalProperties: { type: "string" } }, ["added p.* → string"]],
    [{ additionalProperties: true }, { additionalProperties: { type: "string" } }, ["retyped p.* any → string"]],
  ])("%j → %j", (before, after, found) => {
    expect(changesOf(object({ p: before }), object({ p: after }))).toEqual(found);
  });
});

describe("versions", () => {
  const served = (name: string, more: Map): GivenVersion => ({ name, more });
  test.each<[what: string, before: readonly GivenVersion[], after: readonly GivenVersion[], found: readonly string[]]>([
    ["added", [{}], [{}, { name: "v2" }], ["v2 added"]],
    ["removed", [{ name: "v1beta1" }, {}], [{}], ["v1beta1 removed"]],
    ["no longer served", [served("v1", {})], [served("v1", { served: false })], ["v1 not-served"]],
    ["served", [served("v1", { served: false })], [served("v1", {})], ["v1 served"]],
    ["deprecated", [served("v1", {})], [served("v1", { deprecated: true })], ["v1 deprecated"]],
    [
      "another one is stored",
      [{}, { name: "v2" }],
      [served("v1", { storage: false }), served("v2", { storage: true })],
      ["v1 not-stored", "v2 stored"],
    ],
    ["replaced", [{}], [served("v2", { storage: true })], ["v1 removed", "v2 added", "v2 stored"]],
    ["in another order", [{}, { name: "v2" }], [{ name: "v2" }, {}], []],
  ])("%s", (_, before, after, found) => {
    const change = definitionChange(definition(...before), definition(...after));
    expect((change?.versions ?? []).map(({ name, op }) => `${name} ${op}`)).toEqual(found);
  });

  test("a new one is compared with the one that base stores", () => {
    const old = { name: "v1", schema: object({ a: text }, { description: "old" }) };
    const next = { name: "v2", schema: object({ b: text }, { description: "new" }) };
    expect(definitionChange(definition(old), definition(old, next))).toEqual({
      versions: [{ name: "v2", op: "added" }],
      properties: [
        { version: "v2", path: "a", op: "removed", before: "string" },
        { version: "v2", path: "b", op: "added", after: "string" },
      ],
      descriptions: 0,
    });
  });

  test("one schema of all versions, and a version beside it, as in v1beta1", () => {
    const beta = (properties: Map): Value => ({
      spec: { version: "v1alpha1", validation: { openAPIV3Schema: object(properties) } },
    });
    expect(definitionChange(beta({ a: text }), beta({}))).toEqual({
      versions: [],
      properties: [{ version: "v1alpha1", path: "a", op: "removed", before: "string" }],
      descriptions: 0,
    });
  });
});

describe("the list", () => {
  test("has the weightiest properties first, and counts what is beyond 50", () => {
    const many = (prefix: string, length: number): Map =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`${prefix}${index}`, text]));
    const before = definition({ schema: object({ ...many("old", 10), keep: text }) });
    const after = definition({ schema: object({ ...many("new", 60), keep: { type: "integer" } }) });
    const change = definitionChange(before, after);
    expect(change?.properties.slice(0, 12).map(({ op }) => op)).toEqual([
      ...Array.from({ length: 10 }, () => "removed"),
      "retyped",
      "added",
    ]);
    expect([change?.properties.length, change?.moreProperties]).toEqual([50, 21]);
  });

  test("counts descriptions, wherever they are", () => {
    const schema = (word: string): Map =>
      object({ a: { type: "array", items: { type: "string", description: word } } }, { description: word });
    expect(definitionChange(definition({ schema: schema("a") }), definition({ schema: schema("b") }))).toEqual({
      versions: [],
      properties: [],
      descriptions: 2,
    });
  });

  test("is absent if nothing of that sort changes", () => {
    const names: Value = { spec: { names: { plural: "shops" } } };
    expect(definitionChange(names, { spec: { names: { plural: "stores" } } })).toBeUndefined();
  });
});

const anything: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Value>(null, true, 1, 2n, "string", "object"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        ..."type properties items additionalProperties enum required allOf anyOf default description minimum not a __proto__ constructor".split(
          " ",
        ),
      ),
      tie("value"),
    ),
  ),
})).value;

test("for any schemas, equal ones do not change, and nothing throws", () => {
  fc.assert(
    fc.property(anything, anything, (before, after) => {
      expect(changesOf(before, before)).toEqual([]);
      const change = definitionChange(definition({ schema: before }), definition({ schema: after }));
      expect(JSON.parse(JSON.stringify(change ?? null))).toEqual(change ?? null);
      expect(() => definitionChange(before, after)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

test("a schema as deep as a file can be, and one as wide, are compared", () => {
  let deep: Map = text;
  for (let depth = 0; depth < 900; depth++) deep = object({ a: deep });
  const wide = (type: string, size: number): Map =>
    object(Object.fromEntries(Array.from({ length: size }, (_, index) => [`p${index}`, { type, description: type }])));
  expect(changesOf(deep, object({ a: deep }))).toEqual([]);
  expect(changesOf(wide("string", 40_000), wide("integer", 40_000))).toHaveLength(50);
});

test.each([
  ["apiextensions.k8s.io/v1", true],
  ["apiextensions.k8s.io/v1beta1", true],
  ["apiextensions.crossplane.io/v1", false],
])("a CustomResourceDefinition of %s: %s", (apiVersion, isOne) => {
  expect(isDefinition(apiVersion, "CustomResourceDefinition")).toBe(isOne);
});
