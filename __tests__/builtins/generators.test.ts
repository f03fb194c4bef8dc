import { describe, expect, test } from "@jest/globals";
import { configMapContent } from "../../src/builtins/configmap-generator.ts";
import { generatedObject } from "../../src/builtins/data/generated-object.ts";
import type { DataValue } from "../../src/builtins/data/key-values.ts";
import { secretContent } from "../../src/builtins/secret-generator.ts";
import type { ConfigMapArgs, GeneratorOptions, SecretArgs } from "../../src/documents/index.ts";
import { get, type ScalarNode, toValue } from "../../src/yaml/index.ts";

const location = { file: "k.yaml", line: 1, column: 1 };

function configMap(
  args: Partial<ConfigMapArgs>,
  data: Record<string, DataValue> = {},
  options?: Partial<GeneratorOptions>,
) {
  return generatedObject(
    "ConfigMap",
    { name: "app", location, ...args },
    options && { location, ...options },
    configMapContent(new Map(Object.entries(data))),
  );
}

function secret(args: Partial<SecretArgs>, data: Record<string, DataValue> = {}) {
  const content = secretContent(new Map(Object.entries(data)), args);
  return generatedObject("Secret", { name: "app", location, ...args }, undefined, content);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

// docs/specification/generators.md 1.1, 1.3 to 1.7
describe("a ConfigMap", () => {
  test("has no field data without sources", () => {
    expect(plain(toValue(configMap({}).node))).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "app" },
    });
  });

  test("text is data, anything else binaryData; keys are sorted", () => {
    const data = { z: { text: "1" }, b: { binary: Uint8Array.of(0xff) }, a: { text: "x" } };
    const { node } = configMap({ namespace: "shop" }, data);
    expect(JSON.stringify(toValue(node))).toBe(
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"app","namespace":"shop"},"data":{"a":"x","z":"1"},"binaryData":{"b":"/w=="}}',
    );
  });

  test.each([
    ["plain text", "abc", "!!str", ""],
    ["several lines", "a\nb", "!!str", "literal"],
    ["a YAML 1.1 boolean", "yes", "!!str", "double"],
    ["a number", "1", "!!str", "double"],
    ["nothing", "", "!!str", ""],
  ])("%s", (_, text, tag, style) => {
    const value = get(get(configMap({}, { key: { text } }).node, "data"), "key") as ScalarNode;
    expect([value.value, value.tag, value.style]).toEqual([text, tag, style]);
  });

  test("keys have neither tag nor style", () => {
    const data = get(configMap({}, { "1": { text: "x" } }).node, "data");
    expect(data?.kind === "map" && data.entries[0]?.key).toMatchObject({ value: "1", tag: "", style: "" });
  });

  test("options of the entry win over those for all", () => {
    const own = { location, labels: new Map([["b", "own"]]), immutable: true };
    const common = {
      labels: new Map([
        ["b", "common"],
        ["a", "common"],
      ]),
      annotations: new Map([["n", "1"]]),
    };
    expect(plain(toValue(configMap({ options: own }, {}, common).node))).toMatchObject({
      metadata: { labels: { a: "common", b: "own" }, annotations: { n: "1" } },
      immutable: true,
    });
  });

  test.each([
    [undefined, undefined, true],
    [true, undefined, false],
    [undefined, true, false],
    [false, true, false],
    [false, false, true],
  ])("disableNameSuffixHash %s, and %s for all: hash %s", (own, common, needsHash) => {
    const options = own === undefined ? {} : { options: { location, disableNameSuffixHash: own } };
    expect(configMap(options, {}, common === undefined ? {} : { disableNameSuffixHash: common }).needsHash).toBe(
      needsHash,
    );
  });

  test("false does not make immutable", () => {
    expect(get(configMap({ options: { location, immutable: false } }).node, "immutable")).toBeUndefined();
  });

  test.each([
    ["merge", "merge"],
    ["replace", "replace"],
    ["create", "create"],
    // docs/specification/identity.md 6.6
    ["Merge", "unspecified"],
    [undefined, "unspecified"],
  ])("behavior %s is %s", (written, behavior) => {
    expect(configMap(written === undefined ? {} : { behavior: written }).behavior).toBe(behavior);
  });

  test("needs a name", () => {
    expect(() => configMap({ name: "" })).toThrow("k.yaml:1:1: an entry of `configMapGenerator` has no name");
    expect(() => secret({ name: "" })).toThrow("k.yaml:1:1: an entry of `secretGenerator` has no name");
  });
});

// docs/specification/generators.md 1.1 to 1.3
describe("a Secret", () => {
  test("has data and a type, always", () => {
    expect(plain(toValue(secret({}).node))).toEqual({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "app" },
      type: "Opaque",
      data: {},
    });
  });

  test("text is base64 too", () => {
    const { node } = secret({ type: "t" }, { a: { text: "ü" }, b: { binary: Uint8Array.of(0xff) } });
    expect(plain(toValue(node))).toMatchObject({ type: "t", data: { a: "w7w=", b: "/w==" } });
  });

  test.each([
    [49, 68, ""],
    [52, 70, "literal"],
    [105, 70, "literal"],
    [106, 70, "literal"],
  ])("base64 of %d bytes has lines of up to %d characters", (length, width, style) => {
    const value = get(get(secret({}, { a: { text: "x".repeat(length) } }).node, "data"), "a") as ScalarNode;
    expect(value.style).toBe(style);
    expect(value.value.endsWith("\n")).toBe(style === "literal");
    const lines = value.value.trimEnd().split("\n");
    expect(lines.slice(0, -1).every((line) => line.length === width)).toBe(true);
    expect(lines.at(-1)?.length).toBeLessThanOrEqual(width);
    expect(Buffer.from(lines.join(""), "base64").toString()).toBe("x".repeat(length));
  });
});
