import { describe, expect, test } from "@jest/globals";
import { type DataValue, loadKeyValues } from "../../src/builtins/data/key-values.ts";
import { type Diagnostic, failure, formatDiagnostic, KrmError } from "../../src/diagnostics.ts";
import type { TextEntry } from "../../src/documents/index.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Sources {
  readonly envs?: readonly string[];
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
}

/** Places every source on a line of its own: envs from line 10, literals from 20, files from 30. */
function entries(texts: readonly string[] = [], firstLine: number): TextEntry[] {
  return texts.map((text, index) => ({ text, location: { file: "k.yaml", line: firstLine + index, column: 3 } }));
}

function load({ envs, literals, files }: Sources, tree: Files = {}, object = "ConfigMap app") {
  const args = { envs: entries(envs, 10), literals: entries(literals, 20), files: entries(files, 30) };
  return loadKeyValues(args, object, async (path) => {
    const content = Object.hasOwn(tree, path) ? tree[path] : undefined;
    if (content === undefined) throw failure("file-not-found", `there is no file ${path}`, { file: "elsewhere" });
    return typeof content === "string" ? Buffer.from(content) : content;
  });
}

async function pairs(sources: Sources, tree: Files = {}): Promise<[string, DataValue][]> {
  return [...(await load(sources, tree)).data];
}

async function problems(sources: Sources, tree: Files = {}, object = "ConfigMap app"): Promise<readonly Diagnostic[]> {
  const thrown: unknown = await load(sources, tree, object).catch((error: unknown) => error);
  if (thrown instanceof KrmError) return thrown.diagnostics;
  throw new Error("nothing was thrown", { cause: thrown });
}

// docs/specification/generators.md 2.2
describe("literals", () => {
  test.each([
    ["a=b", "a", "b"],
    ["a=b=c", "a", "b=c"],
    ["a=", "a", ""],
    ["a=''", "a", ""],
    ["a='b'", "a", "b"],
    ['a="b"', "a", "b"],
    ["a=\"'b'\"", "a", "'b'"],
    ["a='", "a", "'"],
    ["a='b\"", "a", "'b\""],
    [" a = b ", " a ", " b "],
    ["a=x\ny", "a", "x\ny"],
  ])("%j", async (literal, key, text) => {
    expect(await pairs({ literals: [literal] })).toEqual([[key, { text }]]);
  });

  test.each(["", "abc", "=b"])("%j is none", async (literal) => {
    expect((await problems({ literals: [literal] })).map(formatDiagnostic)).toEqual([
      `k.yaml:20:3: ${JSON.stringify(literal)} is not a literal: it has no key\n  hint: Write it as key=value.`,
    ]);
  });

  test("a literal of a Secret is not repeated", async () => {
    const [problem] = await problems({ literals: ["hunter2"] }, {}, "Secret db");
    expect(problem?.message).toBe("a literal of a Secret is not a literal: it has no key");
  });
});

// docs/specification/generators.md 2.3
describe("files", () => {
  test.each([
    ["conf/app.ini", "app.ini", "conf/app.ini"],
    ["x.ini=conf/app.ini", "x.ini", "conf/app.ini"],
    ["a b=c d", "a b", "c d"],
  ])("%s", async (source, key, path) => {
    expect(await pairs({ files: [source] }, { [path]: "a\r\nb" })).toEqual([[key, { text: "a\r\nb" }]]);
  });

  test.each([
    ["=c", '"=c" has no key before the `=`'],
    ["c=", '"c=" has no path after the `=`'],
    ["=", '"=" has no key before the `=`'],
    ["a=b=c", '"a=b=c" has more than one `=`, and neither a key nor a path can contain one'],
  ])("%s is refused", async (source, message) => {
    expect(await problems({ files: [source] })).toMatchObject([
      { code: "invalid-file-source", message, file: "k.yaml", line: 30, object: "ConfigMap app" },
    ]);
  });

  test.each([
    ["invalid UTF-8", Uint8Array.of(0xff, 0x68)],
    ["a surrogate", Uint8Array.of(0xed, 0xa0, 0x80)],
    ["an overlong form", Uint8Array.of(0xc0, 0x80)],
  ])("%s is binary", async (_, binary) => {
    expect(await pairs({ files: ["x"] }, { x: binary })).toEqual([["x", { binary }]]);
  });

  test("a byte order mark and NUL are text", async () => {
    expect(await pairs({ files: ["x"] }, { x: "\ufeffa\0" })).toEqual([["x", { text: "\ufeffa\0" }]]);
  });

  test("a missing file is reported at the place that names it", async () => {
    expect(await problems({ files: ["a", "b"], envs: ["c"] })).toMatchObject([
      { code: "file-not-found", message: "there is no file c", file: "k.yaml", line: 10 },
      { code: "file-not-found", message: "there is no file a", file: "k.yaml", line: 30 },
      { code: "file-not-found", message: "there is no file b", file: "k.yaml", line: 31 },
    ]);
  });

  test("other failures are thrown unchanged", async () => {
    const broken = new TypeError("broken");
    const args = { files: entries(["a"], 1) };
    await expect(loadKeyValues(args, "ConfigMap app", () => Promise.reject(broken))).rejects.toBe(broken);
  });
});

// docs/specification/generators.md 2.4, 2.5
describe("env files", () => {
  test.each<[string, string, [string, string][]]>([
    [
      "pairs",
      "A=1\nB=2",
      [
        ["A", "1"],
        ["B", "2"],
      ],
    ],
    ["no trimming behind, no quotes dropped", "A= 'x' \n", [["A", " 'x' "]]],
    [
      "no value",
      "A\nB=",
      [
        ["A", ""],
        ["B", ""],
      ],
    ],
    ["no key", "=x\nA=1", [["A", "1"]]],
    ["comments and blank lines", "# a=b\n\n   \n  # c\nA=1 # d", [["A", "1 # d"]]],
    [
      "CRLF",
      "A=1\r\nB=2\r\r\n",
      [
        ["A", "1"],
        ["B", "2\r"],
      ],
    ],
    ["a lone CR is no line break", "A=1\rB=2", [["A", "1\rB=2"]]],
    [
      "a byte order mark on the first line only",
      "\ufeffA=1\n\ufeffB=2",
      [
        ["A", "1"],
        ["\ufeffB", "2"],
      ],
    ],
    ["Unicode blanks", "\u00a0\u2003\u0085\tA=1", [["A", "1"]]],
    ["export is no keyword", "export X=1", [["export X", "1"]]],
    ["nothing", "", []],
  ])("%s", async (_, text, expected) => {
    const found = await pairs({ envs: ["x.env"] }, { "x.env": text });
    expect(found).toEqual(expected.map(([key, value]) => [key, { text: value }]));
  });

  test("a line that is not UTF-8 is refused", async () => {
    const bytes = Uint8Array.of(65, 61, 49, 10, 65, 61, 255);
    expect(await problems({ envs: ["x.env"] }, { "x.env": bytes })).toMatchObject([
      { code: "invalid-utf8", message: 'line 2 of "x.env" is not valid UTF-8', file: "k.yaml", line: 10 },
    ]);
  });

  test("a line of 64 KiB ends the file, with a warning", async () => {
    const longest = `A=${"x".repeat(65_533)}`;
    const { data, diagnostics } = await load({ envs: ["x.env"] }, { "x.env": `${longest}\nB=${longest}\nC=1` });
    expect([...data.keys()]).toEqual(["A"]);
    expect(diagnostics).toMatchObject([{ code: "line-too-long", severity: "warning", file: "k.yaml", line: 10 }]);
    expect(diagnostics[0]?.message).toContain('line 2 of "x.env"');
  });
});

// docs/specification/generators.md 2.1
describe("together", () => {
  test("env files come first, then literals, then files", async () => {
    const found = await pairs({ files: ["f"], literals: ["l=1"], envs: ["e"] }, { f: "", e: "e1=\ne0=" });
    expect(found.map(([key]) => key)).toEqual(["e1", "e0", "l", "f"]);
  });

  test("every repeated key is reported", async () => {
    const found = await problems({ literals: ["a=1", "a=2", "b=3"], files: ["b"] }, { b: "" });
    expect(found.map(formatDiagnostic)).toEqual([
      'k.yaml:21:3: the key "a" is given more than once\n  hint: Give each key one value.',
      'k.yaml:30:3: the key "b" is given more than once\n  hint: Give each key one value.',
    ]);
  });

  test("hostile keys are ordinary keys", async () => {
    expect(await pairs({ literals: ["__proto__=x", "constructor=y"] })).toEqual([
      ["__proto__", { text: "x" }],
      ["constructor", { text: "y" }],
    ]);
  });
});
