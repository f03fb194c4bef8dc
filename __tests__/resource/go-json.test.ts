import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { goJson } from "../../src/resource/go-json.ts";
import type { Value } from "../../src/yaml/index.ts";
import { anyText } from "../any-text.ts";

describe("JSON as Go writes it", () => {
  test.each([
    [null, "null"],
    [true, "true"],
    [1.5, "1.5"],
    [12345678901234567890n, "12345678901234567890"],
    ["a<b>&c\u2028", '"a\\u003cb\\u003e\\u0026c\\u2028"'],
    [[], "[]"],
    [{}, "{}"],
    [{ b: 1, a: [true, null], Z: "x" }, '{"Z":"x","a":[true,null],"b":1}'],
    [{ "\u{1f600}": 1, "\uffee": 2 }, '{"\uffee":2,"\u{1f600}":1}'],
  ])("%j", (value, expected) => {
    expect(goJson(value)).toBe(expected);
  });

  test("is indented like MarshalIndent", () => {
    expect(goJson({ b: [1, { c: {} }], a: [] }, "  ")).toBe(
      '{\n  "a": [],\n  "b": [\n    1,\n    {\n      "c": {}\n    }\n  ]\n}',
    );
  });

  test("reads back as the same value, on one line or on many", () => {
    const scalars = fc.oneof(
      anyText(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
    );
    const values = fc.letrec<{ value: Value }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(scalars, fc.constant(null)),
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value")),
      ),
    }));
    fc.assert(
      fc.property(values.value, (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(JSON.parse(goJson(value))).toEqual(plain);
        expect(JSON.parse(goJson(value, "  "))).toEqual(plain);
      }),
    );
  });
});
