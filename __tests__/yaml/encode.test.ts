import { describe, expect, test } from "@jest/globals";
import {
  encode,
  fromValue,
  map,
  type Node,
  parseResources,
  print,
  type Style,
  scalar,
  type Tag,
  type Value,
} from "../../src/yaml/index.ts";

// docs/specification/yaml-writing.md 1.1
describe("encode keeps styles", () => {
  test.each([
    "a: foo\n",
    "a: 'foo'\n",
    'a: "foo"\n',
    "a: foo # note\n",
    "a: # note\n  b: c\n",
    "a: # note\n- b\n",
    "a: | # note\n  x\n  y\n",
    "a: |-\n  x\n",
    "a: |+\n  x\n\n",
    "a: |2\n   x\n",
    "a: {b: c, d: [e, 'f']}\n",
    'a: [x, "y", {z: 1}] # note\n',
    "- - a\n  - b: c\n    d: e\n- f\n",
    "a:\nb:\n- c\n-\n",
    "a: {}\nb: []\n",
    "a: !local x\n",
    "a: !local {b: c}\n",
    "a: 0o17\nb: 1e3\n",
    "? |-\n  a\n  b\n: c\n",
  ])("%j", (text) => {
    const [node] = parseResources(text, "a.yaml");
    expect(encode(node as Node)).toBe(text);
  });

  test.each<[string, string]>([
    ["{\n  a: b,\n  c: [d,\n  e]\n}\n", "{a: b, c: [d, e]}\n"],
    ["a:\n    b:\n        - c\n", "a:\n  b:\n  - c\n"],
    ["a: x\n  y\n", "a: x y\n"],
    ["a: >\n  x\n  y\n", "a: >\n  x y\n\n"],
    ["a: >-\n  x\n\n  y\n", "a: >-\n  x\n\n  y\n"],
    ['a: {b: , c: ""}\n', "a: {b: '', c: \"\"}\n"],
    ["foo\n", "foo\n"],
    ["'foo'\n", "'foo'\n"],
  ])("%j", (text, expected) => {
    const [node] = parseResources(text, "a.yaml");
    expect(encode(node as Node)).toBe(expected);
  });
});

describe("encode of nodes that the engine made", () => {
  test.each<[string, Tag, Style, string]>([
    ["x", "", "", "x"],
    ["1", "!!str", "", '"1"'],
    ["1", "", "", "1"],
    ["x", "!!int", "", "!!int x"],
    ["a: b", "!!str", "", "'a: b'"],
    ["a\tb", "!!str", "", '"a\\tb"'],
    ["a\tb", "!!str", "single", '"a\\tb"'],
    ["a\nb", "!!str", "", "|-\n  a\n  b"],
    ["a \nb", "!!str", "literal", '"a \\nb"'],
    ["a\nb", "!!str", "single", "'a\n\n  b'"],
    ["", "!!str", "", '""'],
    ["yes", "!!str", "", "yes"],
  ])("%j %s %s", (text, tag, style, expected) => {
    expect(encode(map([{ key: scalar("v"), value: scalar(text, tag, style) }]))).toBe(`v: ${expected}\n`);
  });
});

describe("fromValue", () => {
  test.each<[Value, Partial<Node>]>([
    ["x", { tag: "!!str", style: "", value: "x" }],
    ["1", { tag: "!!str", style: "double", value: "1" }],
    ["yes", { tag: "!!str", style: "double" }],
    ["12:30", { tag: "!!str", style: "double" }],
    ["a: b", { tag: "!!str", style: "single" }],
    ["a\tb", { tag: "!!str", style: "double" }],
    ["a\nb", { tag: "!!str", style: "literal" }],
    ["a \nb", { tag: "!!str", style: "double" }],
    [1, { tag: "!!int", value: "1" }],
    [1.5, { tag: "!!float", value: "1.5" }],
    [100000, { tag: "!!int", value: "100000" }],
    [10000000, { tag: "!!float", value: "1e+07" }],
    [9007199254740993n, { tag: "!!float", value: "9.007199254740992e+15" }],
    [null, { tag: "!!null", value: "null" }],
    [true, { tag: "!!bool", value: "true" }],
    [[], { kind: "seq", style: "flow" }],
    [{}, { kind: "map", style: "flow" }],
    [[1], { kind: "seq", style: "" }],
  ])("%j", (value, expected) => {
    expect(fromValue(value)).toMatchObject(expected);
  });

  test("sorts keys and prints as the value", () => {
    const node = fromValue({ b: [{}, "x"], a10: null, a9: 20000000, "1": true });
    expect(print(node)).toBe('"1": true\na9: 20000000\na10: null\nb:\n- {}\n- x\n');
  });
});
