import { expect, test } from "@jest/globals";
import { ChangeStore, type NewChange } from "../../src/review/index.ts";

const CHANGE: NewChange = {
  op: "changed",
  object: { apiVersion: "v1", kind: "Service", namespace: "", name: "web" },
  fields: [{ path: "/port", label: "port", op: "changed", before: { a: 1, b: 2 }, after: 3 }],
  hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, fields: [], lines: ["-a", "+b"] }],
};

test("equal changes are kept once, whatever the order of their keys", () => {
  const store = new ChangeStore();
  const id = store.add(CHANGE);
  const { op, object, fields, hunks } = structuredClone(CHANGE);
  const [field] = fields;
  expect(store.add({ hunks, fields: [{ ...field, before: { b: 2, a: 1 } }] as typeof fields, object, op })).toBe(id);
  expect(store.list([id, id], new Map())).toEqual([{ id, ...CHANGE, causes: [] }]);
});

test("the id follows from the content alone", () => {
  expect(new ChangeStore().add(CHANGE)).toBe("3b4aceee93c6dd03");
});

test.each<[string, Partial<NewChange>]>([
  ["op", { op: "removed" }],
  ["object", { object: { ...CHANGE.object, name: "other" } }],
  ["from", { from: { apiVersion: "v2" } }],
  ["onlyReferences", { onlyReferences: true }],
  ["fields", { fields: [] }],
  ["hunks", { hunks: [] }],
])("a change with another %s has another id", (_, more) => {
  const store = new ChangeStore();
  expect(store.add({ ...CHANGE, ...more })).not.toBe(store.add(CHANGE));
});
