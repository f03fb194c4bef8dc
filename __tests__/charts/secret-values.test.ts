/** Other values in place of those of Secrets; docs/specification/helm-charts.md 8.1. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { commonWords } from "../../src/charts/common-words.ts";
import { decodedText, isTelling, otherLeaf, secretValues } from "../../src/charts/secret-values.ts";
import { readPrinted } from "../../src/yaml/index.ts";
import { valuesOf } from "./calls.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

test.each<[unknown, unknown]>([
  ["Hunter2", "Obualy6"],
  ["0755", "5299"],
  ["a-b_c:d", "h-i_j:k"],
  ["--", "_-"],
  [" ", " "],
  ["{{ .Release.Name }}-x", "{{ .Release.Name }}-e"],
  ["äb", "xi"],
  [base64("user:pass"), base64("bzly:whzz")],
  ['{"a":"b","on":true,"n":1}', '{"a":"i","on":true,"n":1}'],
  [true, false],
  [0, 5],
  [8080, 3535],
  [-1.5, -5.9],
  [1e21, 1e21 + 1],
  [9007199254740993n, 4552544698285447n],
])("%j becomes %j", (leaf, other) => {
  expect(otherLeaf(leaf as string)).toEqual(other);
});

describe("another text", () => {
  test("has another letter or digit at each place, and the same length", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{1,40}$/), (text) => {
        const other = otherLeaf(text) as string;
        if (decodedText(text) !== undefined || text.includes("{{") || /^\s*[[{]/.test(text)) return;
        expect(other).toHaveLength(text.length);
        const hasAny = /[A-Za-z0-9]/.test(text);
        const changes = text.split("").map((character, index) => character !== other[index]);
        expect(changes.slice(hasAny ? 0 : text.length)).toEqual(
          text
            .split("")
            .map((character) => /[A-Za-z0-9]/.test(character))
            .slice(hasAny ? 0 : text.length),
        );
        expect(/^\d+$/.test(other)).toBe(/^\d+$/.test(text));
        expect(other !== text || text.trim() === "").toBe(true);
      }),
    );
  });

  test("of base64 is base64 of another text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{6,30}$/), (text) => {
        const other = decodedText(otherLeaf(base64(text)) as string);
        expect(other).toHaveLength(text.length);
        expect(other).not.toBe(text);
      }),
    );
  });
});

describe("a values file", () => {
  const others = (text: string, ...paths: string[]): unknown =>
    readPrinted(Buffer.from(secretValues([valuesOf(text, ...paths)])?.others(() => true)[0]?.file ?? []).toString());

  test("keeps what is not secret", () => {
    const text = "a: {b: secret, c: plain}\nl: [secret, plain, {d: secret}]\n__proto__: {x: secret}\nz: 1e400x\n";
    expect(JSON.stringify(others(text, "a.b", "l.0", "l.2", "__proto__", "none.x", "a.c.d"))).toBe(
      '{"__proto__":{"x":"zljyla"},"a":{"b":"zljyla","c":"plain"},"l":["zljyla","plain",{"d":"zljyla"}],"z":"1e400x"}',
    );
  });

  test("has each value changed once, however many paths lead to it", () => {
    expect(others("a: {b: true}\n", "a", "a.b", "a")).toEqual({ a: { b: false } });
  });

  test("without a value at the paths has none", () => {
    expect(secretValues([valuesOf("a: {b: '', c: null}\n", "a", "d"), valuesOf("x: y\n")])).toBeUndefined();
  });

  test("that cannot be read says nothing of what is in it", () => {
    expect(() => secretValues([valuesOf("hunter2: [", "a")])).toThrow("the values cannot be read as YAML");
    expect(() => secretValues([valuesOf("hunter2: [", "a")])).not.toThrow("hunter2");
  });
});

test.each<[unknown, boolean]>([
  ["hunter2", true],
  ["abc", false],
  ["true", false],
  ["12345", false],
  ["123456", true],
  [123456, false],
  [true, false],
])("%j tells more than a switch: %s", (leaf, isIt) => {
  expect(isTelling(leaf as string)).toBe(isIt);
});

test.each<[string, string, string]>([
  ["app-abc-x", "app-ade-x", "app-?-x"],
  ["abc", "abd", "?"],
  ["a-b", "a-b-c", "a-?"],
  ["a-b-c", "a-c", "a-?"],
  ["", "a", "?"],
])("of %j and %j is left %j", (text, other, left) => {
  expect(commonWords(text, other, "?", /-/)).toBe(left);
});
