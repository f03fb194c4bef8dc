import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../src/diagnostics.ts";
import { Fault } from "../../src/yaml/nodes/fault.ts";
import { blockReader } from "../../src/yaml/reading/block-reader.ts";
import { compose } from "../../src/yaml/reading/compose.ts";
import { openSource, RESOURCES } from "../../src/yaml/reading/resources.ts";

/** The result of the block reader and that of the composer. Undefined for a text that they reject or leave alone. */
function both(text: string): { fast: unknown; full: unknown } {
  const source = openSource(text, "a.yaml");
  const fast = blockReader(source, RESOURCES)?.read(0, source.text.length);
  try {
    return { fast, full: compose(source.text, source, 0, RESOURCES) };
  } catch (error) {
    if (error instanceof Fault || error instanceof KrmError) return { fast, full: undefined };
    throw error;
  }
}

const READ: readonly string[] = [
  "a: b\n",
  "a: b",
  "---\na: b\n",
  "\n# c\n\na:   b # c\n",
  "a:\nb: # c\n  c:\nd:\n",
  "a:\n- b\n-\n- # c\n  c\n- d: 1\n  e: 2\n-   - f\n    - g\nh:\n  - i\n",
  "- a: 1\n-\n  b: 2\n",
  "a: 'b' # c\n'd': \"e\\n\"\n\"f\" : 'it''s'\n",
  'a: "b\n  c" # d\ne: 1\n',
  "a: b c\n  d # e\nf: g\n   h\n\n   i\n",
  "a:\n  b\n  c\nd: 1\n",
  "a: |\n  b\n   c\n\n  d\ne: >-  # f\n  g\n  h\ni: |2+\n   j\n\nk: |",
  "a: [b, {c: d}, # e\n  'f'] # g\nh: {}\ni: []\n",
  "a: http://b:80/c#d\ne: -f\ng: 1:2\nh: ?i\nj: :k\n",
  "a b: c\nd : e\n",
];

const LEFT: readonly string[] = [
  "",
  "# a\n",
  "a\n",
  "[a]\n",
  "a: &b c\n",
  "a: *b\n",
  "a: !!str b\n",
  "? a\n: b\n",
  "<<: {a: b}\n",
  "a:\tb\n",
  "a: b\u2028c\n",
  "a: b\n---\nc: d\n",
  "a: b\n...\n",
  "--- a: b\n",
  "a: [b\n---\n",
  "a: [*b]\n",
  `${"a".repeat(1025)}: b\n`,
  "  a: b\nc: d\n",
];

describe("the reader of block style", () => {
  test.each(READ)("reads %j as the composer does", (text) => {
    const { fast, full } = both(text);
    expect(fast).toBeDefined();
    expect(fast).toEqual(full);
  });

  test.each(LEFT)("leaves %j to the composer", (text) => {
    expect(both(text).fast).toBeUndefined();
  });

  test("reads any text that it does not give up as the composer does", () => {
    const part = fc.constantFrom(
      "a: ",
      "b:",
      "c: d",
      "\n",
      "\n  ",
      "\n    ",
      "\n- ",
      "\n  - ",
      "- ",
      " # e",
      "#f",
      "'g'",
      '"h"',
      "'i''j'",
      "&p ",
      "*p",
      "!!str ",
      "? ",
      ": ",
      "\t",
      "\n---\n",
      "\n---#q\n",
      "\n...\n",
      "\r\n",
      " ",
      "-",
      "--- ",
      "\n\n",
      "%",
      "@",
      ",",
      "2020-01-01",
      "-r",
      ":s",
      "?t",
      "http://u:80/v",
      "w#x",
      "\n y",
      "'",
      '"',
      "z z: ",
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const { fast, full } = both(parts.join(""));
        if (fast === undefined) return;
        read++;
        expect(fast).toEqual(full);
      }),
      { numRuns: 1500 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
