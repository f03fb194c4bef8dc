import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import {
  emit,
  map,
  type Node,
  parseResources,
  print,
  printedValue,
  readPrinted,
  type Style,
  scalar,
  seq,
  type Tag,
  toValue,
  type Value,
} from "../../src/yaml/index.ts";

function printed(text: string): string {
  return parseResources(text, "a.yaml").map(print).join("---\n");
}

/** Prints a field `v` that the engine made. */
function field(value: Node, style: Style = ""): string {
  return print(map([{ key: scalar("v"), value }], style));
}

function fault(run: () => unknown): KrmError {
  try {
    run();
  } catch (error) {
    if (error instanceof KrmError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

// docs/specification/yaml-reading.md 4.2, 4.3
// docs/specification/yaml-writing.md 6.1 to 6.6, 7.4, 7.5
describe("strings", () => {
  test.each<[string, string]>([
    ["", '""'],
    ["plain text", "plain text"],
    ["yes", '"yes"'],
    ["Y", '"Y"'],
    ["null", '"null"'],
    ["~", '"~"'],
    ["1", '"1"'],
    ["1e3", '"1e3"'],
    ["0o17", '"0o17"'],
    ["1_000", '"1_000"'],
    [".5", '".5"'],
    [".inf", '".inf"'],
    ["12:30", '"12:30"'],
    ["12:60", "12:60"],
    ["2001-01-01", '"2001-01-01"'],
    ["2020-01-01T00:00:00", "2020-01-01T00:00:00"],
    ["1.2.3", "1.2.3"],
    ["0x", "0x"],
    ["<<", "<<"],
    ["=", "="],
    ["---", "'---'"],
    ["- a", "'- a'"],
    ["-a", "-a"],
    ["-", "'-'"],
    ["?a", "?a"],
    ["? a", "'? a'"],
    [":a", ":a"],
    ["a: b", "'a: b'"],
    ["a:b", "a:b"],
    ["a:", "'a:'"],
    ["a #b", "'a #b'"],
    ["a#b", "a#b"],
    ["#a", "'#a'"],
    ["*a", "'*a'"],
    ["[a", "'[a'"],
    ["a]", "a]"],
    ["it's", "it's"],
    ["'a", "'''a'"],
    ['"a', "'\"a'"],
    [" a", "' a'"],
    ["a ", "'a '"],
    ["a\tb", '"a\\tb"'],
    ["a\rb", '"a\\rb"'],
    ["\u00e9", "\u00e9"],
    ["a\u00a0b", "a\u00a0b"],
    ["\u{1f600}", '"\\U0001F600"'],
    ["a\ufeffb", '"a\\uFEFFb"'],
    ["\ufeffab", '"\\uFEFF\\x61\\x62"'],
    ['a\u0000\u0007\u001b\\"', '"a\\0\\a\\e\\\\\\""'],
    ["a\u2028b", "'a\u2028  b'"],
    ["a\u0085b", "a b"],
    ["a\nb", "|-\n  a\n  b"],
    ["a\nb\n", "|\n  a\n  b\n"],
    ["a\n\n\n", "|+\n  a\n\n\n"],
    ["\n", "|2+\n\n"],
    [" a\nb", "|2-\n   a\n  b"],
    ["a\n  b\n\nc", "|-\n  a\n    b\n\n  c"],
    ["a \nb", '"a \\nb"'],
    ["a\nb ", '"a\\nb "'],
    ["a\n\tb", '"a\\n\\tb"'],
  ])("%j", (text, expected) => {
    expect(emit({ v: text })).toBe(`v: ${expected}${expected.endsWith("\n") ? "" : "\n"}`);
    expect(emit(text).endsWith("\n")).toBe(true);
  });

  // docs/specification/yaml-writing.md 7.1 to 7.3
  test("fold at the first single space behind column 80", () => {
    const words = "aaaaaaaaa ".repeat(10).trim();
    expect(emit({ v: words })).toBe(`v: ${"aaaaaaaaa ".repeat(7)}aaaaaaaaa\n  aaaaaaaaa aaaaaaaaa\n`);
    expect(emit({ v: [`${words} #`] })).toBe(`v:\n- '${"aaaaaaaaa ".repeat(7)}aaaaaaaaa\n  aaaaaaaaa aaaaaaaaa #'\n`);
    expect(emit({ v: `${words}\t` })).toBe(`v: "${"aaaaaaaaa ".repeat(7)}aaaaaaaaa\n  aaaaaaaaa aaaaaaaaa\\t"\n`);
    const quotes = "'aaaaaaa' ".repeat(7).trim();
    expect(emit({ v: `${quotes} b` })).toBe(`v: '${"''aaaaaaa'' ".repeat(6)}''aaaaaaa''\n  b'\n`);
    expect(emit({ v: "a".repeat(200) })).toBe(`v: ${"a".repeat(200)}\n`);
    expect(emit({ v: `${"a".repeat(90)}  b c` })).toBe(`v: ${"a".repeat(90)}  b\n  c\n`);
    expect(emit({ v: `${"a".repeat(90)}  b\t` })).toBe(`v: "${"a".repeat(90)}\n  \\ b\\t"\n`);
    expect(emit({ a: { b: [{ c: words }] } })).toContain("\n      aaaaaaaaa");
  });
});

// docs/specification/yaml-reading.md 3.2, 3.4, 3.5
// docs/specification/yaml-writing.md 3.1 to 3.5
describe("numbers", () => {
  test.each<[string, string]>([
    ["1.0", "1"],
    ["-0.0", "0"],
    ["1e3", "1000"],
    ["1e16", "10000000000000000"],
    ["1e19", "10000000000000000000"],
    ["1e20", "1e+20"],
    ["18446744073709551615", "18446744073709551615"],
    ["18446744073709551616", "1.8446744073709552e+19"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["-9223372036854775809", "-9.223372036854776e+18"],
    ["9007199254740993", "9007199254740993"],
    ["9007199254740993.0", "9007199254740992"],
    ["423759459924661093.5", "423759459924661100"],
    ["0.0001234", "0.0001234"],
    ["0.00001234", "1.234e-05"],
    ["1e-7", "1e-07"],
    ["123456.5", "123456.5"],
    ["1234567.5", "1.2345675e+06"],
    ["-12345678.9", "-1.23456789e+07"],
    ["0644", "420"],
    ["08", "8"],
    ["0b-1", "-1"],
    ["-0x1F", "-31"],
    ["0x1_0", "16"],
    ["1e400", "1e400"],
    [".5_0", "0.5"],
    ["._5", "._5"],
    ["0777777777777777777777777", "7.777777777777778e+23"],
  ])("%s", (text, expected) => {
    expect(printed(`v: ${text}\n`)).toBe(`v: ${expected}\n`);
  });

  test("of values", () => {
    expect(emit([0.1, -0, 5, 2 ** 63, -(2 ** 63), 10n ** 18n])).toBe(
      "- 0.1\n- 0\n- 5\n- 9223372036854776000\n- -9.223372036854776e+18\n- 1000000000000000000\n",
    );
  });
});

// docs/specification/yaml-reading.md 3.3
describe("timestamps", () => {
  test.each<[string, string]>([
    ["2001-1-2", '"2001-01-02T00:00:00Z"'],
    ["2001-12-14t21:59:43.10-05:00", '"2001-12-14T21:59:43.1-05:00"'],
    ["2001-12-14 21:59:43.1234567891", '"2001-12-14T21:59:43.123456789Z"'],
    ["2001-12-14T1:2:3,5Z", '"2001-12-14T01:02:03.5Z"'],
    ["2001-12-14T21:59:43+00:00", '"2001-12-14T21:59:43Z"'],
    ["2001-02-29", '"2001-02-29"'],
    ["2004-02-29", '"2004-02-29T00:00:00Z"'],
    ["2001-12-14T21:59:60Z", '"2001-12-14T21:59:60Z"'],
    ["{a: 2001-12-14T21:59:43Z}", '\n  a: "2001-12-14T21:59:43Z"'],
    ["'2001-1-2'", '"2001-1-2"'],
  ])("%s", (text, expected) => {
    const out = printed(`v: ${text}\n`);
    expect(out.replace(/^v: ?/, "").trimEnd()).toBe(text === "2001-02-29" || text.includes(":60Z") ? text : expected);
  });

  test("with a zone of a day or more are rejected", () => {
    const error = fault(() => printed("v: 2001-12-14T21:59:43+24:00\n"));
    expect(error.diagnostics[0]).toMatchObject({ code: "not-representable", line: 1, column: 4 });
  });
});

// docs/specification/yaml-writing.md 5.1, 5.2
describe("layout", () => {
  test.each<[string, Value, string]>([
    ["empty collections", { a: {}, b: [], c: [[], {}] }, "a: {}\nb: []\nc:\n- []\n- {}\n"],
    ["nesting", { a: [{ b: 1, c: [2] }, [[3], 4]] }, "a:\n- b: 1\n  c:\n  - 2\n- - - 3\n  - 4\n"],
    ["null and booleans", { a: null, b: [null, true], c: false }, "a: null\nb:\n- null\n- true\nc: false\n"],
    ["a scalar", "a", "a\n"],
    ["an empty map", {}, "{}\n"],
    ["an empty list", [], "[]\n"],
    ["a list", [1], "- 1\n"],
    ["quoted keys", { "": 1, "1": 2, yes: 3, "a: b": 4 }, '"": 1\n"1": 2\n\'a: b\': 4\n"yes": 3\n'],
    ["a literal in a list", { a: ["x\ny\n", 1] }, "a:\n- |\n  x\n  y\n- 1\n"],
    ["a key of several lines", { "a\nb": { c: 1 } }, "? |-\n  a\n  b\n: c: 1\n"],
    ["a long key", { ["k".repeat(129)]: [1] }, `? ${"k".repeat(129)}\n: - 1\n`],
    ["a key of 128 bytes", { ["k".repeat(128)]: 1 }, `${"k".repeat(128)}: 1\n`],
  ])("%s", (_, value, expected) => {
    expect(emit(value)).toBe(expected);
  });
});

// docs/specification/yaml-writing.md 4.1, 4.2
describe("order of keys", () => {
  test.each<[string[]]>([
    [["_x", "A", "a", "a-b", "a.b", "ab"]],
    [["z9", "z10"]],
    [["1", "apiVersion"]],
    [["a1", "a01", "a2"]],
    [["a", "a0", "aa"]],
    [["a1.2", "a1.10"]],
    [["x1", "x1a"]],
    [["a\u00e9", "a\u4e2d"]],
    [["a10", "a010b"]],
    [["v1", "v2", "v100000000000000000000"].slice(0, 2)],
    [["a\u{1d7ce}", "a\u{1d7cf}"]],
  ])("%j", (keys) => {
    const shuffled = Object.fromEntries(keys.toReversed().map((key) => [key, 1]));
    const order = emit(shuffled)
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/: 1$/, "").replace(/^"(.*)"$/, "$1"));
    expect(order.map((key) => key.replace("\\U0001D7CE", "\u{1d7ce}").replace("\\U0001D7CF", "\u{1d7cf}"))).toEqual(
      keys,
    );
  });

  // docs/specification/model.md 4.2
  // docs/specification/yaml-writing.md 4.3
  test("does not depend on the order of the input, even for keys whose comparison is not transitive", () => {
    const cycle = ["v2a", "v10", "v22"];
    const outputs = new Set<string>();
    for (const [x, y, z] of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const) {
      outputs.add(printed([x, y, z].map((at) => `${cycle[at]}: 1\n`).join("")));
    }
    expect(outputs.size).toBe(1);
  });
});

// docs/specification/yaml-writing.md 2.1 to 2.6
describe("nodes that the engine wrote", () => {
  test.each<[string, Tag, Style, string]>([
    ["1e3", "", "", "1000"],
    ["true", "", "", "true"],
    ["true", "!!str", "", '"true"'],
    ["2", "!!int", "double", '"2"'],
    ["2", "!!int", "", "2"],
    ["x", "!!str", "double", "x"],
    ["3", "!!float", "", "3"],
    ["", "!!null", "", "null"],
    ["", "", "", "null"],
    ["", "!!str", "", '""'],
    ["aGk=", "!!binary", "", "hi"],
    ["gIGC", "!!binary", "", "\ufffd\ufffd\ufffd"],
    ["4oKs", "!!binary", "", "\u20ac"],
    ["4oI=", "!!binary", "", "\ufffd\ufffd"],
    ["x", "!local", "", "x"],
    ["1", "!local", "", '"1"'],
    ["a\nb\n", "", "", "|\n  a\n  b"],
    ["a\nb\n", "!!str", "double", "|\n  a\n  b"],
    ["x\n  y\nz\n", "!!str", "folded", "|\n  x\n\n    y\n  z"],
    ["a b\n\nc\n", "!!str", "folded", "|\n  a b\n\n  c"],
    ["a\n\n", "!!str", "folded", "|+\n  a"],
  ])("%j %s %s", (text, tag, style, expected) => {
    expect(field(scalar(text, tag, style)).trimEnd()).toBe(`v: ${expected}`);
  });

  test("an empty null in brackets is an empty text", () => {
    expect(field(scalar("", "!!null"), "flow")).toBe('v: ""\n');
    expect(field(seq([scalar("", "")], "flow"))).toBe('v:\n- ""\n');
  });

  test.each<[string, Tag, Style, RegExp]>([
    ["x", "!!int", "", /cannot decode !!str `x` as a !!int/],
    ["x", "!!int", "double", /cannot decode/],
    ["1.5", "!!int", "", /!!float `1.5` as a !!int/],
    ["yes", "!!bool", "", /as a !!bool/],
    ["x", "!!null", "", /as a !!null/],
    ["x", "!!timestamp", "", /as a !!timestamp/],
    ["*", "!!binary", "", /base64/],
    [".inf", "", "", /no counterpart in JSON/],
    ["\ta\nb", "!!str", "literal", /tab/],
    ["\ta\nb", "!!str", "", /tab/],
    ["a\u0080", "!!str", "", /U\+0080/],
    ["a\u007f", "!!str", "double", /U\+007F/],
  ])("%j %s %s is refused", (text, tag, style, message) => {
    const error = fault(() => field(scalar(text, tag, style)));
    expect(error.code).toBe("not-representable");
    expect(error.message).toMatch(message);
  });
});

// docs/specification/yaml-writing.md 1.2 to 1.4, 2.7
describe("keys that are rejected", () => {
  test.each<[string, string, number, number, RegExp]>([
    ["v: 1\nw: 2\nv: 3\n", "duplicate-key", 3, 1, /"v" already defined at line 1/],
    ["v:\n  a: 1\n  'a': 2\n", "duplicate-key", 3, 3, /"a" already defined at line 2/],
    ["v: {1: a}\n", "non-string-key", 1, 5, /`1` is not a string/],
    ["v:\n  true: a\n", "non-string-key", 2, 3, /`true` is not a string/],
    ["v:\n  null: a\n", "non-string-key", 2, 3, /`null` is not a string/],
    ["v:\n  2001-01-01: a\n", "non-string-key", 2, 3, /2001-01-01/],
    ["v:\n  !x k: a\n", "non-string-key", 2, 3, /`k`/],
    ["a: b\nnull: c\n", "non-string-key", 2, 1, /`null` is not a string/],
    ["~: c\n", "non-string-key", 1, 1, /`~` is not a string/],
    ["[a]: b\n", "non-string-key", 1, 1, /a list cannot be a key/],
  ])("%j", (text, code, line, column, message) => {
    for (const run of [print, toValue]) {
      const error = fault(() => parseResources(text, "a.yaml").map(run));
      expect(error.diagnostics[0]).toMatchObject({ code, file: "a.yaml", line, column });
      expect(error.message).toMatch(message);
    }
  });

  test("duplicates are found among many keys", () => {
    const keys = Array.from({ length: 40 }, (_, at) => `k${at}: 1\n`).join("");
    expect(fault(() => printed(`${keys}k7: 2\n`)).diagnostics[0]).toMatchObject({ code: "duplicate-key", line: 41 });
  });

  // docs/specification/yaml-writing.md 1.4
  test("keys that kustomize cannot read back from JSON are rejected", () => {
    expect(fault(() => emit({ "a\u0085b": 1 })).code).toBe("not-representable");
    expect(fault(() => emit({ ["k".repeat(1023)]: 1 })).code).toBe("not-representable");
    expect(emit({ ["k".repeat(1022)]: 1 })).toBe(`? ${"k".repeat(1022)}\n: 1\n`);
  });
});

test("print equals emit after toValue", () => {
  const text = "b: {x: 1, y: [a, {z: }]}\na: |\n  t\nc: 010\nd: [[], {}]\n";
  const [node] = parseResources(text, "a.yaml");
  expect(print(node as Node)).toBe(emit(toValue(node as Node)));
  expect(toValue(node as Node)).toEqual({ a: "t\n", b: { x: 1, y: ["a", { z: "" }] }, c: 8, d: [[], {}] });
});

describe("the value of what is printed", () => {
  test.each<[string, string]>([
    [
      "an object",
      "kind: A\nmetadata:\n  name: x\n  labels: {app.kubernetes.io/name: x}\nspec: {replicas: 2, enabled: true, none: null}",
    ],
    ["lists and empty collections", "a: [1, b, {c: d}]\nb: []\nc: {}"],
    ["keys with digits and underscores", "data:\n  LOG_LEVEL: info\n  http2: x\n  A10: b\n  A9: c"],
    ["texts that look like numbers and booleans", "a: '1'\nb: 'true'\nc: 'no'"],
    ["a text of several lines", "a: |\n  one\n    two\n\n  three\nb: |-\n  end"],
    ["a long text", `a: ${"word ".repeat(60)}end`],
  ])("%s is known without reading it", (_, text) => {
    const node = parseResources(text, "a.yaml")[0] as Node;
    expect(JSON.stringify(printedValue(node))).toBe(JSON.stringify(readPrinted(print(node))));
  });

  test.each<[string, string]>([
    ["a number with a fraction", "a: 1.50"],
    ["a negative number", "a: [-1]"],
    ["a date", "a: {b: 2001-01-01}"],
    ["a text with a blank at its end", "a: 'x '"],
    ["a key that looks like a number", "'1': x"],
  ])("%s is not: the text has to be read", (_, text) => {
    expect(printedValue(parseResources(text, "a.yaml")[0] as Node)).toBeUndefined();
  });
});
