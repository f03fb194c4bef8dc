import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { changedPaths, diskTree, memoryTree, type Tree } from "../../src/sources/index.ts";

type Files = Record<string, string>;

/** The differences as `+path`, `-path` and `~path`. */
async function shown(base: Tree, head: Tree): Promise<readonly string[] | undefined> {
  const signs = { added: "+", removed: "-", changed: "~" };
  return (await changedPaths(base, head))?.map(({ path, op }) => signs[op] + path);
}

describe("two trees differ in", () => {
  const cases: [name: string, base: [Files, Files?], head: [Files, Files?], changes: string[]][] = [
    ["nothing", [{ a: "1", "b/c": "2" }, { l: "a" }], [{ a: "1", "b/c": "2" }, { l: "a" }], []],
    ["a content", [{ a: "1", b: "1" }], [{ a: "2", b: "1" }], ["~/a"]],
    ["a new file", [{ a: "1" }], [{ a: "1", "b/c": "1" }], ["+/b/c"]],
    ["a file that is gone", [{ a: "1", "b/c/d": "1" }], [{ a: "1" }], ["-/b/c/d"]],
    ["a name", [{ a: "1" }], [{ b: "1" }], ["-/a", "+/b"]],
    ["the text of a link", [{ a: "", b: "" }, { l: "a" }], [{ a: "", b: "" }, { l: "b" }], ["~/l"]],
    ["a file that was a link of the same bytes", [{ a: "" }, { l: "a" }], [{ a: "", l: "a" }], ["~/l"]],
    ["a directory that becomes a file", [{ "d/a": "1", "d/b/c": "1" }], [{ d: "1" }], ["+/d", "-/d/a", "-/d/b/c"]],
    ["a file that becomes a directory", [{ d: "1" }], [{ "d/a": "1" }], ["-/d", "+/d/a"]],
    ["a directory that becomes a link", [{ "d/a": "1", e: "" }], [{ e: "" }, { d: "e" }], ["+/d", "-/d/a"]],
    ["everything", [{}], [{ a: "1", "b/c": "1" }], ["+/a", "+/b/c"]],
  ];
  test.each(cases)("%s", async (_, base, head, changes) => {
    expect(await shown(memoryTree(...base), memoryTree(...head))).toEqual(changes);
  });

  test("nothing that is known if a tree has no ids", async () => {
    expect(await shown(diskTree("/"), memoryTree({}))).toBeUndefined();
    expect(await shown(memoryTree({}), diskTree("/"))).toBeUndefined();
  });

  test("what a comparison of all files finds", async () => {
    const name = fc.constantFrom("a", "b", "c");
    const path = fc.array(name, { minLength: 2, maxLength: 3 }).map((names) => names.join("/"));
    const files = fc.dictionary(path, fc.constantFrom("1", "2")).map(withoutFilesInFiles);
    await fc.assert(
      fc.asyncProperty(files, files, async (base, head) => {
        const expected = [...new Set([...Object.keys(base), ...Object.keys(head)])]
          .filter((each) => base[each] !== head[each])
          .map((each) => (base[each] === undefined ? "+" : head[each] === undefined ? "-" : "~") + `/${each}`);
        expect([...((await shown(memoryTree(base), memoryTree(head))) ?? [])].sort()).toEqual(expected.sort());
      }),
    );
  });

  test("nothing below directories that are equal, which are not entered", async () => {
    const equal = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`d${index % 20}/e/f${index}`, "1"]));
    const entered: string[] = [];
    const counted = (tree: Tree): Tree => ({
      ...tree,
      stored: tree.stored && {
        ...tree.stored,
        entries(path) {
          entered.push(path);
          return (tree.stored as NonNullable<Tree["stored"]>).entries(path);
        },
      },
    });
    const head = memoryTree({ ...equal, "d7/e/new": "1" });
    expect(await shown(counted(memoryTree(equal)), counted(head))).toEqual(["+/d7/e/new"]);
    expect([...new Set(entered)].sort()).toEqual(["/", "/d7", "/d7/e"]);
  });
});

function withoutFilesInFiles(files: Files): Files {
  const kept: Files = {};
  for (const [path, content] of Object.entries(files)) {
    const isBelow = Object.keys(kept).some((other) => path.startsWith(`${other}/`) || other.startsWith(`${path}/`));
    if (!isBelow) kept[path] = content;
  }
  return kept;
}
