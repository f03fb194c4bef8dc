import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import { printValue } from "../../src/manifests/print.ts";
import type { Value } from "../../src/render/rendering.ts";
import { anyText } from "../any-text.ts";

test("is formatted like kustomize's output", () => {
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
      anyText(),
      fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t", ":", "#", "-") }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));

  test("is read back as the same value", () => {
    fc.assert(
      // Wrapped in an object: a text alone could begin with a document separator.
      fc.property(
        value.map((field) => ({ field })),
        (input) => {
          // Only the YAML reader of this test reads these as numbers.
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
