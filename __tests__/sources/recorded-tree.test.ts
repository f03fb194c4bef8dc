import { describe, expect, test } from "@jest/globals";
import {
  answersEqually,
  memoryTree,
  originalOf,
  type RecordedTree,
  recordedApart,
  recordedTree,
} from "../../src/sources/index.ts";

type Files = Record<string, string>;
type Asked = (tree: RecordedTree) => Promise<unknown>;

const BASE: [Files, Files] = [
  { "a/f": "1", "a/g": "1", "b/f": "1", other: "1" },
  { l: "a", dangling: "none" },
];

describe("another tree answers", () => {
  const read: Asked = (tree) => tree.read("/a/f");
  const list: Asked = (tree) => tree.list("/a");
  const lookUp =
    (path: string): Asked =>
    (tree) =>
      tree.lookup(path);

  test.each<[name: string, Asked, Files, Files]>([
    ["a read, if another file differs", read, { "a/f": "1", new: "1" }, {}],
    ["a lookup of nothing", lookUp("/none"), { other: "2" }, {}],
    ["a lookup of a directory whose content differs", lookUp("/a"), { "a/other": "1" }, {}],
    ["a lookup through a link", lookUp("/l/f"), { "a/f": "1" }, { l: "a" }],
    ["a lookup of a link that dangles", lookUp("/dangling"), { a: "" }, { dangling: "nowhere" }],
    ["a list whose files differ in content", list, { "a/f": "2", "a/g": "2" }, {}],
  ])("the same: %s", async (_, ask, files, links) => {
    const tree = recordedTree(memoryTree(...BASE));
    await ask(tree);
    expect(await answersEqually(tree.record, memoryTree(files, links))).toBe(true);
  });

  test.each<[name: string, Asked, Files, Files]>([
    ["a read of other bytes", read, { "a/f": "2" }, {}],
    ["a read of a file that is gone", read, { "a/g": "1" }, {}],
    ["a lookup of what was absent", lookUp("/none"), { "none/x": "" }, {}],
    ["a lookup of another type", lookUp("/a"), { a: "1" }, {}],
    ["a lookup through a link that leads elsewhere, to the same bytes", lookUp("/l/f"), { "b/f": "1" }, { l: "b" }],
    ["a lookup of a link that leads somewhere", lookUp("/dangling"), { none: "" }, { dangling: "none" }],
    ["a list with another name", list, { "a/f": "1", "a/h": "1" }, {}],
    ["a list with one more", list, { "a/f": "1", "a/g": "1", "a/h": "1" }, {}],
    ["a list with another type", list, { "a/f": "1", "a/g/x": "1" }, {}],
    ["a list of what is no directory", list, { a: "1" }, {}],
  ])("otherwise: %s", async (_, ask, files, links) => {
    const tree = recordedTree(memoryTree(...BASE));
    await ask(tree);
    expect(await answersEqually(tree.record, memoryTree(files, links))).toBe(false);
  });

  test("otherwise, if the record is in doubt", async () => {
    const tree = recordedTree(memoryTree(...BASE));
    tree.record.markIncomplete("it runs programs");
    expect(await answersEqually(tree.record, memoryTree(...BASE))).toBe(false);
  });

  test("otherwise, if a lookup fails on both sides", async () => {
    const failing = () => {
      const tree = memoryTree({});
      return { ...tree, lookup: () => Promise.reject(new Error("refused")) };
    };
    const tree = recordedTree(failing());
    await tree.lookup("/a").catch(() => undefined);
    expect(await answersEqually(tree.record, failing())).toBe(false);
  });
});

test("shared work counts for each record that includes it, at any depth", async () => {
  const original = memoryTree(...BASE);
  const [one, other] = [recordedTree(original), recordedTree(original)];
  const shared = recordedApart(one);
  await recordedApart(shared).read("/a/f");
  const head = memoryTree({ "a/f": "2" });
  expect(await answersEqually(other.record, head)).toBe(true);
  if (shared.record !== undefined) other.record.include(shared.record);
  expect(await answersEqually(other.record, head)).toBe(false);
  expect(await answersEqually(one.record, head)).toBe(false);
  expect(await answersEqually(one.record, memoryTree({ "a/f": "1" }))).toBe(true);
});

test("a path is compared once, in however many records it is", async () => {
  const original = memoryTree(...BASE);
  let lookups = 0;
  const plain = memoryTree(...BASE);
  const counted = {
    ...plain,
    lookup(path: string) {
      lookups++;
      return plain.lookup(path);
    },
  };
  for (let count = 0; count < 3; count++) {
    const tree = recordedTree(original);
    await tree.read("/a/f");
    expect(await answersEqually(tree.record, counted)).toBe(true);
  }
  expect(lookups).toBe(1);
});

test("a tree that is not recorded stays as it is", () => {
  const tree = memoryTree({});
  expect(recordedApart(tree)).toBe(tree);
  expect(originalOf(tree)).toBe(tree);
  expect(originalOf(recordedTree(recordedTree(tree)))).toBe(tree);
});
