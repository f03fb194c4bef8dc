import { describe, expect, test } from "@jest/globals";
import { MemoryPool, openBudget } from "../../src/budget/index.ts";
import { KrmError } from "../../src/diagnostics.ts";
import { get, locate, type Node, parseResources, print, toValue, type Value } from "../../src/yaml/index.ts";

function fails(text: string): KrmError {
  try {
    parseResources(text, "dir/a.yaml");
  } catch (error) {
    if (error instanceof KrmError) return error;
    throw error;
  }
  throw new Error(`read without a fault: ${JSON.stringify(text)}`);
}

function only(text: string): Node {
  const nodes = parseResources(text, "dir/a.yaml");
  expect(nodes).toHaveLength(1);
  return nodes[0] as Node;
}

// docs/specification/yaml-reading.md 1.1, 1.2, 1.4
describe("documents", () => {
  test.each<[string, string, string[]]>([
    ["one", "a: 1\n", ["a: 1\n"]],
    ["two", "a: 1\n---\nb: 2\n", ["a: 1\n", "b: 2\n"]],
    ["a first separator", "---\na: 1\n---\nb: 2\n", ["a: 1\n", "b: 2\n"]],
    ["a separator with a comment", "a: 1\n--- # next\nb: 2\n", ["a: 1\n", "b: 2\n"]],
    ["a last separator without a line end", "a: 1\n---", ["a: 1\n"]],
    ["null documents", "---\n# nothing\n---\nnull\n---\n~\n---\na: 1\n", ["a: 1\n"]],
    ["nothing", "", []],
    ["comments only", "# a\n\n# b\n", []],
    ["the rest behind an end mark is dropped", "a: 1\n...\nb: 2\n", ["a: 1\n"]],
    ["an empty map is not null", "{}\n", ["{}\n"]],
    ["CRLF", "a: |\r\n  x\r\n  y\r\n---\r\nb: 2\r\n", ["a: |\n  x\n  y\n", "b: 2\n"]],
    ["a byte order mark", "\ufeffa: 1\n", ["a: 1\n"]],
    ["a byte order mark in front of a later document", "a: 1\n---\n\ufeffb: 2\n", ["a: 1\n", "b: 2\n"]],
    ["the last line break of a literal belongs to it", "a: |\n  x\n---\nb: |\n  z", ["a: |\n  x\n", "b: z\n"]],
    ["JSON", '{\n\t"a": {"b": [1, null]}\n}\n', ["a:\n  b:\n  - 1\n  - null\n"]],
    ["text behind a closed bracket is not read", '{"a": 1}\n]\n', ["a: 1\n"]],
  ])("%s", (_, text, documents) => {
    expect(parseResources(text, "a.yaml").map(print)).toEqual(documents);
  });
});

describe("nothing may follow a document where the rest is refused", () => {
  test.each<[string, string, string[]]>([
    ["one document", "a: 1\n", ["a: 1\n"]],
    ["an end and comments", "a: 1\n... # end\n\n# b: 2\n", ["a: 1\n"]],
    ["ends", "a: 1\n...\n...", ["a: 1\n"]],
    ["a document after an end", "a: 1\n...\n---\nb: 2\n", ["a: 1\n", "b: 2\n"]],
    ["a last separator", "a: 1\n---", ["a: 1\n"]],
    ["brackets", "{a: [1]} # one\n", ["a:\n- 1\n"]],
    ["no document", "# nothing\n", []],
    ["dots in a text", "a: |\n  ...\n  b: 2\n", ["a: |\n  ...\n  b: 2\n"]],
  ])("%s", (_, text, documents) => {
    expect(parseResources(text, "a.yaml", { rest: "refused" }).map(print)).toEqual(documents);
  });

  test.each<[string, string, string]>([
    ["text after an end", "a: 1\n...\nb: 2\n", "3:1"],
    ["text on the line of an end", "a: 1\n... b\n", "2:5"],
    ["text after several ends", "a: 1\n...\n...\n# c\n...\n b: 2\n", "6:2"],
    ["text after a bracket", "{a: 1}\nb: 2\n", "2:1"],
    ["text after a bracket, on its line", "{a: 1} {b: 2}", "1:8"],
    ["text on the line of a last separator", "a: 1\n--- {b: 2}", "2:5"],
    ["a directive", "a: 1\n...\n%TAG ! a:\n", "3:1"],
    ["text in a second document", "a: 1\n---\nb: 2\n...\nc: 3\n", "5:1"],
  ])("%s", (_, text, place) => {
    expect(() => parseResources(text, "a.yaml", { rest: "refused" })).toThrow(`a.yaml:${place}: malformed YAML: `);
    expect(parseResources(text, "a.yaml")).not.toEqual([]);
  });
});

describe("tags, styles and values", () => {
  test.each<[string, Partial<Node>]>([
    ["text", { tag: "!!str", style: "", value: "text" }],
    ["1", { tag: "!!int", style: "", value: "1" }],
    ["0o17", { tag: "!!int", value: "0o17" }],
    ["1.5", { tag: "!!float", value: "1.5" }],
    ["true", { tag: "!!bool", value: "true" }],
    ["yes", { tag: "!!str", value: "yes" }],
    ["~", { tag: "!!null", value: "~" }],
    ["", { tag: "!!null", value: "" }],
    ["2001-01-01", { tag: "!!timestamp", value: "2001-01-01" }],
    ["<<", { tag: "!!merge", value: "<<" }],
    ["'it''s'", { tag: "!!str", style: "single", value: "it's" }],
    ['"a\\tb\\u00e9\\x41\\U0001F600\\n"', { tag: "!!str", style: "double", value: "a\tb\u00e9A\u{1f600}\n" }],
    ['"a\n  b\n\n  c \\\n  d"', { style: "double", value: "a b\nc d" }],
    ["|\n  a\n   b\n", { style: "literal", value: "a\n b\n" }],
    ["|-\n  a\n\n", { style: "literal", value: "a" }],
    ["|+\n  a\n\n", { style: "literal", value: "a\n\n" }],
    ["|2\n   a\n", { style: "literal", value: " a\n" }],
    [">\n  a\n  b\n\n  c\n   d\n", { style: "folded", value: "a b\nc\n d\n" }],
    ["a\n  b\n\n  c", { style: "", value: "a b\nc" }],
    ["[a]", { kind: "seq", tag: "!!seq", style: "flow" }],
    ["\n- a", { kind: "seq", tag: "!!seq", style: "" }],
    ["{a: b}", { kind: "map", tag: "!!map", style: "flow" }],
    ["!!str 1", { tag: "!!str", style: "", value: "1" }],
    ["!local x", { tag: "!local", value: "x" }],
    ["!<tag:yaml.org,2002:int> 1", { tag: "!!int", value: "1" }],
    ["! 12", { tag: "!!int", value: "12" }],
    ['!!int "3"', { tag: "!!int", style: "", value: "3" }],
    ["!!map {a: b}", { kind: "map", tag: "!!map" }],
    ["&a", { tag: "!!null", value: "" }],
    ["a:b", { tag: "!!str", value: "a:b" }],
    ["-x", { tag: "!!str", value: "-x" }],
    ["a #b", { value: "a", comment: "#b" }],
    ["a#b", { value: "a#b", comment: undefined }],
  ])("v: %s", (text, expected) => {
    expect(get(only(`v: ${text}`), "v")).toMatchObject(expected);
  });
});

describe("syntax that libyaml accepts", () => {
  test.each<[string, string, string]>([
    ["a closing bracket at the margin", "a: {\n  b: c,\n  d: [e\n]\n}\n", "a:\n  b: c\n  d:\n  - e\n"],
    ["a quoted text continued at the margin", 'a:\n  b: "x\ny"\n', "a:\n  b: x y\n"],
    ["keys that are not strings at the top", "1: a\ntrue: b\n", '"1": a\n"true": b\n'],
    ["explicit keys", "? a\n: b\n? c\n", "a: b\nc: null\n"],
    ["pairs in a list", "- [a: b, {c: d}]\n", "- - a: b\n  - c: d\n"],
    ["lone keys in brackets", "a: {b, c: , d: e}\n", 'a:\n  b: ""\n  c: ""\n  d: e\n'],
    ["a list at the column of its key", "a:\n- b\n- - c\n  -\nd: e\n", "a:\n- b\n- - c\n  - null\nd: e\n"],
    ["a colon right behind a quoted key in brackets", '{"a":1}\n', "a: 1\n"],
    ["tabs between tokens and in front of comments", "a:\tb\t# c\n", "a: b\n"],
    ["lines with a tab between comments", "# a\n\t\n# b\nc: 1\n", "c: 1\n"],
    ["a tag on an empty value", "a: !!str\nb: 1\n", 'a: ""\nb: 1\n'],
  ])("%s", (_, text, printed) => {
    expect(print(only(text))).toBe(printed);
  });
});

// docs/specification/yaml-reading.md 1.5, 1.6
describe("anchors and merge keys", () => {
  test.each<[string, string, string]>([
    ["an alias", "a: &x [1]\nb: *x\n", "a:\n- 1\nb:\n- 1\n"],
    ["the latest anchor of a name counts", "a: &x 1\nb: &x 2\nc: *x\n", "a: 1\nb: 2\nc: 2\n"],
    [
      "own keys win, wherever they stand",
      "a: &x {k: 1, l: 2}\nb:\n  k: 3\n  <<: *x\n",
      "a:\n  k: 1\n  l: 2\nb:\n  k: 3\n  l: 2\n",
    ],
    ["earlier maps of a list win", "b:\n  <<: [{k: 1}, {k: 2, l: 3}]\n", "b:\n  k: 1\n  l: 3\n"],
    [
      "merges are passed on",
      "a: &a {k: 1}\nb: &b {<<: *a, l: 2}\nc: {<<: *b}\n",
      "a:\n  k: 1\nb:\n  k: 1\n  l: 2\nc:\n  k: 1\n  l: 2\n",
    ],
    ["a quoted merge key vanishes", 'a:\n  "<<": 1\n  b: 2\n', "a:\n  b: 2\n"],
    ["a comment behind an alias is lost", "a: &x 1\nb: *x # why\n", "a: 1\nb: 1\n"],
  ])("%s", (_, text, printed) => {
    expect(print(only(text))).toBe(printed);
  });

  test.each<[title: string, text: string, kyaml: string, standard: string]>([
    [
      "in a map of a merge key",
      "a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: &c {x: 3}\nd: {<<: [*b, *c]}\n",
      "d: {y: 2, x: 3}",
      "d: {y: 2, x: 1}",
    ],
    ["in a map within one", "a: &a {x: 1}\nb: {x: 2}\nc: {<<: [{<<: *a}, {x: 3}]}\n", "c: {x: 3}", "c: {x: 1}"],
    [
      "in a map that an alias has expanded",
      "a: &a {x: 1}\nb: &b {<<: *a}\nc: &c {x: 3}\ne: *b\nd: {<<: [*b, *c]}\n",
      "d: {x: 1}",
      "d: {x: 1}",
    ],
  ])("a merge key %s", (_, text, kyaml, standard) => {
    const last = (options?: Parameters<typeof parseResources>[2]): Value | undefined => {
      const [node] = parseResources(text, "a.yaml", options);
      const value = toValue(node as Node) as Record<string, Value>;
      return value[Object.keys(value).at(-1) as string];
    };
    const expected = (printed: string): Value => toValue(get(only(printed), printed.charAt(0)) as Node);
    expect(last()).toEqual(expected(kyaml));
    expect(last({ merges: "standard" })).toEqual(expected(standard));
  });

  test("copies share nothing", () => {
    const node = only("a: &x {k: 1}\nb: *x\n");
    const copy = get(get(node, "b"), "k");
    if (copy?.kind === "scalar") copy.value = "2";
    expect(print(node)).toBe("a:\n  k: 1\nb:\n  k: 2\n");
  });
});

describe("comments", () => {
  test("belong to the value on their line, or to the key when none follows", () => {
    const node = only(
      "# head\na: 1 # one\nb: # two\n- x # three\n# foot\nc: {d: e} # four\ne: | # five\n  text\nf: 'q'#six\n",
    );
    if (node.kind !== "map") throw new Error("not a map");
    const comments = node.entries.map(({ key, value }) => [key.comment, value.comment]);
    expect(comments).toEqual([
      [undefined, "# one"],
      ["# two", undefined],
      [undefined, "# four"],
      [undefined, "# five"],
      [undefined, "#six"],
    ]);
    expect(get(node, "b")).toMatchObject({ items: [{ value: "x", comment: "# three" }] });
  });

  test("behind a comma belong to the entry before it", () => {
    expect(get(only("a: [x, # one\n  y]\n"), "a")).toMatchObject({
      items: [{ comment: "# one" }, { comment: undefined }],
    });
  });
});

describe("places", () => {
  test("count in the whole file", () => {
    const [, second] = parseResources('a: 1\r\n---\r\n# c\r\nb:\r\n  é: [x, "y"]\r\n', "dir/a.yaml");
    const list = get(get(second, "b"), "é");
    expect(locate(second)).toEqual({ file: "dir/a.yaml", line: 4, column: 1 });
    expect(locate(list)).toEqual({ file: "dir/a.yaml", line: 5, column: 6 });
    if (list?.kind !== "seq") throw new Error("not a list");
    expect(locate(list.items[1])).toEqual({ file: "dir/a.yaml", line: 5, column: 10 });
  });

  test("an anchored or tagged node begins at its first property", () => {
    expect(locate(get(only("a: &x !!str b\n"), "a"))).toMatchObject({ line: 1, column: 4 });
  });
});

// docs/specification/yaml-reading.md 1.2 to 1.5, 1.7
describe("faults", () => {
  test.each<[string, number, number, RegExp]>([
    ["a: [b, c\n", 1, 4, /',' or '\]'/],
    ["a: {b: c\nd: e}\n", 1, 4, /',' or '\}'/],
    ["x: 1\n---\na: b: c\n", 3, 5, /mapping values are not allowed/],
    ["a: b\n c: d\n", 2, 3, /mapping values are not allowed/],
    ["a:\n\tb: 1\n", 2, 1, /cannot start any token/],
    ["a: x\n\tb: 1\n", 2, 1, /tab character/],
    ["a: |\n  \tx\n", 2, 3, /tab character/],
    ["a: b\nc\nd: e\n", 2, 1, /expected ':'/],
    ["a:\n- b\nc\n", 3, 1, /expected ':'/],
    ["a:\n  - b\n  c: d\n", 3, 3, /expected '-'/],
    ["- a\nb: c\n", 2, 1, /expected '-'/],
    ["a: - b\n", 1, 4, /block sequence entries/],
    ["a: @b\n", 1, 4, /cannot start any token/],
    ["a: `b`\n", 1, 4, /cannot start any token/],
    ["a: *b\n", 1, 4, /unknown anchor referenced/],
    ["a: &a [*a]\n", 1, 8, /contains itself/],
    ['a: "b\n', 1, 4, /end of stream/],
    ['a: "\\/"\n', 1, 5, /unknown escape/],
    ['a: "\\ud83d\\ude00"\n', 1, 5, /invalid Unicode/],
    ['a: "\\u00g0"\n', 1, 5, /hexadecimal/],
    ["a: \u0007\n", 1, 4, /control characters .* U\+0007/],
    ["a: 1\n--- b: 2\n---\n", 2, 1, /invalid document separator: --- b: 2/],
    ["a: 1\n-----\nb: 2\n", 2, 1, /invalid document separator/],
    ["%YAML 1.2\na: 1\n", 1, 1, /incompatible YAML document/],
    ["%YAML 1.1\n---\na: 1\n", 2, 1, /document start/],
    ["%FOO\n---\na: 1\n", 1, 1, /unknown directive/],
    ["a: !x!y z\n", 1, 4, /undefined tag handle/],
    ["a: !<x y\n", 1, 4, /expected '>'/],
    ["a: |0\n  x\n", 1, 4, /indentation indicator equal to 0/],
    ["a: | x\n", 1, 6, /comment or line break/],
    ["a:\n  <<: {b: 1}\n  <<: {c: 1}\n", 3, 3, /duplicate merge key/],
    ["a:\n  <<: 1\n", 2, 7, /map merge requires/],
  ])("%j", (text, line, column, message) => {
    const { diagnostics, code } = fails(text);
    expect(code).toBe("invalid-yaml");
    expect(diagnostics[0]).toMatchObject({ file: "dir/a.yaml", line, column });
    expect(diagnostics[0]?.message).toMatch(message);
  });

  test.each(["a: [b\n", "a: b: c\n", "a:\n\tb: 1\n", 'a: "\\/"\n', "a: *b\n"])("%j comes with a hint", (text) => {
    expect(fails(text).diagnostics[0]?.hint).toMatch(/\.$/);
  });
});

describe("hostile input", () => {
  test("nesting has a limit, and the deepest document can be printed", () => {
    const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(print(only(nested(1000)))).toMatch(/^(- )+\[\]\n$/);
    expect(fails(nested(1001)).message).toMatch(/nested deeper than 1000/);
    expect(fails("- ".repeat(1001)).message).toMatch(/nested deeper than 1000/);
    const chain = ["a0: &a0 [x]"];
    for (let at = 1; at < 2000; at++) chain.push(`a${at}: &a${at} [*a${at - 1}]`);
    expect(fails(chain.join("\n")).code).toBe("invalid-yaml");
    expect(fails([...chain, "m: {<<: {x: 1}}"].join("\n")).code).toBe("invalid-yaml");
  });

  test.each(["", "m: {<<: {x: 1}}\n"])(
    "aliases that multiply a small file use up the memory of the build: %j",
    (merge) => {
      const memory = { limit: 2 ** 27, used: () => 2 ** 27, inUse: () => 2 ** 27 };
      const tooLarge = (): Error => new Error("no memory is left");
      const budget = openBudget({ memory: new MemoryPool(() => memory).share(1), tooLarge, late: tooLarge });
      const lines = ["a: &a [x, x, x, x, x, x, x, x, x]"];
      for (const [from, to] of ["ab", "bc", "cd", "de", "ef", "fg", "gh", "hi"] as unknown as string[][]) {
        lines.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(", ")}]`);
      }
      budget.claim();
      expect(() => parseResources(merge + lines.join("\n"), "a.yaml")).toThrow("no memory is left");
      budget.close();
    },
  );

  test("CRLF reads as LF, at any place of a long text, and many use up the memory of the build", () => {
    for (const length of [65_534, 65_535, 65_536, 65_537]) {
      const text = `a: ${"x".repeat(length - 3)}\r\nb: |\r\n  c\r\n\r\n  d\r\n`;
      expect(print(only(text))).toBe(`a: ${"x".repeat(length - 3)}\nb: |\n  c\n\n  d\n`);
    }
    const tooLarge = (): Error => new Error("no memory is left");
    const memory = { first: 1_000_000, more: () => 0, has: () => true };
    const budget = openBudget({ memory, tooLarge, late: tooLarge });
    budget.claim();
    expect(() => parseResources("\r\n".repeat(3_000_000), "a.yaml")).toThrow("no memory is left");
    budget.close();
  });

  test("keys named like members of Object are plain keys", () => {
    const node = only("__proto__: {polluted: 1}\nconstructor: 2\ntoString: 3\n");
    expect(print(node)).toBe("__proto__:\n  polluted: 1\nconstructor: 2\ntoString: 3\n");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test.each<[text: string, line: number, column: number]>([
  ["a: 1\n{% if x %}\nb: 2\n", 2, 1],
  ["a: 1\n{{- if .Values.x }}\nb: 2\n{{- end }}\n", 2, 1],
  ['a:\n  b:\n    {{- include "a" . | nindent 4 }}\n', 3, 5],
])("a line of a template is called one: %j", (text, line, column) => {
  const message = "malformed YAML: this is a line of a template, which kustomize cannot read";
  expect(() => parseResources(text, "a.yaml")).toThrow(
    expect.objectContaining({
      diagnostics: [expect.objectContaining({ code: "invalid-yaml", message, line, column })],
    }),
  );
});

test("a template in a text is not blamed for a later fault", () => {
  expect(() => parseResources("a: |\n  {% if x %}\nb: [\n", "a.yaml")).toThrow(/malformed YAML: (?!this is a line)/);
});
