import { describe, expect, test } from "@jest/globals";
import { memoryTree } from "../../src/sources/index.ts";
import { CONTENT, testTree } from "./tree-table.ts";

describe("a memory tree", () => {
  testTree(() => memoryTree(CONTENT.files, CONTENT.links));

  test("takes paths with and without the leading slash", async () => {
    const tree = memoryTree({ "/a/b": "1", "a/c": "2" });
    expect((await tree.list("/a")).map(({ name }) => name)).toEqual(["b", "c"]);
  });

  test.each([
    ["a file below a file", { a: "1", "a/b": "2" }, {}],
    ["a file where a directory is", { "a/b": "1", a: "2" }, {}],
    ["a link where a file is", { a: "1" }, { "/a": "b" }],
    ["a path that is not normalised", { "a/../b": "1" }, {}],
  ])("refuses %s", (_, files, links) => {
    expect(() => memoryTree(files as Record<string, string>, links as Record<string, string>)).toThrow(TypeError);
  });

  test("follows 40 links for one path and no more", async () => {
    const links = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`l${index}`, `l${index + 1}`]));
    const tree = memoryTree({ l41: "end" }, links);
    expect([await tree.lookup("/l0"), (await tree.lookup("/l2"))?.path]).toEqual([undefined, "/l41"]);
  });

  test("a link that grows with each step is an error", async () => {
    const tree = memoryTree({ "d/x": "" }, { "d/again": `${"../d/".repeat(900)}again` });
    expect(await tree.lookup("/d/again")).toBeUndefined();
  });
});
