import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { defaultConfiguration } from "../../src/builtins/default-configuration.ts";
import { kindRanks, kindsFirst, kindsLast } from "../../src/documents/kind-order.ts";
import { parseConfig, toConfigValue } from "../../src/yaml/index.ts";
import type { Node } from "../../src/yaml/nodes/node.ts";
import type { Value } from "../../src/yaml/nodes/value.ts";
import { note } from "../unless.ts";

/** A YAML file with kustomize's tables by name, kindOrderFirst and kindOrderLast. Without it, only the digest is compared. */
const dump = process.env.KUSTOMIZE_FIELD_SPECS;

// docs/specification/field-specs.md 2.1, 2.2
describe("defaultConfiguration", () => {
  test("has the tables of kustomize in their order", () => {
    expect(Object.keys(defaultConfiguration)).toEqual([
      "namePrefix",
      "nameSuffix",
      "namespace",
      "commonLabels",
      "labels",
      "templateLabels",
      "volumeClaimTemplateLabels",
      "commonAnnotations",
      "nameReference",
      "varReference",
      "images",
      "replicas",
    ]);
    expect(defaultConfiguration.commonLabels[0]).toEqual({
      path: "spec/selector",
      version: "v1",
      kind: "Service",
      create: true,
    });
    expect(defaultConfiguration.commonLabels.at(-1)).toEqual({ path: "metadata/labels", create: true });
    expect(defaultConfiguration.nameReference.map(({ kind }) => kind)).toContain("ServiceAccount");
  });

  test("is the configuration that was compared with kustomize's", () => {
    const text = JSON.stringify(defaultConfiguration, (_, value: unknown) =>
      isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
    );
    expect(createHash("sha256").update(text).digest("hex")).toBe(
      "4e267e1373a2e31eabd7d05f00d3e215eb2a48740748c29270518448fa29334f",
    );
  });

  note(dump === undefined ? "KUSTOMIZE_FIELD_SPECS is not set" : undefined);
  if (dump !== undefined) {
    const facts = toConfigValue(parseConfig(readFileSync(dump, "utf8"), dump) as Node) as Record<string, Value>;
    test.each(Object.entries(defaultConfiguration))("%s is what kustomize has", (name, table) => {
      expect(table).toEqual(JSON.parse(JSON.stringify(facts[name])));
    });

    test("kinds are ranked as kustomize ranks them", () => {
      expect([kindsFirst, kindsLast]).toEqual([facts.kindOrderFirst, facts.kindOrderLast]);
    });
  }
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// docs/specification/field-specs.md 2.2
// docs/specification/sort-order.md 2.1
describe("kindRanks", () => {
  test("is negative for the first kinds and positive for the last ones", () => {
    expect([...kindRanks(["A", "B"], ["Y", "Z"])]).toEqual([
      ["A", -2],
      ["B", -1],
      ["Y", 1],
      ["Z", 2],
    ]);
  });
});
