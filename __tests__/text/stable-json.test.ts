import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { stableJson } from "../../src/text/index.ts";

describe("stableJson", () => {
  const cases: readonly [data: unknown, text: string][] = [
    [{ b: 1, a: [{ d: null, c: "x" }] }, '{"a":[{"c":"x","d":null}],"b":1}'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
    [JSON.parse('{"b":1,"__proto__":{"z":1,"y":2}}'), '{"__proto__":{"y":2,"z":1},"b":1}'],
    ["text", '"text"'],
    [null, "null"],
  ];
  it.each(cases)("%j", (data, text) => {
    expect(stableJson(data)).toBe(text);
  });

  it("reads back as the same data, and does not depend on the order of keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const text = stableJson(data);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(data)));
        expect(stableJson(reversed(data))).toBe(text);
      }),
    );
  });
});

function reversed(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map(reversed);
  const copy: unknown = JSON.parse("{}");
  for (const [key, value] of Object.entries(data).reverse())
    Object.defineProperty(copy, key, { value: reversed(value), enumerable: true });
  return copy;
}
