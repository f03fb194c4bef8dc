/** Which new names are new hashes only. */
import { expect, test } from "@jest/globals";
import { askedFields } from "../../src/review/causes/choice.ts";
import { isMove } from "../../src/review/index.ts";
import { reviewed } from "./dangers/found.ts";

const NAMED = { apiVersion: "v1", kind: "ConfigMap", namespace: "shop" };

test.each([
  ["web-2b4c6d8f9g", "web-9g8f6d4c2b", false],
  ["web-<hash>", "web-<hash, after>", false],
  ["web-2b4c6d8f9g", "web-<hash>", false],
  ["web-2b4c6d8f9g", "shop-2b4c6d8f9g", true],
  // Words with the length of a hash.
  ["web-production", "web-monitoring", true],
  ["web-production", "web", true],
  ["web-0123456789", "web-9876543210", true],
])("from %s to %s", (before, after, moves) => {
  expect(isMove({ from: { name: before }, object: { ...NAMED, name: after } })).toBe(moves);
  const [base, head] = [before, after].map((name) => ({ ...NAMED, name }));
  const asked = askedFields({ id: "a", target: "app", from: undefined, base, head, fields: [] });
  expect(asked).toEqual(moves ? [{ path: "/metadata/name", op: "changed" }] : []);
});

test("a namespace that ends like a hash is another namespace nevertheless", () => {
  const [base, head] = ["team-2b4c6d8f9g", "team-9g8f6d4c2b"].map((namespace) => ({
    ...NAMED,
    namespace,
    name: "web",
  }));
  expect(askedFields({ id: "a", target: "app", from: undefined, base, head, fields: [] })).toEqual([
    { path: "/metadata/namespace", op: "changed" },
  ]);
});

test.each([
  ["", "  namespace: shop\n"],
  ["  namespace: shop\n", ""],
])("a namespace that is added or removed is a move, and no field beside it: %j to %j", (before, after) => {
  const side = (namespace: string) =>
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n${namespace}spec: {ports: [{port: 80}]}\n`;
  const { changes, groups } = reviewed({ app: [side(before), side(after)] });
  expect(changes.map(({ fields, from }) => [fields, from?.namespace])).toEqual([[[], before === "" ? "" : "shop"]]);
  expect(groups.map(({ op }) => op)).toEqual(["moved"]);
});

test("the namespace default is none: one that is written is a field", () => {
  const side = (namespace: string) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n${namespace}`;
  const { changes } = reviewed({ app: [side(""), side("  namespace: default\n")] });
  expect(changes.map(({ fields, from }) => [fields.map(({ path }) => path), from])).toEqual([
    [["/metadata/namespace"], undefined],
  ]);
});
