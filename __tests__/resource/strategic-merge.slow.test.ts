import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { builtInSchemas } from "../../src/resource/merge-schema.ts";
import { strategicMerge } from "../../src/resource/strategic-merge.ts";
import {
  encode,
  fromValue,
  get,
  type MapNode,
  parseResources,
  print,
  toValue,
  type Value,
} from "../../src/yaml/index.ts";
import { document, listCases, type MergeCase, mapCases, portCases, scalarListCases } from "./merge-cases.ts";

function read(text: string): MapNode {
  return parseResources(text, "test.yaml")[0] as MapNode;
}

/** The printed spec after the merge, or the message of the error. */
function mergeSpec(one: MergeCase): string | undefined {
  try {
    const merged = strategicMerge(read(document(one, one.dest)), read(document(one, one.patch)), builtInSchemas);
    const spec = get(merged, "spec");
    return spec === undefined ? undefined : print(spec).trimEnd();
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each([
  ["maps", mapCases],
  ["lists", listCases],
  ["lists with two keys", portCases],
  ["lists of scalars", scalarListCases],
])("strategic merge of %s", (_, cases) => {
  test.each(cases.map((one) => [one.title, one] as const))("%s", (_title, one) => {
    const pattern = one.result instanceof RegExp ? one.result : undefined;
    const result = mergeSpec(one);
    // Keep only the part of the message that the case expects.
    expect(pattern === undefined ? result : pattern.exec(result ?? "")?.[0]).toBe(pattern?.source ?? one.result);
  });
});

describe("strategic merge", () => {
  test("one patch serves many objects", () => {
    const patch = read(
      document(mapCases[0] as MergeCase, "spec: {containers: [{name: a, $patch: delete}, {name: b}]}"),
    );
    const before = encode(patch);
    const dest = document(mapCases[0] as MergeCase, "spec: {containers: [{name: a}, {name: c}]}");
    const results = [1, 2, 3].map(() => print(strategicMerge(read(dest), patch, builtInSchemas) as MapNode));
    expect(encode(patch)).toBe(before);
    expect(new Set(results).size).toBe(1);
    expect(results[0]).toContain("- name: b\n  - name: c\n");
  });

  test("a result shares nothing with the patch", () => {
    const patch = read("apiVersion: v1\nkind: Pod\nspec: {a: {b: 1}}\n");
    const first = strategicMerge(read("apiVersion: v1\nkind: Pod\n"), patch, builtInSchemas) as MapNode;
    (get(get(get(first, "spec"), "a"), "b") as { value: string }).value = "changed";
    expect(print(patch)).not.toContain("changed");
  });

  test("a problem is reported at its place in the patch", () => {
    const patch = read("apiVersion: v1\nkind: Pod\nspec:\n  a: []\n");
    const dest = read("apiVersion: v1\nkind: Pod\nspec: {a: {}}\n");
    expect(() => strategicMerge(dest, patch, builtInSchemas)).toThrow(/^test\.yaml:4:6: wrong node kind/);
  });

  test("a schema of the user replaces the built-in one", () => {
    const none = { schemaFor: () => undefined, isClusterScoped: () => false };
    const dest = read("apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a}]}\n");
    const patch = read("apiVersion: v1\nkind: Pod\nspec: {containers: [{name: b}]}\n");
    expect(print(get(strategicMerge(dest, patch, none), "spec") as MapNode)).toBe("containers:\n- name: b\n");
  });

  test("strings that YAML 1.1 reads as another type get quotes when they are visited, and later patches keep the quotes", () => {
    const dest = read("apiVersion: v1\nkind: Pod\nspec: {a: yes}\n");
    strategicMerge(dest, read("metadata: {labels: {x: y}}\n"), builtInSchemas);
    strategicMerge(dest, read("spec: {a: 5}\n"), builtInSchemas);
    expect(print(get(dest, "spec") as MapNode)).toBe('a: "5"\n');
  });
});

const key = fc.constantFrom("a", "b", "c", "d");
const leaf = fc.oneof(
  fc.integer({ min: -999, max: 999 }),
  fc.boolean(),
  fc.constantFrom("x", "yes", "1", ""),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const { tree } = fc.letrec<{ tree: Value }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, leaf as fc.Arbitrary<Value>, fc.dictionary(key, tie("tree")) as fc.Arbitrary<Value>),
}));
const object = fc.dictionary(key, tree) as fc.Arbitrary<Value>;

function node(value: Value): MapNode {
  return fromValue(value) as MapNode;
}

/** Merges maps key by key and replaces anything else. Undefined if kustomize reports a conflict of kinds. */
function model(dest: Value | undefined, patch: Value): Value | undefined {
  const isMap = (value: Value | undefined): value is { [key: string]: Value } =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const kind = (value: Value): string => (isMap(value) ? "map" : Array.isArray(value) ? "list" : "scalar");
  if (dest === undefined) return patch;
  if (kind(dest) !== kind(patch)) return undefined;
  if (!isMap(dest) || !isMap(patch)) return patch;
  const result = { ...dest };
  for (const [name, value] of Object.entries(patch)) {
    const merged = model(dest[name], value);
    if (merged === undefined) return undefined;
    result[name] = merged;
  }
  return result;
}

describe("strategic merge, for any objects without types", () => {
  test("the empty patch changes nothing", () => {
    fc.assert(
      fc.property(object, (value) => {
        const before = print(node(value));
        expect(print(strategicMerge(node(value), node({}), builtInSchemas) as MapNode)).toBe(before);
      }),
    );
  });

  test("a patch that disagrees on the kind of a field is an error", () => {
    fc.assert(
      fc.property(object, object, (dest, patch) => {
        fc.pre(model(dest, patch) === undefined);
        expect(() => strategicMerge(node(dest), node(patch), builtInSchemas)).toThrow(/wrong node kind/);
      }),
    );
  });

  test("a patch merges maps and replaces the rest, and applying it again changes nothing", () => {
    fc.assert(
      fc.property(object, object, (dest, patch) => {
        const expected = model(dest, patch) ?? null;
        fc.pre(expected !== null);
        const merge = (target: MapNode): MapNode => strategicMerge(target, node(patch), builtInSchemas) as MapNode;
        const once = merge(node(dest));
        // The styles of old values affect the types of scalars, so only the shape is compared.
        expect(shape(toValue(once))).toEqual(shape(expected));
        const printed = print(once);
        expect(print(merge(once))).toBe(printed);
      }),
    );
  });
});

/** The value with all scalars as texts. */
function shape(value: Value): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shape(item)]));
}

describe("strategic merge of lists with keys", () => {
  const element = fc.record({ name: fc.constantFrom("a", "b", "c", "d", "e"), image: fc.constantFrom("x", "z") });
  const elements = fc.uniqueArray(element, { selector: ({ name }) => name, maxLength: 5 });

  test("patch elements come first and the rest keeps its order", () => {
    fc.assert(
      fc.property(elements, elements, (dest, patch) => {
        const pod = (containers: Value): MapNode => node({ apiVersion: "v1", kind: "Pod", spec: { containers } });
        const merged = strategicMerge(pod(dest), pod(patch), builtInSchemas) as MapNode;
        const rest = dest.filter(({ name }) => !patch.some((other) => other.name === name));
        const expected = dest.length + patch.length === 0 ? [] : [...patch, ...rest];
        expect(JSON.parse(JSON.stringify(toValue(merged)))).toMatchObject({ spec: { containers: expected } });
      }),
    );
  });
});
