/** The rules in CEL of definitions. docs/specification/schemas.md 6 */
import { describe, expect, test } from "@jest/globals";
import { loadCel } from "../../src/cel/index.ts";
import { definitionOf, loadApis } from "../../src/schemas/index.ts";
import { objectOf } from "./apis.ts";

await loadCel();
const apis = await loadApis("1.37");

/** Judges an object whose definition has a schema for `spec`: what is found, and how many rules were not evaluated. */
function judged(schema: string, spec: string, old?: string, top = ""): readonly (string | number)[] {
  const definition = definitionOf(
    objectOf(
      `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: as.example.com}, spec: {group: example.com, names: {kind: A}, scope: Namespaced, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object${top}, properties: {spec: ${schema}}}}}]}}`,
    ),
  );
  const resource = (text: string) =>
    objectOf(`{apiVersion: example.com/v1, kind: A, metadata: {name: a}, spec: ${text}}`);
  const verdict = apis.judge(resource(spec), () => definition, old === undefined ? undefined : resource(old));
  if (verdict.status !== "checked") return [verdict.status];
  const found = verdict.findings.map(({ path, text }) => `${path.join("/")}: ${text}`);
  return verdict.uncheckedRules === 0 ? found : [...found, verdict.uncheckedRules];
}

const rule = (text: string, more = ""): string =>
  `x-kubernetes-validations: [{rule: ${JSON.stringify(text)}, message: m.${more}}]`;
const object = (properties: string, rules = ""): string =>
  `{type: object, properties: {${properties}}${rules === "" ? "" : `, ${rules}`}}`;
const INT = "{type: integer}";
const LIST = (type: string, items = "{type: string}"): string =>
  `{type: array, x-kubernetes-list-type: ${type}, items: ${items}}`;
const KEYED = `{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: ${object("name: {type: string}, count: {type: integer}", rule("self.count >= oldSelf.count"))}}`;

describe("a rule", () => {
  test.each<[string, string, string, readonly (string | number)[], string?]>([
    ["that is false", object(`a: ${INT}, b: ${INT}`, rule("self.a <= self.b")), "{a: 2, b: 1}", ["spec: m"]],
    ["that is true", object(`a: ${INT}, b: ${INT}`, rule("self.a <= self.b")), "{a: 1, b: 1}", []],
    [
      "without a message",
      object(`a: ${INT}`, 'x-kubernetes-validations: [{rule: "self.a > 1"}]'),
      "{a: 1}",
      ["spec: the rule `self.a > 1` of its definition is false"],
    ],
    ["with a place", object(`a: ${INT}`, rule("self.a > 1", ", fieldPath: .a")), "{a: 1}", ["spec/a: m"]],
    [
      "on each element",
      object(`l: {type: array, items: {type: integer, ${rule("self > 1")}}}`),
      "{l: [1, 2, 0]}",
      ["spec/l/0: m", "spec/l/2: m"],
    ],
    [
      "on each value of a map",
      object(`m: {type: object, additionalProperties: {type: integer, ${rule("self > 1")}}}`),
      "{m: {a: 1, b: 2}}",
      ["spec/m/a: m"],
    ],
    ["in allOf", object(`a: ${INT}`, `allOf: [{${rule("self.a > 1")}}]`), "{a: 1}", ["spec: m"]],
    ["on a default", object("a: {type: integer, default: 1}", rule("self.a > 1")), "{}", ["spec: m"]],
    [
      "on a property with an odd name",
      object(
        "a-b.c/d__e: {type: integer}, namespace: {type: string}",
        rule("self.a__dash__b__dot__c__slash__d__underscores__e > 1 && self.__namespace__ == 'x'"),
      ),
      "{a-b.c/d__e: 2, namespace: z}",
      ["spec: m"],
    ],
    ["on a number", object("a: {type: number}", rule("self.a > 1.5 && type(self.a) == double")), "{a: 2}", []],
    [
      "on a timestamp",
      object("a: {type: string, format: date-time}", rule("self.a > timestamp('2024-01-01T00:00:00Z')")),
      "{a: '2023-01-01T00:00:00Z'}",
      ["spec: m"],
    ],
    [
      "on a duration",
      object("a: {type: string, format: duration}", rule("self.a > duration('1h')")),
      "{a: 30m}",
      ["spec: m"],
    ],
    [
      "on a text that may be a number",
      object("a: {x-kubernetes-int-or-string: true}", rule("type(self.a) == int ? self.a > 1 : self.a == 'x'")),
      "{a: z}",
      ["spec: m"],
    ],
    [
      "on a quantity",
      object("a: {type: string}", rule("quantity(self.a).isLessThan(quantity('1Gi'))")),
      "{a: 2Gi}",
      ["spec: m"],
    ],
    ["on what is not there", object(`a: ${INT}`, rule("!has(self.a)")), "{}", []],
    ["on null, which is not there", object(`a: ${INT}`, rule("!has(self.a)")), "{a: null}", []],
    [
      "beside another mistake",
      object(`a: ${INT}`, rule("self.a > 1")),
      "{a: x}",
      ["spec/a: integer expected, not a string"],
    ],
    ["that cannot be read", object(`a: ${INT}`, rule("self.a >")), "{a: 1}", [1]],
    ["that has no value", object(`a: ${INT}`, rule("self.a > 1")), "{}", [1]],
    ["on what something completes later", object("a: {type: string}", rule("self.a == 'x'")), "{a: '${A}'}", [1]],
    [
      "that takes too much work",
      object(
        `l: {type: array, items: ${INT}}`,
        rule("self.l.all(a, self.l.all(b, self.l.all(c, self.l.all(d, true))))"),
      ),
      `{l: [${"1,".repeat(200)}]}`,
      [1],
    ],
    ["on a change", object(`a: ${INT}`, rule("self.a >= oldSelf.a")), "{a: 1}", ["spec: m"], "{a: 2}"],
    ["on a change, for a new object", object(`a: ${INT}`, rule("self.a >= oldSelf.a")), "{a: 1}", []],
    [
      "on a change of a field",
      object(`a: {type: integer, ${rule("self == oldSelf")}}`),
      "{a: 1}",
      ["spec/a: m"],
      "{a: 2}",
    ],
    [
      "on a change of a field that is new",
      object(`a: {type: integer, ${rule("self == oldSelf")}}`),
      "{a: 1}",
      [],
      "{}",
    ],
    [
      "on a change or none",
      object(`a: {type: integer, ${rule("oldSelf.hasValue() || self > 1", ", optionalOldSelf: true")}}`),
      "{a: 1}",
      ["spec/a: m"],
      "{}",
    ],
    [
      "on elements with keys",
      object(`l: ${KEYED}`),
      "{l: [{name: b, count: 1}, {name: a, count: 5}]}",
      ["spec/l/0: m"],
      "{l: [{name: a, count: 1}, {name: b, count: 2}]}",
    ],
    [
      "on a set, in any order",
      object(`l: ${LIST("set")}`, rule("self.l == oldSelf.l")),
      "{l: [b, a]}",
      [],
      "{l: [a, b]}",
    ],
    [
      "on a list, in its order",
      object(`l: ${LIST("atomic")}`, rule("self.l == oldSelf.l")),
      "{l: [b, a]}",
      ["spec: m"],
      "{l: [a, b]}",
    ],
  ])("%s", (_name, schema, spec, expected, ...[old]) => {
    expect(judged(schema, spec, old)).toEqual(expected);
  });

  test("on the whole object", () => {
    expect(
      judged(object(`a: ${INT}`), "{a: 1}", undefined, `, ${rule("self.metadata.name != 'a' && self.kind == 'A'")}`),
    ).toEqual([": m"]);
  });
});
