/** Custom resources, by their definitions. docs/specification/schemas.md 3 */
import { describe, expect, test } from "@jest/globals";
import { loadApis } from "../../src/schemas/index.ts";
import type { Value } from "../../src/yaml/index.ts";
import { found, objectOf, only } from "./apis.ts";

const apis = await loadApis("1.30");

/** A definition with a schema for `spec`. */
function crd(spec: string, more = ""): Value {
  return objectOf(
    `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: as.example.com}, spec: {group: example.com, names: {kind: A}, scope: Namespaced${more}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: ${spec}}}}}, {name: v1alpha1, served: false, storage: false}]}}`,
  );
}

function resource(spec: string, more = ""): Value {
  return objectOf(`{apiVersion: example.com/v1, kind: A, metadata: {name: a}, spec: ${spec}${more}}`);
}

const OBJECT = (properties: string, more = ""): string => `{type: object, properties: {${properties}}${more}}`;

describe("a custom resource", () => {
  test.each([
    [
      "a field that its definition does not have",
      OBJECT("size: {type: integer}"),
      "{sise: 1}",
      ["spec/sise: unknown field; did you mean `size`?"],
    ],
    [
      "any field where unknown ones are kept",
      OBJECT("", ", x-kubernetes-preserve-unknown-fields: true"),
      "{a: {b: 1}}",
      [],
    ],
    [
      "any field of elements where their list keeps unknown ones",
      OBJECT(
        "a: {type: array, x-kubernetes-preserve-unknown-fields: true, items: {type: object, properties: {b: {type: object}}}}",
      ),
      "{a: [{x: 1}, {b: {z: 1}}]}",
      ["spec/a/1/b/z: unknown field"],
    ],
    ["fields of an object that has none", "{type: object}", "{a: 1}", ["spec/a: unknown field"]],
    ["a type", OBJECT("size: {type: integer}"), "{size: a}", ["spec/size: integer expected, not a string"]],
    [
      "a missing field",
      OBJECT("size: {type: integer}", ", required: [size]"),
      "{}",
      ["spec: the field `size` is missing"],
    ],
    ["a missing field with a default", OBJECT("size: {type: integer, default: 1}", ", required: [size]"), "{}", []],
    ["an empty text, which is there", OBJECT("name: {type: string}", ", required: [name]"), "{name: ''}", []],
    ["null, which is dropped", OBJECT("size: {type: integer}"), "{size: null}", []],
    [
      "null, which is dropped before limits are looked at",
      OBJECT("a: {type: string}, b: {type: string}", ", oneOf: [{required: [a]}, {required: [b]}]"),
      "{a: x, b: null}",
      [],
    ],
    [
      "null, which is all that there is",
      OBJECT("a: {type: string}", ", minProperties: 1"),
      "{a: null}",
      ["spec: at least 1 fields are expected"],
    ],
    [
      "a default, which counts as an alternative",
      OBJECT("a: {type: string, default: x}, b: {type: string}", ", anyOf: [{required: [a]}, {required: [b]}]"),
      "{}",
      [],
    ],
    ["null, which counts", OBJECT("size: {type: integer, nullable: true}", ", required: [size]"), "{size: null}", []],
    [
      "null in a list",
      OBJECT("sizes: {type: array, items: {type: integer}}"),
      "{sizes: [null]}",
      ["spec/sizes/0: null is not allowed here"],
    ],
    [
      "a value that is not allowed",
      OBJECT("mode: {type: string, enum: [a, b]}"),
      "{mode: c}",
      ["spec/mode: one of these is expected: a, b"],
    ],
    [
      "an empty text that is not allowed",
      OBJECT("mode: {type: string, enum: [a, b]}"),
      "{mode: ''}",
      ["spec/mode: one of these is expected: a, b"],
    ],
    [
      "a limit of a number",
      OBJECT("size: {type: integer, minimum: 1, maximum: 5, exclusiveMaximum: true}"),
      "{size: 5}",
      ["spec/size: a number below 5 is expected"],
    ],
    [
      "a limit of a text",
      OBJECT("name: {type: string, maxLength: 2}"),
      "{name: abc}",
      ["spec/name: at most 2 characters are allowed"],
    ],
    [
      "a pattern",
      OBJECT("name: {type: string, pattern: '^a+$'}"),
      "{name: b}",
      ["spec/name: the text does not match the pattern of its field"],
    ],
    [
      "a hostile pattern",
      OBJECT("name: {type: string, pattern: '^(a+)+$'}"),
      `{name: ${"a".repeat(5000)}b}`,
      ["spec/name: the text does not match the pattern of its field"],
    ],
    ["a pattern that is none", OBJECT("name: {type: string, pattern: '('}"), "{name: b}", []],
    [
      "a format",
      OBJECT("at: {type: string, format: date-time}"),
      "{at: today}",
      ["spec/at: date and time such as 2006-01-02T15:04:05Z expected"],
    ],
    ["a format that is not known", OBJECT("at: {type: string, format: unheard-of}"), "{at: today}", []],
    [
      "an address",
      OBJECT("at: {type: string, format: cidr}"),
      "{at: 10.0.0.0/33}",
      ["spec/at: network such as 10.0.0.0/8 expected"],
    ],
    [
      "an integer or a text",
      OBJECT("port: {x-kubernetes-int-or-string: true}"),
      "{port: [1]}",
      ["spec/port: integer or string expected, not a list"],
    ],
    [
      "a number of 64 bits for an integer or a text",
      OBJECT("port: {x-kubernetes-int-or-string: true}"),
      "{port: 3000000000}",
      [],
    ],
    [
      "an element that is there twice",
      OBJECT(
        "items: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, properties: {name: {type: string}}}}",
      ),
      "{items: [{name: a}, {name: a}]}",
      ["spec/items/1: an earlier element of the list has the same `name`"],
    ],
    [
      "a value that is there twice",
      OBJECT("items: {type: array, x-kubernetes-list-type: set, items: {type: string}}"),
      "{items: [a, a]}",
      ["spec/items/1: an earlier element of the list has the same value"],
    ],
    [
      "alternatives",
      OBJECT("a: {type: string}, b: {type: string}", ", oneOf: [{required: [a]}, {required: [b]}]"),
      "{}",
      ["spec: one of these fields is expected: a, b"],
    ],
    [
      "several alternatives at once",
      OBJECT("a: {type: string}, b: {type: string}", ", oneOf: [{required: [a]}, {required: [b]}]"),
      "{a: x, b: x}",
      ["spec: the value fits several of the alternatives of its schema, of which exactly one must fit"],
    ],
    [
      "what is forbidden",
      OBJECT("a: {type: string, not: {enum: [x]}}"),
      "{a: x}",
      ["spec/a: the value is one that the schema forbids with `not`"],
    ],
    [
      "a map",
      OBJECT("a: {type: object, additionalProperties: {type: integer}}"),
      "{a: {b: c}}",
      ["spec/a/b: integer expected, not a string"],
    ],
    [
      "a whole object",
      OBJECT("a: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}"),
      "{a: {apiVersion: v1, metadata: {labels: {x: -}}}}",
      [
        "spec/a/metadata/labels/x: the value of a label has letters, digits, `-`, `_` and `.`, begins and ends with a letter or digit, and is at most 63 characters long",
        "spec/a: the field `kind` is missing",
      ],
    ],
  ])("%s", (_, schema, spec, expected) => {
    expect(found(apis, resource(spec), only(crd(schema)))).toEqual(expected);
  });

  test("keeps unknown fields where its definition says so for all", () => {
    const definition = crd(OBJECT("size: {type: integer}"), ", preserveUnknownFields: true");
    expect(found(apis, resource("{a: 1, size: x}"), only(definition))).toEqual([
      "spec/size: integer expected, not a string",
    ]);
  });

  test.each([
    ["1.35", "integer", []],
    ["1.36", "integer", ["spec/size: the number does not fit into 32 bits"]],
    ["1.36", "number", []],
  ])("of 32 bits is held to its format since 1.36: %s, %s", async (version, type, expected) => {
    const definition = crd(OBJECT(`size: {type: ${type}, format: int32}`));
    expect(found(await loadApis(version), resource("{size: 3000000000}"), only(definition))).toEqual(expected);
  });

  const STATUS = "{size: x, more: 1, list: [null]}";

  test.each([
    ["a resource of its own, is dropped", "subresources: {status: {}}, ", ["status/more: unknown field"]],
    [
      "a field as others, is judged",
      "",
      [
        "status/size: integer expected, not a string",
        "status/more: unknown field",
        "status/list/0: null is not allowed here",
        "status: the field `name` is missing",
      ],
    ],
  ])("with a status that is %s", (_, subresources, expected) => {
    const status = OBJECT(
      "size: {type: integer}, name: {type: string}, list: {type: array, items: {type: string}}",
      ", required: [name]",
    );
    const definition = objectOf(
      `{kind: CustomResourceDefinition, spec: {group: example.com, names: {kind: A}, versions: [{name: v1, ${subresources}schema: {openAPIV3Schema: {type: object, properties: {status: ${status}}}}}]}}`,
    );
    const value = objectOf(`{apiVersion: example.com/v1, kind: A, metadata: {name: a}, status: ${STATUS}}`);
    expect(found(apis, value, only(definition))).toEqual(expected);
  });

  test("of the whole cluster has no namespace to judge", () => {
    const value = objectOf("{apiVersion: example.com/v1, kind: A, metadata: {name: a, namespace: A b}}");
    const of = (scope: string) =>
      only(
        objectOf(
          `{kind: CustomResourceDefinition, spec: {group: example.com, scope: ${scope}, names: {kind: A}, versions: [{name: v1}]}}`,
        ),
      );
    expect(found(apis, value, of("Cluster"))).toEqual([]);
    expect(found(apis, value, of("Namespaced"))).toHaveLength(1);
  });

  test.each([
    ["v2", "the CustomResourceDefinition of A in example.com has no version v2; it serves v1"],
    ["v1alpha1", "the CustomResourceDefinition of A in example.com does not serve the version v1alpha1; it serves v1"],
  ])("of version %s", (version, expected) => {
    const value = objectOf(`{apiVersion: example.com/${version}, kind: A, metadata: {name: a}}`);
    expect(found(apis, value, only(crd(OBJECT(""))))).toEqual([expected]);
  });

  test("is held to the metadata of all objects", () => {
    const value = objectOf("{apiVersion: example.com/v1, kind: A, metadata: {name: a, nmae: b}}");
    expect(found(apis, value, only(crd(OBJECT(""))))).toEqual(["metadata/nmae: unknown field; did you mean `name`?"]);
  });

  test("ends where defaults within defaults multiply", () => {
    const list = (depth: number): string =>
      `{type: array, default: [${"{},".repeat(100)}], items: ${depth === 0 ? "{type: object}" : OBJECT(`a: ${list(depth - 1)}`)}}`;
    expect(found(apis, resource("{}"), only(crd(OBJECT(`a: ${list(8)}`))))).toEqual([]);
  });

  test("ends where rules within rules take too many steps", () => {
    const rule = (depth: number): string =>
      depth === 0
        ? "{type: integer}"
        : `{anyOf: [${rule(depth - 1)}, ${rule(depth - 1)}, ${rule(depth - 1)}, ${rule(depth - 1)}]}`;
    const definition = crd(OBJECT(`a: {type: array, items: {type: string, allOf: [${rule(5)}]}}`));
    const value = resource(`{a: [${"x,".repeat(3000)}]}`);
    expect(found(apis, value, only(definition)).length).toBeLessThanOrEqual(100);
  });

  test("of a schema that holds itself", () => {
    const schema: Record<string, Value> = { type: "object" };
    schema["properties"] = { next: schema };
    const definition = crd("{type: object}") as unknown as { spec: { versions: { schema: Value }[] } };
    (definition.spec.versions[0] as { schema: Value }).schema = {
      openAPIV3Schema: { type: "object", properties: { spec: schema } },
    };
    expect(found(apis, resource("{next: {next: {nxt: {}}}}"), only(definition as unknown as Value))).toEqual([
      "spec/next/next/nxt: unknown field; did you mean `next`?",
    ]);
  });
});
