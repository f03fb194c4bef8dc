/** The schemas of configurations; docs/specification/catalogs.md 7. */
import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import fc from "fast-check";
import { checkConfig } from "../../src/catalog/index.ts";
import { parseResources } from "../../src/yaml/index.ts";
import { get, type MapNode } from "../../src/yaml/nodes/node.ts";
import { problemsOf } from "./documents.ts";

function read(text: string, file: string): MapNode {
  const [node] = parseResources(text, file);
  if (node?.kind !== "map") throw new Error("no mapping");
  return node;
}

/** The problems of a configuration whose `spec` has a schema. Both in flow style. */
function problems(schema: string, spec: string, more = ""): string[] {
  const root = read(`{type: object, properties: {spec: ${schema}}${more}}`, "catalog.yaml");
  const config = read(`apiVersion: fn.acme.test/v1\nkind: Paint\nmetadata: {name: p}\nspec: ${spec}\n`, "paint.yaml");
  return problemsOf(() => checkConfig(root, { config, reserved: [], location: { file: "paint.yaml" } }));
}

const said = (schema: string, spec: string): string => {
  const [first = ""] = problems(schema, spec);
  return first.replace(/^config-schema paint.yaml:4:\d+: /, "").replace(/\n {2}hint: /, " / ");
};

describe("K9, attack 9.4: configurations", () => {
  const schema =
    "{type: object, required: [colour], additionalProperties: false, properties: {colour: {type: string, enum: [red, green]}}}";
  test("a required field that is missing, at the place of its object", () => {
    expect(problems(schema, "{}")).toEqual([
      "config-schema paint.yaml:4:7: `spec` has no `colour`, which is required\n  hint: Add it.",
    ]);
  });

  test("an extra field where none may be, at its key", () => {
    expect(problems(schema, "{colour: red, color: red}")).toEqual([
      'config-schema paint.yaml:4:21: `spec` has the unknown field "color"\n  hint: Did you mean `colour`?',
    ]);
  });

  test("all problems at once, in the order of the file", () => {
    expect(problems(schema, "{z: 1, colour: blue, y: 2}")).toEqual([
      'config-schema paint.yaml:4:8: `spec` has the unknown field "z"\n  hint: Its fields are `colour`.',
      'config-schema paint.yaml:4:22: `spec.colour` must not be "blue"\n  hint: Allowed are "red", "green".',
      'config-schema paint.yaml:4:28: `spec` has the unknown field "y"\n  hint: Its fields are `colour`.',
    ]);
  });

  test("apiVersion, kind, metadata and what is reserved are no part of the schema", () => {
    const root = read(
      "{type: object, additionalProperties: false, properties: {spec: {type: object}}}",
      "catalog.yaml",
    );
    const text = "apiVersion: a/v1\nkind: K\nmetadata: {name: p}\nruntime: {container: {image: a}}\nspec: {}\n";
    const check = (reserved: string[]) => () =>
      checkConfig(root, { config: read(text, "paint.yaml"), reserved, location: { file: "paint.yaml" } });
    expect(problemsOf(check(["runtime"]))).toEqual([]);
    expect(problemsOf(check([]))[0]).toContain('the configuration has the unknown field "runtime"');
  });

  test("a mapping of the configuration is no object of its own", () => {
    expect(said("{additionalProperties: false}", "{kind: a}")).toContain('unknown field "kind"');
    expect(said("{additionalProperties: false, x-kubernetes-embedded-resource: true}", "{kind: a}")).toBe("");
  });
});

test.each([
  ["{type: string}", ["a", '"1"', "on", "2001-01-01"], ["1", "true", "[a]", "{}", "null", "1.5"]],
  ["{type: string, nullable: true}", ["a", "null", "~"], ["1"]],
  ["{type: integer}", ["1", "-1", "0x1F", "1.0", "1e3"], ["1.5", '"1"', "a", "null", "true"]],
  ["{type: number}", ["1", "1.5", "-1e-3"], ['"1.5"', "a", "[]"]],
  ["{type: boolean}", ["true", "False"], ["yes", '"true"', "1"]],
  ["{type: array}", ["[]", "[1]"], ["{}", "a", "null"]],
  ["{type: object}", ["{}", "{a: 1}"], ["[]", "a", "null"]],
  ["{}", ["1", "a", "null", "[]"], []],
  ["{type: array, items: {type: integer}}", ["[]", "[1, 2]"], ["[a]", "[1, null]"]],
  ["{additionalProperties: {type: integer}}", ["{}", "{a: 1}"], ["{a: b}"]],
  ["{additionalProperties: false, properties: {a: {}}}", ["{}", "{a: b}"], ["{b: 1}"]],
  ["{enum: [1, a, null, {b: 1, c: 2}]}", ["1", "1.0", "a", "null", "{c: 2, b: 1}"], ["2", '"1"', "{b: 1}", "[]"]],
  ["{pattern: '^a+$'}", ["a", "aa", "1"], ["b", "ab"]],
  ["{pattern: b}", ["abc"], ["ac"]],
  ["{minLength: 2, maxLength: 3}", ["ab", "äöü", '"😀😀😀"', "5"], ["a", "abcd", '"😀"']],
  ["{minimum: 2, maximum: 3}", ["2", "3", "2.5", "a"], ["1", "3.1", "-.inf"]],
  ["{minimum: 2, exclusiveMinimum: true}", ["2.1"], ["2"]],
  ["{maximum: 2, exclusiveMaximum: true}", ["1.9"], ["2"]],
  ["{multipleOf: 0.1}", ["0.3", "1"], ["0.25"]],
  ["{minItems: 1, maxItems: 2}", ["[1]", "{}"], ["[]", "[1, 2, 3]"]],
  ["{minProperties: 1, maxProperties: 2}", ["{a: 1}", "[]"], ["{}", "{a: 1, b: 2, c: 3}"]],
  ["{uniqueItems: true}", ["[1, 2]", '[1, "1"]'], ["[1, 1.0]", "[{a: 1, b: 2}, {b: 2, a: 1}]"]],
  ["{allOf: [{minimum: 1}, {maximum: 3}]}", ["2"], ["0", "4"]],
  ["{anyOf: [{type: string}, {type: integer}]}", ["a", "1"], ["true", "[]"]],
  ["{oneOf: [{minimum: 1}, {maximum: 3}]}", ["0", "4"], ["2"]],
  ["{not: {type: string}}", ["1"], ["a"]],
  ["{x-kubernetes-int-or-string: true}", ["1", "50%"], ["1.5", "true", "[]", "null"]],
  ["{x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}}", ["{b: 1}"], ["{a: 1}"]],
  ["{default: a, format: ipv4, description: b, title: c}", ["1", "{}"], []],
])("%s accepts %j and refuses %j", (schema, accepted, refused) => {
  for (const spec of accepted) expect([spec, said(schema, spec)]).toEqual([spec, ""]);
  for (const spec of refused) expect([spec, said(schema, spec)]).not.toEqual([spec, ""]);
});

test.each([
  ["{type: string}", "1", '`spec` must be a string, not a whole number / Quote the value: "1".'],
  ["{type: integer}", "1.5", "`spec` must be a whole number, not a number"],
  ["{type: string}", "null", "`spec` must not be null / Write a value, or remove the field."],
  ["{pattern: '^a$'}", "b", '`spec` must match the pattern "^a$", and is "b"'],
  ["{minLength: 2}", "a", "`spec` must have at least 2 characters, and has 1"],
  ["{maximum: 2, exclusiveMaximum: true}", "2", "`spec` must be less than 2, and is 2"],
  ["{multipleOf: 2}", "3", "`spec` must be a multiple of 2, and is 3"],
  [
    "{items: {properties: {a b: {maxItems: 1}}}}",
    "[{}, {a b: [1, 2]}]",
    '`spec[1]["a b"]` must have at most 1 items, and has 2',
  ],
  ["{uniqueItems: true}", "[1, 1]", "`spec` has a value twice / Keep one of them."],
  ["{anyOf: [{type: string}, {type: integer}]}", "true", "`spec` fits none of the 2 forms that the schema allows"],
  ["{anyOf: [{required: [a]}]}", "{}", "`spec` has no `a`, which is required / Add it."],
  ["{oneOf: [{}, {}]}", "1", "`spec` fits 2 of the forms in `oneOf`, and only one may fit"],
  ["{not: {}}", "1", "`spec` has a form that the schema forbids with `not`"],
])("%s says about %s: %s", (schema, spec, expected) => {
  expect(said(schema, spec)).toBe(expected);
});

test.each([
  ["{$ref: 'https://evil.test/schema.json'}", "a schema must not have a `$ref`"],
  ["{properties: {a: {$ref: '#/definitions/b'}}}", "a schema must not have a `$ref`"],
  ["{type: text}", 'a schema has the unknown type "text"'],
  ["{type: [string]}", "`type` of a schema must be a string"],
  ["{required: a}", "`required` of a schema must be a list"],
  ["{properties: [a]}", "`properties` of a schema must be a mapping"],
  ["{properties: {a: 1}}", "a schema must be a mapping"],
  ["{additionalProperties: 1}", "a schema must be a mapping"],
  ["{items: [{}]}", "a schema must be a mapping"],
  ["{minimum: a}", "`minimum` of a schema must be a number"],
  ["{multipleOf: 0}", "`multipleOf` of a schema must be a number above 0"],
  ["{anyOf: []}", "`anyOf` of a schema must be a list that is not empty"],
  ["{nullable: maybe}", "`nullable` of a schema must be a boolean"],
  ["{exclusiveMinimum: 3}", "`exclusiveMinimum` of a schema must be a boolean"],
  ["{pattern: '(?=a)'}", 'the pattern "(?=a)" cannot be used'],
  ["{pattern: '('}", 'the pattern "(" cannot be used'],
])("the schema %s is refused, also where no value needs it", (schema, expected) => {
  const [message = ""] = problems(`{properties: {unused: ${schema}}}`, "{}");
  expect(message).toMatch(/^catalog-schema catalog.yaml:1:\d+: /);
  expect(message).toContain(expected);
});

describe("limits", () => {
  test("at most 100 problems", () => {
    expect(
      problems(
        "{additionalProperties: {type: string}}",
        `{${Array.from({ length: 300 }, (_, at) => `a${at}: 1`).join(", ")}}`,
      ),
    ).toHaveLength(100);
  });

  test("forms that multiply end soon", () => {
    const forms = (depth: number): string =>
      depth === 0
        ? "{type: string}"
        : `{items: {anyOf: [${Array.from({ length: 20 }, () => forms(depth - 1)).join(", ")}]}}`;
    const lists = (depth: number): string =>
      depth === 0 ? "1" : `[${Array.from({ length: 20 }, () => lists(depth - 1)).join(", ")}]`;
    expect(problems(forms(3), lists(3))[0]).toMatch(/^config-schema-costly paint.yaml:4:/);
  });

  // With back-tracking, this would not end.
  test("a hostile pattern is matched in linear time", () => {
    expect(said("{pattern: '^(a+)+$'}", `"${"a".repeat(20_000)}b"`)).toContain("must match the pattern");
  });
});

test("random schemas and values: as ajv says", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(0, 1, 2, 1.5, -3, "", "a", "bb", true, false),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any"), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).any;
  const keyword = (name: string, arbitrary: fc.Arbitrary<unknown>) =>
    arbitrary.map((each): object => ({ [name]: each }));
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const schema = fc.letrec<{ any: object }>((tie) => {
    const schemas = fc.array(tie("any"), { minLength: 1, maxLength: 2 });
    return {
      any: fc.oneof(
        { depthSize: "small", maxDepth: 3 },
        keyword("type", fc.constantFrom("string", "integer", "number", "boolean", "array", "object")),
        keyword("enum", fc.uniqueArray(value, { minLength: 1, maxLength: 3, comparator: isSame })),
        keyword("required", fc.uniqueArray(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 })),
        keyword("minItems", fc.nat(2)),
        keyword("maxLength", fc.nat(2)),
        keyword("minimum", fc.integer({ min: -2, max: 2 })),
        keyword("uniqueItems", fc.boolean()),
        keyword(
          "properties",
          fc.dictionary(fc.constantFrom("a", "b"), tie("any"), { maxKeys: 2, noNullPrototype: true }),
        ),
        keyword("additionalProperties", fc.oneof(fc.boolean(), tie("any"))),
        keyword("items", tie("any")),
        keyword("anyOf", schemas),
        keyword("oneOf", schemas),
        keyword("not", tie("any")),
        fc.tuple(tie("any"), tie("any")).map(([one, other]) => ({ ...one, ...other })),
      ),
    };
  }).any;
  const ajv = new Ajv({ strict: false, validateSchema: false, logger: false });
  fc.assert(
    fc.property(schema, value, (rules, tested) => {
      const root = read(JSON.stringify({ properties: { spec: rules } }), "catalog.yaml");
      const config = read(JSON.stringify({ spec: tested }), "paint.yaml");
      expect(get(config, "spec")).toBeDefined();
      const found = problemsOf(() => checkConfig(root, { config, reserved: [], location: { file: "paint.yaml" } }));
      expect(found.length === 0).toBe(ajv.validate(rules, tested));
    }),
    { numRuns: 1000 },
  );
});
