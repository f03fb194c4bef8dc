/** Parsed files that the builders of several trees share. */
import { expect, test } from "@jest/globals";
import { createBuilder, ParsedFiles } from "../../src/engine/index.ts";
import { memoryTree, type Tree } from "../../src/sources/index.ts";
import { type MapNode, map, scalar } from "../../src/yaml/nodes/node.ts";

const MIB = 1024 * 1024;

/** Counts how often a file is parsed. */
function counter(): { parse: () => MapNode[]; count: () => number } {
  let count = 0;
  return { parse: () => [map([{ key: scalar("n"), value: scalar(String(++count)) }])], count: () => count };
}

test("a file is parsed once, and each request gets objects of its own", () => {
  const files = new ParsedFiles();
  const { parse, count } = counter();
  const [first] = files.objects("a", 10, parse);
  const [second] = files.objects("a", 10, parse);
  expect(count()).toBe(1);
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
});

test("the files that were used last are kept, up to a length", () => {
  const files = new ParsedFiles();
  const { parse, count } = counter();
  for (const name of ["a", "b", "a", "c"]) files.objects(name, 3 * MIB, parse);
  expect(count()).toBe(3);
  files.objects("a", 3 * MIB, parse);
  expect(count()).toBe(3);
  files.objects("b", 3 * MIB, parse);
  expect(count()).toBe(4);
});

test("a file that is too long to be kept costs no other one its place", () => {
  const files = new ParsedFiles();
  const { parse, count } = counter();
  files.objects("a", 10, parse);
  for (let times = 0; times < 2; times++) files.objects("long", 100 * MIB, parse);
  files.objects("a", 10, parse);
  expect(count()).toBe(3);
});

test("nothing is kept after memory was asked back", () => {
  const files = new ParsedFiles();
  const { parse, count } = counter();
  files.objects("a", 10, parse);
  files.release();
  files.objects("a", 10, parse);
  expect(count()).toBe(2);
});

test("builders of trees with equal files parse them once, those of other content or without ids parse their own", async () => {
  const tree = (id: string | undefined): Tree => {
    const one = memoryTree({
      "/kustomization.yaml": "resources: [a.yaml]\n",
      "/a.yaml": `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${id ?? "none"}}}\n`,
    });
    return { ...one, lookup: async (path) => withId(await one.lookup(path), id) };
  };
  let parsed = 0;
  class Counting extends ParsedFiles {
    override objects(key: string, length: number, parse: () => MapNode[]): MapNode[] {
      return super.objects(key, length, () => {
        parsed++;
        return parse();
      });
    }
  }
  const parsedFiles = new Counting();
  const names: (string | undefined)[] = [];
  for (const id of ["x", "x", "y", undefined, "x"]) {
    const { resources } = await createBuilder(tree(id), { parsedFiles }).build("/");
    names.push(resources[0]?.name);
  }
  expect(names).toEqual(["x", "x", "y", "none", "x"]);
  expect(parsed).toBe(2);
});

function withId(located: Awaited<ReturnType<Tree["lookup"]>>, id: string | undefined): typeof located {
  if (located?.type !== "file") return located;
  const { id: _, ...rest } = located;
  return { ...rest, ...(id !== undefined && { id: `${id} ${located.path}` }) };
}
