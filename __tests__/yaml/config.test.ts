import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { get, locate, parseConfig, toConfigValue } from "../../src/yaml/index.ts";

function value(text: string): unknown {
  const node = parseConfig(text, "k.yaml");
  return node === undefined ? undefined : toConfigValue(node);
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

// docs/specification/model.md 1.1
// docs/specification/yaml-reading.md 4.1, 4.2
describe("values of YAML 1.1", () => {
  test.each<[string, unknown]>([
    ["yes", true],
    ["On", true],
    ["y", true],
    ["n", false],
    ["OFF", false],
    ["true", true],
    ['"yes"', "yes"],
    ["~", null],
    ["", null],
    ["010", 8],
    ["0o10", 8],
    ["0x10", 16],
    ["0b11", 3],
    ["-0b11", -3],
    ["1_000", 1000],
    ["+1", 1],
    ["08", 8],
    ["1e3", 1000],
    ["5.0", 5],
    ["1.10", 1.1],
    [".5", 0.5],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -9223372036854775808n],
    ["18446744073709551615", 18446744073709551615n],
    ["18446744073709551616", 18446744073709552000],
    ["1:30", "1:30"],
    ["2020-01-01", "2020-01-01"],
    ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
    ["10Gi", "10Gi"],
    ["1.2.3", "1.2.3"],
    ["! 12", "12"],
    ["!!str 12", "12"],
    ["!!float 3", 3],
    ["!!binary aGk=", "hi"],
    ["[a, 1, yes]", ["a", 1, true]],
  ])("v: %s", (text, expected) => {
    expect(value(`v: ${text}\n`)).toEqual({ v: expected });
  });
});

// docs/specification/kustomization-file.md 2.1
describe("documents", () => {
  test.each<[string, string, unknown]>([
    ["only the first counts", "a: 1\n---\nb: 2\n", { a: 1 }],
    ["a separator may have content", "--- {a: 1}\n", { a: 1 }],
    ["a byte order mark and CRLF", "\ufeffa: 1\r\nb: 2\r\n", { a: 1, b: 2 }],
    ["JSON", '{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
    ["a %TAG line", "%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n", { a: "1" }],
    ["empty", "", undefined],
    ["comments", "# a\n", undefined],
    ["null", "null\n", undefined],
    ["an empty map", "{}\n", {}],
    ["a list", "- a\n", ["a"]],
    ["a scalar", "a\n", "a"],
  ])("%s", (_, text, expected) => {
    expect(value(text)).toEqual(expected);
  });
});

// docs/specification/kustomization-file.md 2.1, 2.2
describe("keys", () => {
  test.each<[string, string[]]>([
    ["1: a", ["1"]],
    ["010: a", ["8"]],
    ["n: a", ["false"]],
    ["on: a", ["true"]],
    ["1.5: a", ["1.5"]],
    ["0.1: a", ["0.1"]],
    ["1e6: a", ["1e+06"]],
    ["1e-5: a", ["1e-05"]],
    ["2020-01-01: a", ["2020-01-01"]],
    ['"n": a', ["n"]],
    ["a: 1\nb: 2\na: 3", ["b", "a"]],
  ])("%j", (text, keys) => {
    expect(Object.keys(value(text) as object)).toEqual(keys);
  });

  test("the last of equal keys wins", () => {
    expect(value("a: 1\nb: 2\na: 3\n")).toEqual({ a: 3, b: 2 });
  });

  test("objects have no prototype", () => {
    const object = value("__proto__: {polluted: 1}\n") as Record<string, unknown>;
    expect(Object.getPrototypeOf(object)).toBeNull();
    expect(Object.keys(object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each<[string, string, RegExp]>([
    ["null: a\n", "non-string-key", /null cannot be a key/],
    ["[a]: b\n", "non-string-key", /a list cannot be a key/],
    ["{a: b}: c\n", "non-string-key", /a mapping cannot be a key\n {2}hint: Use a string as the key/],
    ["a: {{ b }}\n", "non-string-key", /a mapping cannot be a key\n {2}hint: Render the template/],
    ["18446744073709551615: a\n", "non-string-key", /too large/],
  ])("%j is refused", (text, code, message) => {
    const error = fault(() => parseConfig(text, "k.yaml"));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  test("equal keys are rejected on request", () => {
    const error = fault(() => parseConfig("a: 1\nb:\n  c: 1\n  c: 2\n", "k.yaml", { duplicateKeys: "error" }));
    expect(error.diagnostics[0]).toMatchObject({ code: "duplicate-key", file: "k.yaml", line: 4, column: 3 });
    expect(error.message).toMatch(/"c" already set/);
  });
});

// docs/specification/kustomization-file.md 2.1
describe("merge keys work in the order of the text", () => {
  test.each<[string, unknown]>([
    ["a: &a {x: 1, z: 1}\nb: {x: 5, <<: *a}\n", { x: 1, z: 1 }],
    ["a: &a {x: 1, z: 1}\nb: {<<: *a, x: 5}\n", { x: 5, z: 1 }],
    ["b: {<<: [{x: 1}, {x: 2, z: 3}]}\n", { x: 1, z: 3 }],
  ])("%j", (text, expected) => {
    expect(value(text)).toMatchObject({ b: expected });
  });
});

describe("faults", () => {
  test.each<[string, number, number, RegExp]>([
    ["a: [b\n", 1, 4, /',' or '\]'/],
    ["a:\n  - b: *x\n", 2, 8, /unknown anchor/],
    ["a: &a {b: *a}\n", 1, 11, /contains itself/],
  ])("%j", (text, line, column, message) => {
    const error = fault(() => parseConfig(text, "k.yaml"));
    expect(error.diagnostics[0]).toMatchObject({ code: "invalid-yaml", file: "k.yaml", line, column });
    expect(error.message).toMatch(message);
  });

  test.each(["v: .inf\n", "v: .nan\n", "v: !!int x\n", "v: !!binary '*'\n"])("%j has no value in JSON", (text) => {
    const error = fault(() => value(text));
    expect(error.diagnostics[0]).toMatchObject({ code: "not-representable", file: "k.yaml", line: 1, column: 4 });
  });
});

test("keys and values keep their places", () => {
  const node = parseConfig("a:\n  yes: [b]\n", "k.yaml");
  expect(locate(get(get(node, "a"), "true"))).toEqual({ file: "k.yaml", line: 2, column: 8 });
});
