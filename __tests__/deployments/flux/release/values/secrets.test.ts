import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { composeValues, type ValuesSource } from "../../../../../src/deployments/flux/release/values/index.ts";
import { KrmError } from "../../../../../src/diagnostics.ts";
import { isMap } from "../../../../../src/manifests/index.ts";
import type { Value } from "../../../../../src/yaml/index.ts";
import { plain, secret } from "./sources.ts";

const secretsOf = (sources: readonly ValuesSource[], inline: Value = {}) =>
  composeValues(sources, inline)
    .secrets.map((path) => path.join("/"))
    .sort();

describe("docs/specification/flux-values.md 4", () => {
  test.each<[string, readonly ValuesSource[], Value, readonly string[]]>([
    ["a document", [secret("a: 1\nb: {c: 2, d: [3]}")], {}, ["a", "b"]],
    ["what is replaced inline", [secret("a: 1\nb: 2")], { a: 3 }, ["b"]],
    ["what a later document replaces", [secret("a: 1\nb: 2"), plain("b: 3")], {}, ["a"]],
    ["what an earlier document had", [plain("a: 1"), secret("a: 2")], {}, ["a"]],
    ["a null", [secret("a: null")], {}, ["a"]],
    ["an empty map and an empty list", [secret("a: {}\nb: []")], {}, ["a", "b"]],
    ["a list", [secret("l: [1, 2]")], {}, ["l"]],
    ["a list in a map of others", [plain("m: {l: [1]}"), secret("m: {l: [2]}")], {}, ["m/l"]],
    ["a value in a map of others", [plain("m: {a: 1, b: 1}"), secret("m: {a: 2}")], {}, ["m/a"]],
    ["4.2: a key in a map of others", [plain("m: {a: 1}"), secret("m: {b: 2}")], {}, ["m"]],
    ["4.2: a key in a map of others, in front", [secret("m: {b: 2}")], { m: { a: 1 } }, ["m"]],
    ["4.2: a key deep in maps of others", [plain("m: {k: {a: 1}, o: 1}"), secret("m: {k: {b: 2}}")], {}, ["m/k"]],
    ["a key that others name as well", [secret("m: {a: 1}")], { m: { a: 2, b: 3 } }, []],
    ["what a targetPath sets", [secret("x", "a.b"), plain("c: 1")], { a: { d: 1 } }, ["a/b"]],
    ["a list in braces", [secret("{1,2}", "a")], {}, ["a"]],
    ["an element", [secret("x", "l[1]")], { l: [1, 2, 3] }, ["l/1"]],
    ["an element of a list that grows", [secret("x", "l[2]")], {}, ["l/2"]],
    ["a field of an element", [secret("x", "l[0].a")], { l: [{ b: 1 }] }, ["l/0/a"]],
    ["what goes on behind a comma", [secret("x,b=1,c.d=2,m.e=3", "a")], { m: { f: 1 } }, ["a", "b", "c", "m"]],
    ["a key behind a comma that others name", [secret("x,m.a=1", "a")], { m: { a: 2, b: 3 } }, ["a", "m/a"]],
    ["a length behind a comma", [secret("x,l[3]=1", "a"), plain("l: [1]")], {}, ["a"]],
    ["a length behind a comma, of others", [plain("l: [1]"), secret("x,l[3]=1", "a")], {}, ["a", "l"]],
    ["a key that a backslash joins", [secret("x=1", "m.a\\")], { m: { b: 1 } }, ["m"]],
    ["what a plain text sets in a list of a Secret", [secret("l: [1, 2]"), plain("x", "l[0]")], {}, ["l"]],
    ["what a plain text sets in a map of a Secret", [secret("m: {a: 1}"), plain("x", "m.a")], {}, []],
    ["a ConfigMap that is withheld", [{ ...plain("a: 1"), withheld: true }], {}, ["a"]],
    ["nothing of a ConfigMap", [plain("a: {b: [1]}"), plain("x", "c")], { d: 1 }, []],
  ])("%s", (_, sources, inline, paths) => {
    expect(secretsOf(sources, inline)).toEqual(paths);
  });

  const key = fc.constantFrom("a", "b", "c");
  const { map } = fc.letrec<{ value: Value; map: Record<string, Value>; list: Value[] }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constantFrom<Value>("TOKEN", "TOKEN2", 1, null, true), tie("map"), tie("list")),
    map: fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    list: fc.array(tie("value"), { maxLength: 3 }),
  }));
  const text = fc.oneof(
    fc.constantFrom("TOKEN", "{TOKEN,1}", "x,a.TOKEN=1", "x,b[1]=TOKEN", "x,c=TOKEN"),
    fc.constantFrom("1", "x"),
  );
  const target = fc.constantFrom("a", "b", "a.b", "b.c.a", "a[1]", "c[0].a", "b[0][1]");
  const source = fc.oneof(
    map.map((one): [string] => [JSON.stringify(one)]),
    fc.tuple(text, target),
  );

  test("4.1: what changes with the texts of Secrets is at a path that is named, or below", () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(source, fc.boolean()), { minLength: 1, maxLength: 4 }), map, (sources, inline) => {
        const composed = (token: string) =>
          composeValues(
            sources.map(([[written, targetPath], isSecret]) =>
              isSecret ? secret(written.replaceAll("TOKEN", token), targetPath) : plain(written, targetPath),
            ),
            inline,
          );
        try {
          const [one, other] = [composed("first"), composed("second")];
          for (const differing of differences(one.value, other.value, [])) {
            compared++;
            expect(one.secrets.some((path) => path.every((step, index) => step === differing[index]))).toBe(true);
          }
        } catch (thrown) {
          if (!(thrown instanceof KrmError)) throw thrown;
        }
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});

function differences(one: Value | undefined, other: Value | undefined, path: readonly string[]): (readonly string[])[] {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((item, index) => differences(item, other[index], [...path, String(index)]));
  if (isMap(one) && isMap(other) && (path.length === 0 || Object.keys(one).join() === Object.keys(other).join()))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
      key in one ? differences(one[key], other[key], [...path, key]) : [],
    );
  return Object.is(one, other) ? [] : [path];
}
