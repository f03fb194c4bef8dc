import { expect, test } from "@jest/globals";
import { addCommonMetadata } from "../../../../src/deployments/flux/substitution/index.ts";
import { configMap, resource } from "./variables.ts";

const none = new Map<string, string>();

function metadata(own: string, labels: Record<string, string>, annotations: Record<string, string> = {}): unknown {
  const common = { labels: new Map(Object.entries(labels)), annotations: new Map(Object.entries(annotations)) };
  const [object] = addCommonMetadata([resource(configMap("a: 9007199254740993", own))], common);
  expect(object?.yaml).toContain("a: 9007199254740993\n");
  const value = object?.value() as { metadata: unknown } | undefined;
  return value?.metadata;
}

test.each<[own: string, labels: Record<string, string>, annotations: Record<string, string>, result: object]>([
  ["name: c", { a: "1" }, {}, { name: "c", labels: { a: "1" } }],
  ["name: c", {}, { a: "yes" }, { name: "c", annotations: { a: "yes" } }],
  ["name: c\n  labels: {a: own, b: own}", { a: "1" }, {}, { name: "c", labels: { a: "1", b: "own" } }],
  ["name: c\n  labels: {a: null, b: own}", {}, {}, { name: "c", labels: { a: "", b: "own" } }],
  ["name: c\n  labels: {a: 3, b: own}", {}, {}, { name: "c" }],
  ["name: c\n  labels: {a: 3, b: own}", { c: "1" }, {}, { name: "c", labels: { c: "1" } }],
  [
    "name: c\n  annotations: {a: 3, b: own}",
    { c: "1" },
    {},
    { name: "c", labels: { c: "1" }, annotations: { a: 3, b: "own" } },
  ],
  ["name: c\n  annotations: {a: true, b: own}", {}, { c: "1" }, { name: "c", annotations: { c: "1" } }],
])("docs/specification/flux-substitution.md 5.1, 5.2: %j with %j and %j", (own, labels, annotations, result) => {
  expect(metadata(own, labels, annotations)).toEqual(result);
});

test("an object that needs nothing stays the same", () => {
  const objects = [resource(configMap("a: b")), resource(configMap("a: b", "name: c\n  labels: {a: b}"))];
  const result = addCommonMetadata(objects, { labels: none, annotations: none });
  for (const [index, object] of objects.entries()) expect(result[index]).toBe(object);
});
