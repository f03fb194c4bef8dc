import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import { printValue } from "../../src/manifests/print.ts";
import type { Value } from "../../src/render/rendering.ts";

test("looks as kustomize's output does", () => {
  const value = {
    apiVersion: "v1",
    metadata: { name: "x", labels: {}, text: "a\n\nb\n", odd: " a\nb", on: "yes", number: "1" },
    list: [{ a: 1, b: ["x"] }, "y", [["z"]], []],
  };
  expect(printValue(value)).toBe(`apiVersion: v1
metadata:
  name: x
  labels: {}
  text: |
    a

    b
  odd: " a\\nb"
  "on": "yes"
  number: "1"
list:
- a: 1
  b:
  - x
- "y"
- - - z
- []
`);
});

describe("any value", () => {
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Value>(
        null,
        true,
        0,
        -1.5,
        "yes",
        "1",
        "0x1",
        "~",
        "a: b",
        "- a",
        "#",
        "a #b",
        "<redacted>",
        "\n",
      ),
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t", ":", "#", "-") }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));

  test("reads back as itself", () => {
    fc.assert(
      // What is printed is an object: a text alone could begin with what separates documents.
      fc.property(
        value.map((field) => ({ field })),
        (input) => {
          // The reader of the test, alone among readers, takes these for numbers.
          fc.pre(!/"[-+]?e[-+]?\d+"/i.test(JSON.stringify(input)));
          const expected: unknown = JSON.parse(JSON.stringify(input));
          for (const version of ["1.1", "1.2"] as const) {
            expect(JSON.stringify(parse(printValue(input), { version }))).toBe(JSON.stringify(expected));
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
