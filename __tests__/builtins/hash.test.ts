import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { contentHash } from "../../src/builtins/hash.ts";
import { compareBytewise } from "../../src/text/bytewise.ts";
import { type MapNode, parseResources } from "../../src/yaml/index.ts";
import { anyText } from "../any-text.ts";

function hash(text: string): string {
  return contentHash(parseResources(text, "r.yaml")[0] as MapNode);
}

/** The hash of an encoding written out by hand. */
function hashOf(json: string): string {
  const digest = createHash("sha256").update(json).digest("hex").slice(0, 10);
  return digest
    .replaceAll("0", "g")
    .replaceAll("1", "h")
    .replaceAll("3", "k")
    .replaceAll("a", "m")
    .replaceAll("e", "t");
}

// docs/specification/hashes.md 1.1 to 1.6
describe("contentHash", () => {
  test.each([
    ["kind: ConfigMap\ndata: {k: 'v<x>&'}", "29kc87b4c9"],
    ["kind: ConfigMap", "6ct58987ht"],
    ["kind: Secret\ntype: Opaque\ndata: {}", "46f8b28mk5"],
    ["kind: Secret\ntype: foo\ndata: {k: dg==}", "b2h87fddhb"],
  ])("as kustomize: %j", (text, expected) => {
    expect(hash(text)).toBe(expected);
  });

  test.each([
    ["no data", "", '{"data":"","kind":"ConfigMap","name":""}'],
    ["an empty map", "data: {}", '{"data":{},"kind":"ConfigMap","name":""}'],
    ["null", "data: null", '{"data":"null","kind":"ConfigMap","name":""}'],
    ["a blank", "data:", '{"data":"","kind":"ConfigMap","name":""}'],
    ["a scalar", "data: 0x10", '{"data":"0x10","kind":"ConfigMap","name":""}'],
    ["a list", "data: [a]", '{"data":null,"kind":"ConfigMap","name":""}'],
    [
      "other types",
      "data: {a: 1.50, b: true, c: null, d: [1e21]}",
      '{"data":{"a":1.5,"b":true,"c":null,"d":[1e+21]},"kind":"ConfigMap","name":""}',
    ],
    [
      "binary data",
      "data: {a: x}\nbinaryData: {b: eA==}",
      '{"binaryData":{"b":"eA=="},"data":{"a":"x"},"kind":"ConfigMap","name":""}',
    ],
    ["empty binary data", "binaryData: {}", '{"binaryData":{},"data":"","kind":"ConfigMap","name":""}'],
    ["a scalar as binary data", "binaryData: x", '{"data":"","kind":"ConfigMap","name":""}'],
    [
      "escapes",
      'data: {a: "\\u2028\\u2029<>&\\t\\"\\\\\\x01"}',
      '{"data":{"a":"\\u2028\\u2029\\u003c\\u003e\\u0026\\t\\"\\\\\\u0001"},"kind":"ConfigMap","name":""}',
    ],
    [
      "keys in bytewise order",
      'data: {"\\U0001F600": a, "\\uFF01": b, "10": c, "9": d, B: e, a: f}',
      '{"data":{"10":"c","9":"d","B":"e","a":"f","！":"b","😀":"a"},"kind":"ConfigMap","name":""}',
    ],
  ])("ConfigMap, %s", (_, text, json) => {
    expect(hash(`kind: ConfigMap\nmetadata: {name: any, labels: {a: b}}\nimmutable: true\n${text}`)).toBe(hashOf(json));
  });

  test.each([
    ["no type", "data: {}", '{"data":{},"kind":"Secret","name":"","type":""}'],
    [
      "stringData",
      "type: t\nstringData: {a: b}",
      '{"data":"","kind":"Secret","name":"","stringData":{"a":"b"},"type":"t"}',
    ],
    ["binaryData does not matter", "binaryData: {a: b}", '{"data":"","kind":"Secret","name":"","type":""}'],
  ])("Secret, %s", (_, text, json) => {
    expect(hash(`kind: Secret\n${text}`)).toBe(hashOf(json));
  });

  test("other kinds are refused by name", () => {
    expect(() => hash("kind: Deployment")).toThrow(
      "r.yaml:1:1: the hash of a Deployment cannot be computed: this build changes it",
    );
  });
});

describe("bytewise", () => {
  test("orders texts by their UTF-8", () => {
    const texts = anyText({ maxLength: 6 });
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(Math.sign(compareBytewise(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
    expect(compareBytewise("\ud83d\ude00", "\uff01")).toBeGreaterThan(0);
  });
});
