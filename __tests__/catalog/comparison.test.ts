/** Two revisions of a catalog; docs/specification/catalogs.md 3.6, 3.7. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Catalog, compareCatalogs } from "../../src/catalog/index.ts";
import { catalogOf, catalogText, functionText, HEX, imageText, OTHER_HEX } from "./documents.ts";

function states(base: Catalog | undefined, head: Catalog | undefined): string[] {
  return compareCatalogs(base, head).map(({ kind, version, state }) => `${kind} ${version} ${state}`);
}

test("attack 9.2: entries are equal, changed, new and removed", () => {
  const base = catalogText(imageText("A"), imageText("B"), imageText("C"));
  const head = catalogText(imageText("D"), imageText("B", "evil"), imageText("A"));
  expect(states(catalogOf(base), catalogOf(head))).toEqual(["D v1 new", "B v1 changed", "A v1 equal", "C v1 removed"]);
  expect(states(undefined, catalogOf(base))).toEqual(["A v1 new", "B v1 new", "C v1 new"]);
  expect(states(catalogOf(base), undefined)).toEqual(["A v1 removed", "B v1 removed", "C v1 removed"]);
  expect(states(undefined, undefined)).toEqual([]);
});

test("attack 9.2: a change has its fields, before and after", () => {
  const base = catalogOf(catalogText(imageText("A", "r.test/a:v1", HEX, ", requireStorageMount: true, envs: [A=b]")));
  const head = catalogOf(catalogText(imageText("A", "r.test/b:v1", OTHER_HEX, ", requireNetwork: true, env: [A=c]")));
  expect(compareCatalogs(base, head)[0]?.fields).toEqual([
    { field: "runtime.container.image", before: "r.test/a:v1", after: "r.test/b:v1" },
    { field: "runtime.container.sha256", before: HEX, after: OTHER_HEX },
    { field: "runtime.container.requireStorageMount", before: "true", after: undefined },
    { field: "runtime.container.envs", before: '["A=b"]', after: '["A=c"]' },
    { field: "runtime.container.requireNetwork", before: undefined, after: "true" },
  ]);
});

const EXEC = `{exec: {platforms: [{bin: b, os: linux, arch: amd64, uri: "https://a.test/b.tgz", sha256: ${HEX}}], args: [x]}}`;
const SCRIPT = `{starlark: {url: "https://a.test/a.star", sha256: ${HEX}, name: a}}`;
const SCHEMA = ", schema: {openAPIV3Schema: {type: object, properties: {a: {enum: [1, b]}, c: {}}}}";

test.each([
  ["uri", EXEC, "b.tgz", "c.tgz", "runtime.exec.platforms[0].uri"],
  ["digest", EXEC, HEX, OTHER_HEX, "runtime.exec.platforms[0].sha256"],
  ["bin", EXEC, "bin: b", "bin: c", "runtime.exec.platforms[0].bin"],
  ["system", EXEC, "linux", "darwin", "runtime.exec.platforms[0].os"],
  ["processor", EXEC, "amd64", "arm64", "runtime.exec.platforms[0].arch"],
  ["arguments", EXEC, "[x]", "[y]", "runtime.exec.args"],
  ["script", SCRIPT, "a.star", "b.star", "runtime.starlark.url"],
  ["digest of a script", SCRIPT, HEX, OTHER_HEX, "runtime.starlark.sha256"],
  ["dialect", SCRIPT, "name: a", "name: a, dialect: kpt", "runtime.starlark.dialect"],
  ["schema", SCRIPT, "[1, b]", '["1", b]', "schema"],
  ["schema that is gone", SCRIPT, SCHEMA, "", "schema"],
  ["config", SCRIPT, SCHEMA, `${SCHEMA}, configMap: true`, "configMap"],
])("the %s decides", (_, runtime, from, to, field) => {
  const text = catalogText(functionText("A", runtime, SCHEMA));
  expect(text).toContain(from);
  expect(states(catalogOf(text), catalogOf(text))).toEqual(["A v1 equal"]);
  const [changed] = compareCatalogs(catalogOf(text), catalogOf(text.replaceAll(from, to)));
  expect(changed?.fields.map((each) => each.field)).toEqual([field]);
});

test("the order of keys in a schema, and how a number is written, does not", () => {
  const text = catalogText(functionText("A", SCRIPT, SCHEMA));
  const other = text.replace(
    "{type: object, properties: {a: {enum: [1, b]}, c: {}}}",
    "{properties: {c: {}, a: {enum: [0x1, 'b']}}, type: 'object'}",
  );
  expect(other).not.toBe(text);
  expect(states(catalogOf(text), catalogOf(other))).toEqual(["A v1 equal"]);
});

test("a catalog equals itself, and no other order of equal kinds is hidden", () => {
  const kind = fc.constantFrom("A", "B");
  const image = fc.constantFrom("a", "b");
  const catalog = fc.array(fc.tuple(kind, image), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(catalog, catalog, (one, other) => {
      const of = (entries: readonly (readonly [string, string])[]) =>
        catalogOf(catalogText(...entries.map(([name, from]) => imageText(name, from))));
      const first = (entries: readonly (readonly [string, string])[], name: string) =>
        entries.find(([each]) => each === name)?.[1];
      for (const { kind: name, state } of compareCatalogs(of(one), of(other))) {
        const [before, after] = [first(one, name), first(other, name)];
        const expected =
          before === undefined ? "new" : after === undefined ? "removed" : before === after ? "equal" : "changed";
        expect(state).toBe(expected);
      }
      expect(compareCatalogs(of(one), of(one)).every(({ state }) => state === "equal")).toBe(true);
    }),
    { numRuns: 200 },
  );
});
