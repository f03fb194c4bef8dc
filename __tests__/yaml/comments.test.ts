import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  encode,
  encodeDocument,
  get,
  marksOf,
  type Node,
  parseResources,
  parseText,
  toValue,
} from "../../src/yaml/index.ts";

function rewritten(text: string): string {
  return encodeDocument(parseText(text, "text") as Node);
}

describe("a text that is written back keeps its comments", () => {
  test.each([
    "# above\n\n# head a\na: 1 # line a\n# foot a\n\n# head b\nb: 2\n\n# below\n",
    "a:\n  # head x\n  x: 1\n  # foot x\nb: 2\n",
    "#text\n#\n##  more  \na: 1\n",
    "a:\n# head one\n- 1\n# foot one\n\n# head two\n- 2\n# foot a\nb: 1\n",
    "# list\n- a\n# foot\n",
    "a: # key\n  b: 1\n",
    "a: [x, # one\n  # two\n  y, # three\n  # end\n]\n",
    "a: {b: 1, # one\n  # head c\n  c: 2,\n  # end\n}\n",
    "a: | # note\n  text\n  # no comment\n# foot\nb: 1\n",
    'a: !!str 5\nb: !!int "6"\nc: !local\n',
    "v\n# foot\n",
    "- - # deep\n    - a\n",
  ])("%j", (text) => {
    expect(rewritten(text)).toBe(text);
  });
});

describe("comments move as they do in go-yaml", () => {
  test.each<[string, string]>([
    ["a:\n- # in\n  b: 1\n-\n  # own\n  c: 2\n", "a:\n- # in\n  b: 1\n- # own\n  c: 2\n"],
    ["a: [ # lost\n  x]\n", "a: [x]\n"],
    ["a:\n  b: 1\n# at the margin\n  c: 2\n", "a:\n  b: 1\n  # at the margin\n  c: 2\n"],
    ["a: 1\n\n# between\n\nb: 2\n", "a: 1\n# between\nb: 2\n"],
    ["? [a, b] # k\n# head v\n: v\n", "? [a, b] # k\n: v\n# head v\n"],
    ["a:\r\n  # one\r\n  b: 1\r\n", "a:\n  # one\n  b: 1\n"],
    ["a:\n    - b # one\n    # foot\n\n    # head\n    - c\n", "a:\n- b # one\n# foot\n\n# head\n- c\n"],
    ["--- # start\n# head\na: 1\n--- \nb: 2\n", "# start\n# head\na: 1\n"],
    ["a: 1\n# no newline", "a: 1\n# no newline\n"],
    ["a: 'x' # b\nc:\n\n\n\n# far\nd: 1\n", "a: 'x' # b\nc:\n# far\nd: 1\n"],
  ])("%j", (text, expected) => {
    expect(rewritten(text)).toBe(expected);
  });
});

test("anchors, aliases and merge keys are written back", () => {
  expect(rewritten("x: &one {a: 1}\ny: *one # same\nz:\n  <<: *one\n")).toBe(
    "x: &one {a: 1}\ny: *one # same\nz:\n  !!merge <<: *one\n",
  );
});

test("an alias without an anchor is rejected", () => {
  expect(() => parseText("a: *one\n", "text")).toThrow("unknown anchor referenced");
});

test.each(["", "# only a comment\n", "\n\n"])("%j contains no document", (text) => {
  expect(parseText(text, "text")).toBeUndefined();
});

describe("comments of resource files", () => {
  const file = "a: 1\n---\n# head b\nb:\n# first\n- x\n# foot\n\n- &y y\n- *y\n";

  test("are found on demand", () => {
    const [, node] = parseResources(file, "a.yaml");
    expect(marksOf((node?.kind === "map" ? node.entries[0]?.key : node) as Node)).toMatchObject({ head: "# head b" });
    const list = get(node, "b");
    if (list?.kind !== "seq") throw new Error("not a list");
    expect(list.items.map((item) => encode(item))).toEqual(["# first\nx\n# foot\n", "y\n", "y\n"]);
  });

  test("nodes that were not read from a text have none", () => {
    const node = parseResources(file, "a.yaml")[1] as Node;
    node.source = undefined;
    expect(marksOf(node)).toBeUndefined();
  });
});

describe("comments anywhere", () => {
  const comment = fc.stringMatching(/^# [a-z]{0,3}$/);
  const gap = fc.array(fc.oneof(comment, fc.constant("")), { maxLength: 3 });
  const lines = fc.array(
    fc.tuple(gap, fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "[x, y]", "'q'", "|\n  text"), comment),
    { minLength: 1, maxLength: 4 },
  );

  test("are all written back, and the value stays", () => {
    fc.assert(
      fc.property(lines, gap, (entries, end) => {
        const text = [
          ...entries.flatMap(([above, key, value], at) => [...above, `${key}${at}: ${value}`]),
          ...end,
          "",
        ].join("\n");
        const once = rewritten(text);
        const value = (of: string): unknown => toValue(parseResources(of, "text")[0] as Node);
        expect(value(once)).toEqual(value(text));
        expect(once.match(/#.*/g) ?? []).toEqual(text.match(/#.*/g) ?? []);
      }),
    );
  });
});
