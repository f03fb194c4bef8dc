/** Values files, byte for byte as kustomize passes them to helm. kustomize wrote the expected texts. */
import { describe, expect, test } from "@jest/globals";
import { inlineValues, mergedValues } from "../../src/builtins/helm/chart-values.ts";
import { type MapNode, parseConfig, toConfigValue, type Value } from "../../src/yaml/index.ts";

function values(text: string): Value {
  return toConfigValue(parseConfig(text, "k.yaml") as MapNode);
}

test.each([
  [
    "b: 1.50\na: yes\nc: 12345678901234567890\nd: [1e21, 1e-7, -0]",
    "a: true\nb: 1.5\nc: 12345678901234567000\nd:\n- 1e+21\n- 1e-07\n- 0\n",
  ],
  // docs/specification/helm-charts.md 3.5
  // Keys with the names of text fields of helmCharts are read as text.
  ["version: 1.10\nName: 017\nnamespace: null\nrepo: [1]", 'Name: "15"\nnamespace: null\nrepo:\n- 1\nversion: "1.1"\n'],
  [
    "apiVersions: [1, a, true]\nkubeVersion: 1e6\nreleaseName: 1e-7",
    'apiVersions:\n- "1"\n- a\n- "true"\nkubeVersion: "1000000"\nreleaseName: "1e-07"\n',
  ],
  ["deep: {version: 1.10}\ndebug: 1", "debug: 1\ndeep:\n  version: 1.1\n"],
])("inline values alone: %j", (text, expected) => {
  expect(inlineValues(values(text))).toBe(expected);
});

// docs/specification/helm-charts.md 3.3
describe("inline values and a file", () => {
  test.each([
    ["override", "a: {x: 1, k: 2}\nl: [1, 2]", "a: {k: 3, z: 4}\nl: [3]", "a:\n  k: 3\n  x: 1\n  z: 4\nl:\n- 3\n"],
    ["merge", "a: {x: 1, k: 2}\nl: [1, 2]", "a: {k: 3, z: 4}\nl: [3]", "a:\n  k: 2\n  x: 1\n  z: 4\nl:\n- 1\n- 2\n"],
    ["override", "a: 1\nb: 2", "a: null", "b: 2\n"],
    ["override", "a: {b: 1, c: 2}", "a: {$patch: replace, d: 3}", "a:\n  d: 3\n"],
    ["override", "a: {b: 1}\nc: 1", "a: {$patch: delete}", "c: 1\n"],
    ["merge", "tag: 1.10", 'tag: "2"', "tag: 1.1\n"],
    [
      "override",
      "t: >-\n  a\n  b\nblank:\nday: 2001-01-01\nold: yes\noctal: 017",
      "x: 1",
      'day: "2001-01-01T00:00:00Z"\noctal: 15\nold: "yes"\nt: a b\nx: 1\n',
    ],
    ["override", "---\na: 1\n---\nb: 2", "c: 3", "a: 1\nc: 3\n"],
  ] as const)("%s %j with %j", (mode, file, inline, expected) => {
    expect(mergedValues(file, "values.yaml", values(inline), { mode })).toEqual({ text: expected, diagnostics: [] });
  });

  // docs/specification/helm-charts.md 3.6
  test.each([
    ["override", "a: &a {b: 1}\nc: *a", "c: {b: 2}", "a:\n  b: 1\n", ["2:1"]],
    [
      "override",
      "a: &a {b: 1}\nd: {<<: *a, e: 1}\nl: [*a]",
      "d: {b: 2}",
      "a:\n  b: 1\nd:\n  b: 2\n  e: 1\nl:\n- b: 1\n",
      ["2:4"],
    ],
    ["merge", "s: &s 5\nt: *s\nz:\n  k: *s", "x: 1", "s: 5\nx: 1\nz: {}\n", ["2:1", "4:3"]],
  ] as const)("%s %j with %j loses aliases, and says so", (mode, file, inline, text, places) => {
    const merged = mergedValues(file, "values.yaml", values(inline), { mode });
    expect(merged.text).toBe(text);
    expect(merged.diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(
      places.map((place) => `lost-alias ${place}`),
    );
  });

  test("a value that helm fills in again is not lost", () => {
    const merge = (inline: string) =>
      mergedValues("a: &a 1\nb: *a", "values.yaml", values(inline), { mode: "override", isDefault: true });
    expect(merge("c: 1").diagnostics).toEqual([]);
    expect(merge("b: 1").diagnostics).toHaveLength(1);
  });

  test("an alias next to inline values cannot be filled in", () => {
    expect(() => mergedValues("a: &a {b: 1}\nc: *a", "values.yaml", values("c: {d: 1}"), { mode: "merge" })).toThrow(
      "values.yaml:2:1: inline values cannot be merged with the value of `c`: it is an alias",
    );
  });

  test.each([
    ["", "values.yaml holds no values"],
    ["# only words", "values.yaml holds no values"],
    ["[]", "values.yaml is not a map of values"],
    ["a: [1]", "wrong node kind"],
  ])("%j cannot be merged", (file, message) => {
    expect(() => mergedValues(file, "values.yaml", values("a: {b: 1}"), { mode: "override" })).toThrow(message);
  });
});
