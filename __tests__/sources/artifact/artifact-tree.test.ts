import { describe, expect, test } from "@jest/globals";
import { answersEqually, artifactTree, memoryTree, recordedTree } from "../../../src/sources/index.ts";
import type { Tree } from "../../../src/sources/tree.ts";
import { unless } from "../../unless.ts";
import { type Case, filesOf, NO_PROGRAM, packed, packedThere } from "./cases.ts";

/** Patterns of `/.sourceignore`, or of several files. */
type Ignores = string | Readonly<Record<string, string>>;
type Row = [about: string, files: string, ignores: Ignores, specIgnore: string | null, packed: string];

// Files are named by their paths, with spaces between them.
const ROWS: readonly Row[] = [
  ["nothing is ignored", "a b/c", {}, null, "a b/c"],
  ["files of git", ".gitignore a/.gitattributes .gitmodules a/b", {}, null, "a/b"],
  ["the defaults", "a.jpg b/c.tar.gz .github/w.yaml b/.sops.yaml .travis.yml x.yaml", {}, null, "x.yaml"],
  ["no defaults with a pattern elsewhere", "a.jpg b/c.zip", { "b/.sourceignore": "none" }, null, "a.jpg b/c.zip"],
  ["no defaults with a pattern that matches nothing", "a.jpg", {}, "[", "a.jpg"],
  [
    "no defaults with a pattern where they ignore it",
    "a.jpg .github/c",
    { ".github/.sourceignore": "d" },
    null,
    ".github/c a.jpg",
  ],
  ["defaults beside a file of comments", "a.jpg b", "# none\n\n  \t\n", null, "b"],
  ["defaults beside an empty spec.ignore", "a.jpg b", {}, "", "b"],
  ["files of git are ignored all the same", ".gitignore a", "none", null, "a"],
  ["a name at any depth", "a b/a b/c", "a", null, "b/c"],
  ["a path from the top", "a b/a", "/a", null, "b/a"],
  ["a path of several names", "a/b c/a/b", "a/b", null, "c/a/b"],
  ["** at the beginning", "a/b c/a/b c/b", "**/a/b", null, "c/b"],
  ["** in the middle", "a/b a/c/b a/c/d/b b", "a/**/b", null, "b"],
  ["** alone after a slash, which matches nothing", "a b/c", "/**", null, "a b/c"],
  ["** after a name", "a/b c", "a/**", null, "c"],
  ["** after the name of a file", "a c", "a/**", null, "c"],
  ["** as a part of a name of a path", "ab/c", "a**/c", null, "ab/c"],
  ["** takes the first place", "a/x/a/b", "**/a/b", null, "a/x/a/b"],
  ["a directory only", "a b/a/c", "a/", null, "a"],
  ["a file of an ignored directory is taken in again", "a/b a/c", "a/\n!b", null, "a/b"],
  ["the last pattern counts", "a b", "!a\n*", null, ""],
  ["everything but a directory", "a b/c/d b/e", {}, "/*\n!/b/c", "b/c/d"],
  ["a pattern is for the directory of its file", "a b/a", { "b/.sourceignore": "/a" }, null, "a"],
  ["the deeper file counts", "b/a", { ".sourceignore": "a", "b/.sourceignore": "!a" }, null, "b/a"],
  ["spec.ignore counts most", "b/a", { "b/.sourceignore": "!a" }, "a", ""],
  [
    "an ignored directory has patterns of its own",
    "b/a b/c",
    { ".sourceignore": "b", "b/.sourceignore": "!c" },
    null,
    "b/c",
  ],
  ["spaces at the end", "a b", "a  ", null, "b"],
  ["a carriage return at the end", "a b", "a\r\n", null, "b"],
  ["a tab at the end is a part of it", "a b", "a\t", null, "a b"],
  ["a byte order mark is a part of it", "a b", "\ufeffa", null, "a b"],
  ["a comment only at the beginning", "a #b", " #b\n#a", null, "#b a"],
  ["a line of any white space is no pattern", "a.jpg b", "\u00a0\u2003\n\u0085\u3000", null, "b"],
  ["a byte order mark is no white space", "a.jpg b", "\ufeff", null, "a.jpg b"],
  ["an empty name ends the effect of **", "a b/a", "**//a", null, "b/a"],
  ["an escaped #", "a #a", "\\#a", null, "a"],
  ["! of a class is no negation", "a !", "[!b]", null, "a"],
  ["^ of a class is one", "a b", "[^b]", null, "b"],
  ["a class that does not end", "[a a", "[a", null, "[a a"],
  ["? is one character", "é ab", "?", null, "ab"],
  ["* counts bytes", "é a", "*[^é]", null, ""],
  ["patterns after a line that is too long", "a b", `a\n#${"x".repeat(65_535)}\nb`, null, "b"],
  ["patterns after a line that is not", "a b", `a\n#${"x".repeat(65_534)}\nb`, null, ""],
];

function caseOf([, files, ignores, specIgnore]: Row): Case {
  return {
    files: files.split(" "),
    ignores: typeof ignores === "string" ? { ".sourceignore": ignores } : ignores,
    specIgnore,
  };
}

/** Without the files of patterns, which the rows leave out where nothing is said about them. */
function named(files: readonly string[]): string {
  return files.filter((path) => !path.endsWith(".sourceignore")).join(" ");
}

describe("packs", () => {
  test.each(ROWS.map((row): [string, Row] => [row[0], row]))("%s", async (_, row) => {
    expect(named(await packed(caseOf(row)))).toBe(row[4]);
  });

  unless(NO_PROGRAM, test)("what source-controller packs", () => {
    const there = packedThere(ROWS.map(caseOf));
    expect(there.map(named)).toEqual(ROWS.map((row) => row[4]));
  });
});

describe("links", () => {
  const tree = memoryTree(
    { "a/f": "1", "b/.sourceignore": "x" },
    { l: "a", "a/g": "f", "c/l": "../a", ".sourceignore": "b/.sourceignore" },
  );

  test("are not packed, nor is anything found through one", async () => {
    const view = artifactTree(tree, "none");
    expect((await view.list("/")).map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(await view.list("/c")).toEqual([]);
    for (const path of ["/l", "/l/f", "/a/g", "/c/l/f"]) expect(await view.lookup(path)).toBeUndefined();
  });

  test("to patterns are followed, and no directory that is a link has patterns", async () => {
    expect(
      await filesOf(artifactTree(memoryTree({ p: "a", a: "", b: "" }, { ".sourceignore": "p" }), undefined)),
    ).toEqual(["b", "p"]);
    const linked = memoryTree({ "a/x": "", "p/.sourceignore": "x" }, { b: "p" });
    expect(await filesOf(artifactTree(linked, undefined))).toEqual(["a/x", "p/.sourceignore"]);
  });
});

describe("the view", () => {
  test("has the bytes, ids and modes of the tree, and says where something is missing", async () => {
    const tree = memoryTree({ "a/f": "1", "a/g": "2" });
    const view = artifactTree(tree, "g");
    expect(await view.lookup("/a/f")).toEqual(await tree.lookup("/a/f"));
    expect(await view.read("/a/f")).toBe(await tree.read("/a/f"));
    const missing = { code: "file-not-found", message: "no such file in the artifact of memory", file: "a/g" };
    await expect(view.read("/a/g")).rejects.toMatchObject({ diagnostics: [missing] });
    await expect(view.list("/b")).rejects.toMatchObject({ diagnostics: [{ code: "directory-not-found" }] });
    expect([view.stored, view.directory]).toEqual([undefined, undefined]);
  });

  test("is one for equal arguments, and refuses a recorded tree", () => {
    const tree = memoryTree({ a: "" });
    expect(artifactTree(tree, "a")).toBe(artifactTree(tree, "a"));
    expect(artifactTree(tree, "a")).not.toBe(artifactTree(tree, undefined));
    expect(() => artifactTree(recordedTree(tree), "a")).toThrow(TypeError);
  });

  type Files = Record<string, string>;
  test.each<[about: string, isEqual: boolean, Files, Files]>([
    ["a pattern that ignores the file", false, {}, { ".sourceignore": "f" }],
    ["a pattern for another file", true, {}, { ".sourceignore": "g" }],
    ["a pattern that stops the defaults", false, { "a/p.jpg": "" }, { "a/p.jpg": "", "z/.sourceignore": "z" }],
    ["an ignored file", true, { "a/x.zip": "1" }, { "a/x.zip": "2" }],
    ["patterns that are deleted", false, { "a/.sourceignore": "f" }, { "a/.sourceignore": "#" }],
  ])("that is recorded tells whether the base answers equally: %s", async (_, isEqual, before, after) => {
    const [base, head] = [before, after].map((files) => artifactTree(memoryTree({ "a/f": "", ...files }), undefined));
    const recorded = recordedTree(head as Tree);
    await recorded.lookup("/a/f");
    await recorded.lookup("/a/p.jpg");
    await recorded.lookup("/a/x.zip");
    expect(await answersEqually(recorded.record, base as Tree)).toBe(isEqual);
  });

  test("reads no other directory for a path", async () => {
    const asked = new Set<string>();
    const tree = memoryTree({ "a/b/f": "", "a/.sourceignore": "x", "c/d/g": "" });
    const counted: Tree = {
      ...tree,
      lookup: (path) => (asked.add(path), tree.lookup(path)),
      list: (path) => (asked.add(path), tree.list(path)),
    };
    await artifactTree(counted, undefined).read("/a/b/f");
    expect([...asked].filter((path) => path === "/" || path.startsWith("/c"))).toEqual([]);
  });
});
