import { describe, expect, test } from "@jest/globals";
import { clearField, replaceValue, setField, setScalar } from "../../src/resource/set-field.ts";
import { get, type MapNode, map, type ScalarNode, type Style, scalar, seq } from "../../src/yaml/nodes/node.ts";

function withField(value: ScalarNode): MapNode {
  return map([
    { key: scalar("before"), value: scalar("1") },
    { key: scalar("a"), value },
  ]);
}

// docs/specification/model.md 3.1 to 3.5
describe("setField", () => {
  test.each<[title: string, old: ScalarNode, value: ScalarNode, expected: Partial<ScalarNode>]>([
    [
      "old quotes stay",
      scalar("1", "!!str", "double"),
      scalar("2", "!!int"),
      { value: "2", tag: "!!int", style: "double" },
    ],
    [
      "old plainness stays",
      scalar("1", "!!int"),
      scalar("2", "!!str", "double"),
      { value: "2", tag: "!!str", style: "" },
    ],
    [
      "old block style stays",
      scalar("a\n", "!!str", "literal"),
      scalar("b", "!!str"),
      { value: "b", style: "literal" },
    ],
    [
      "a word of YAML 1.1 takes the old style all the same",
      scalar("a", "!!str"),
      scalar("yes", "!!str"),
      { style: "" },
    ],
  ])("%s", (_title, old, value, expected) => {
    const target = withField(old);
    setField(target, "a", value);
    expect(get(target, "a")).toMatchObject(expected);
    expect(get(target, "a")).toBe(old);
    expect(target.entries).toHaveLength(2);
  });

  test.each<[value: ScalarNode, style: Style]>([
    [scalar("yes", "!!str"), "double"],
    [scalar("010"), "double"],
    [scalar("1"), "double"],
    [scalar("text"), ""],
    [scalar("a\nb: yes", "!!str"), ""],
    [scalar("yes", "!!str", "single"), "single"],
    [scalar("true", "!!bool"), ""],
    [scalar(""), ""],
  ])("a new %j gets the style %j", (value, style) => {
    const target = map();
    setField(target, "a", value);
    expect(target.entries).toMatchObject([{ key: { value: "a", tag: "", style: "" }, value: { style } }]);
  });

  test("a new key has the given style", () => {
    const target = map();
    setField(target, "1", scalar("x"), { keyStyle: "double" });
    expect(target.entries[0]?.key.style).toBe("double");
  });

  test.each([undefined, scalar("null", "!!null"), scalar("", "!!null")])("%j removes the field", (value) => {
    const target = withField(scalar("x"));
    setField(target, "a", value);
    expect(target.entries.map((entry) => (entry.key as ScalarNode).value)).toEqual(["before"]);
    setField(target, "missing", value);
    expect(target.entries).toHaveLength(1);
  });

  test("a null stays on request", () => {
    const target = withField(scalar("x"));
    setField(target, "a", scalar("~", "!!null"), { keepNull: true });
    expect(get(target, "a")).toMatchObject({ value: "~", tag: "!!null" });
  });

  test("the kind of a value may change", () => {
    const target = withField(scalar("x"));
    setField(target, "a", seq([scalar("1")]));
    expect(get(target, "a")).toMatchObject({ kind: "seq", items: [{ value: "1" }] });
  });

  test("of duplicates the first is written and removed", () => {
    const target = map([
      { key: scalar("a"), value: scalar("1") },
      { key: scalar("a"), value: scalar("2") },
    ]);
    setField(target, "a", scalar("x"));
    expect(target.entries.map((entry) => (entry.value as ScalarNode).value)).toEqual(["x", "2"]);
    clearField(target, "a");
    expect(target.entries.map((entry) => (entry.value as ScalarNode).value)).toEqual(["2"]);
  });

  test("an empty name is rejected", () => {
    expect(() => setField(map(), "", scalar("x"))).toThrow(/a key that is empty/);
  });
});

// docs/specification/model.md 3.5
describe("setScalar", () => {
  test("keeps the style and ignores nulls", () => {
    const target = scalar("a", "!!str", "single");
    setScalar(target, scalar("b"));
    expect(target).toMatchObject({ value: "b", tag: "", style: "single" });
    setScalar(target, scalar("~", "!!null"));
    setScalar(target, undefined);
    expect(target.value).toBe("b");
  });

  test("a node set to itself can still gain quotes", () => {
    const target = scalar("yes", "!!str");
    replaceValue(target, target);
    expect(target.style).toBe("double");
  });
});
