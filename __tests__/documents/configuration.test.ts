import { describe, expect, test } from "@jest/globals";
import { defaultConfiguration } from "../../src/builtins/default-configuration.ts";
import { KrmError } from "../../src/diagnostics.ts";
import {
  type Configuration,
  type ConfigurationFile,
  decodeConfiguration,
  mergeConfigurations,
} from "../../src/documents/configuration.ts";
import { parseConfig } from "../../src/yaml/index.ts";

function decode(text: string): ConfigurationFile {
  return decodeConfiguration(parseConfig(text, "c.yaml", { duplicateKeys: "error" }), "c.yaml");
}

function merge(...texts: string[]): Configuration {
  return mergeConfigurations(defaultConfiguration, texts.map(decode));
}

function message(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof KrmError) return error.message;
    throw error;
  }
  return "";
}

// docs/specification/field-specs.md 3.1
describe("decodeConfiguration", () => {
  test("reads tables, and scalars as text", () => {
    const { images, nameReference } = decode(
      "images: [{path: 1, kind: Foo, version: v1, create: yes}]\nnameReference: [{kind: Foo, fieldSpecs: [{path: a}]}]",
    );
    expect(images).toMatchObject([{ path: "1", kind: "Foo", version: "v1", create: true }]);
    expect(images?.[0]?.location).toEqual({ file: "c.yaml", line: 1, column: 10 });
    expect(nameReference).toMatchObject([{ kind: "Foo", fieldSpecs: [{ path: "a" }] }]);
  });

  test("an empty file adds nothing", () => {
    expect(merge("# nothing")).toEqual(defaultConfiguration);
  });

  test.each([
    ["foo: []", 'c.yaml:1:1: unknown field "foo" in a transformer configuration'],
    ["image: []", "Did you mean `images`?"],
    ["images: [{paths: a}]", "Did you mean `path`?"],
    ["images: a", "`images` must be a list, not a string"],
    ["images: []\nImages: []", "`images` is given more than once"],
    ["images: []\nimages: []", "c.yaml:2:1: "],
  ])("refuses %j", (text, expected) => {
    expect(message(() => decode(text))).toContain(expected);
  });
});

describe("mergeConfigurations", () => {
  test("without files the defaults are shared", () => {
    expect(mergeConfigurations(defaultConfiguration, [])).toBe(defaultConfiguration);
  });

  // docs/specification/field-specs.md 2.2
  test("new fields are sorted among the known ones", () => {
    const specs = merge(
      "namePrefix: [{path: z}, {path: b, kind: Secret}, {path: c, kind: MutatingWebhookConfiguration}]",
    );
    expect(specs.namePrefix.map(({ path }) => path)).toEqual(["b", "metadata/name", "z", "c"]);
    expect(specs.nameSuffix).toBe(defaultConfiguration.nameSuffix);
  });

  // docs/specification/field-specs.md 3.2
  test("a field that exists already is dropped", () => {
    expect(merge("namePrefix: [{path: metadata/name}]").namePrefix).toEqual(defaultConfiguration.namePrefix);
  });

  // docs/specification/field-specs.md 3.3
  test("a field for all kinds is dropped if one kind has it", () => {
    expect(merge("replicas: [{path: spec/replicas, create: true}]").replicas).toEqual(defaultConfiguration.replicas);
  });

  test("a field of one kind is added if all kinds have it", () => {
    expect(merge("namePrefix: [{path: metadata/name, kind: Foo, create: true}]").namePrefix).toHaveLength(2);
  });

  // docs/specification/field-specs.md 3.5
  test("files are sorted before they are merged, so the order in a file does not matter", () => {
    const one = merge("labels: [{path: a}, {path: a, kind: Deployment}]");
    const other = merge("labels: [{path: a, kind: Deployment}, {path: a}]");
    expect(one.labels).toMatchObject([{ path: "a", kind: "Deployment" }]);
    expect(other.labels).toMatchObject([{ path: "a", kind: "Deployment" }]);
  });

  // docs/specification/field-specs.md 3.2
  test.each([
    ["commonLabels: [{path: metadata/labels}]", '`commonLabels` already has the field "metadata/labels"'],
    ["labels: [{path: a, create: true}, {path: a}]", '`labels` already has the field "a"'],
    [
      "nameReference: [{kind: Deployment, fieldSpecs: [{path: spec/scaleTargetRef/name, kind: HorizontalPodAutoscaler, create: true}]}]",
      "`nameReference` already has the field",
    ],
  ])("refuses another `create`: %s", (text, expected) => {
    expect(message(() => merge(text))).toContain(expected);
  });

  // docs/specification/field-specs.md 3.4
  test("name references join those of exactly the same kind", () => {
    const { nameReference } = merge(
      "nameReference: [{kind: ConfigMap, version: v1, fieldSpecs: [{path: spec/x, kind: Foo}]}, {kind: ConfigMap, fieldSpecs: [{path: z}]}]",
    );
    const configMaps = nameReference.filter(({ kind }) => kind === "ConfigMap");
    expect(configMaps.map(({ version, fieldSpecs }) => [version, fieldSpecs.at(-1)?.path])).toEqual([
      ["v1", "spec/x"],
      [undefined, "z"],
    ]);
    expect(
      defaultConfiguration.nameReference.some(({ fieldSpecs }) => fieldSpecs.some(({ path }) => path === "spec/x")),
    ).toBe(false);
  });

  test("many fields are merged in linear time", () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => `- {path: f${index}}`);
    expect(merge(`labels:\n${fields.join("\n")}`).labels).toHaveLength(20_000);
  });
});
