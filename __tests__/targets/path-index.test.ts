import { expect, test } from "@jest/globals";
import { PathIndex } from "../../src/targets/path-index.ts";

test.each([
  ["/a/b", ["/", "/a", "/a/b", "/a/b/c", "/a/b/c/d"]],
  ["/a/bb", ["/", "/a"]],
  ["/a/b/c/x", ["/", "/a", "/a/b", "/a/b/c"]],
  ["/", ["/", "/a", "/a/b", "/a/b/c", "/a/b/c/d", "/ab"]],
  ["/__proto__", ["/"]],
])("%s touches what is at it, around it and below it", (path, expected) => {
  const index = new PathIndex<string>();
  for (const each of ["/", "/a", "/a/b", "/a/b/c", "/a/b/c/d", "/ab"]) index.add(each, each);
  expect(index.touchedBy(path).sort()).toEqual(expected);
});

test("many values of one path are found, and left out where they are not wanted", () => {
  const index = new PathIndex<number>();
  for (let value = 0; value < 200_000; value++) index.add("/a", value);
  index.add("/a/b", -1);
  expect(index.touchedBy("/a/b")).toHaveLength(200_001);
  expect(index.touchedBy("/a/b", (values) => values.length < 2)).toEqual([-1]);
});
