import { describe, expect, test } from "@jest/globals";
import type { Value } from "../../src/render/rendering.ts";
import { type Change, review } from "../../src/review/index.ts";
import { parseReport } from "../../src/review/reading/index.ts";
import { asWritten } from "../review/as-written.ts";
import { resource } from "../review/renderings.ts";

const SIDE = { sha: null, label: "x", reason: "" };
const enc = (data: string) => `ENC[AES256_GCM,data:${data},iv:aa=,tag:bb=,type:str]`;
const base64 = (bytes: number, fill = "a") => Buffer.alloc(bytes, fill).toString("base64");

/** The change between two objects; undefined if there is none. */
function changeOf(before: Value, after: Value): Change | undefined {
  const [base, head] = [before, after].map((value) => ({
    status: "rendered" as const,
    target: "app",
    resources: [resource(JSON.stringify(value), { value: () => value })],
    diagnostics: [],
  }));
  const report = review({ base: SIDE, head: SIDE, renderings: [{ base: base as never, head: head as never }] });
  expect(parseReport(Buffer.from(JSON.stringify(report)))).toEqual(asWritten(report));
  return report.changes[0];
}

/** The changed fields, and the changed lines. */
function told(before: Value, after: Value) {
  const change = changeOf(before, after);
  return {
    fields: change?.fields.map(({ label: _label, ...field }) => field),
    lines: change?.hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(" "))),
  };
}

const object = (kind: string, more: { [key: string]: Value }): Value => ({
  apiVersion: "v1",
  kind,
  metadata: { name: "x" },
  ...more,
});
const sops = (mac: string, more: { [key: string]: Value } = {}): { [key: string]: Value } => ({
  sops: { age: [{ recipient: "age1", enc: `key ${mac}` }], lastmodified: mac, mac: enc(mac), ...more },
});

describe("encrypted values", () => {
  test("a value that is encrypted again is one short change", () => {
    expect(
      told(object("Config", { a: enc("one"), ...sops("m1") }), object("Config", { a: enc("two"), ...sops("m2") })),
    ).toEqual({
      fields: [{ path: "/a", op: "changed", encrypted: true }],
      lines: ["-a: <encrypted, before>", "+a: <encrypted, after>"],
    });
  });

  test("values of a Secret are encrypted ones as well", () => {
    const secret = (data: string) => object("Secret", { stringData: { a: enc(data), b: "plain" }, ...sops(data) });
    expect(told(secret("one"), secret("two"))).toEqual({
      fields: [{ path: "/data/a", op: "changed", encrypted: true }],
      lines: ["-  a: <encrypted, before>", "+  a: <encrypted, after>"],
    });
  });

  test("a plain value of a Secret that gets encrypted is withheld, not told as encrypted", () => {
    const secret = (a: string) => object("Secret", { stringData: { a } });
    expect(told(secret("hunter2"), secret(enc("two"))).fields).toEqual([
      { path: "/data/a", op: "changed", redacted: true },
    ]);
  });

  test.each([
    { kind: "Config", path: "/sops/mac" },
    { kind: "Secret", path: "/sops" },
  ])("that a $kind was encrypted again without another change is told", ({ kind, path }) => {
    const fields = told(object(kind, sops("m1")), object(kind, sops("m2"))).fields;
    expect(fields).toContainEqual({ path, op: "changed", encrypted: true });
  });

  test("a new recipient is a change of content", () => {
    const head = sops("m2", { age: [{ recipient: "age2", enc: "key" }] });
    expect(told(object("Config", sops("m1")), object("Config", head)).fields).toContainEqual(
      expect.objectContaining({ path: "/sops/age/0/recipient", after: "age2" }),
    );
  });

  test("a block that is not of SOPS hides nothing", () => {
    const block = (mac: string) => object("Config", { a: mac, sops: { mac, lastmodified: mac } });
    expect(told(block("one"), block("two")).fields?.map(({ path }) => path)).toEqual([
      "/a",
      "/sops/mac",
      "/sops/lastmodified",
    ]);
  });

  test("encrypted values in a text are replaced, and what is around them is shown", () => {
    const text = (a: string, port: number) =>
      object("ConfigMap", { data: { f: `a: ${enc(a)}\nb: ${enc("b")}\nport: ${port}\n` } });
    const { lines } = told(text("one", 1), text("two", 2));
    expect(lines).toEqual([
      "-    a: <encrypted, before>",
      "+    a: <encrypted, after>",
      "-    port: 1",
      "+    port: 2",
    ]);
  });

  test("data of a SealedSecret", () => {
    const sealed = (a: string) => object("SealedSecret", { spec: { encryptedData: { a, b: "AgB" } } });
    expect(told(sealed("AgOne"), sealed("AgTwo"))).toEqual({
      fields: [{ path: "/spec/encryptedData/a", op: "changed", encrypted: true }],
      lines: ["-    a: <encrypted, before>", "+    a: <encrypted, after>"],
    });
  });
});

describe("binary values", () => {
  const binary = (text: string) => object("ConfigMap", { binaryData: { "logo.png": text } });

  test.each([
    {
      what: "binaryData of other size",
      before: binary(base64(12)),
      after: binary(base64(12_345)),
      bytes: { before: 12, after: 12_345 },
      lines: ["-  logo.png: <binary, 12 bytes>", "+  logo.png: <binary, 12,345 bytes>"],
    },
    {
      what: "binaryData of the same size",
      before: binary(base64(12, "a")),
      after: binary(base64(12, "b")),
      bytes: { before: 12, after: 12 },
      lines: ["-  logo.png: <binary, 12 bytes, before>", "+  logo.png: <binary, 12 bytes, after>"],
    },
  ])("$what", ({ before, after, bytes, lines }) => {
    expect(told(before, after)).toEqual({ fields: [{ path: "/binaryData/logo.png", op: "changed", bytes }], lines });
  });

  test.each([
    { what: "long base64", value: base64(3_000), bytes: 3_000 },
    { what: "a text with NUL", value: "a\0b", bytes: 3 },
    { what: "short base64", value: base64(90), bytes: undefined },
    { what: "a long text", value: "word ".repeat(1_000), bytes: undefined },
    { what: "long text that is no base64", value: "x".repeat(1_025), bytes: undefined },
  ])("$what in a spec", ({ value, bytes }) => {
    const [field] = told(object("Hook", { a: "text" }), object("Hook", { a: value })).fields ?? [];
    expect(field?.bytes).toEqual(bytes === undefined ? undefined : { after: bytes });
  });

  test("the length of a value of a Secret is not told", () => {
    const secret = (fill: string, more: number) => object("Secret", { data: { a: base64(3_000 + more, fill) } });
    const change = changeOf(secret("a", 0), secret("b", 3));
    expect(change?.fields).toEqual([{ path: "/data/a", label: "data.a", op: "changed", redacted: true }]);
    expect(JSON.stringify(change)).not.toContain("bytes");
  });
});
