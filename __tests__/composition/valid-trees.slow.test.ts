/** What holds for every valid tree of compositions, by the engine: lists, views, and what they build to. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { viewYaml } from "../../src/composition/index.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { scalarText } from "../../src/resource/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { toValue } from "../../src/yaml/index.ts";
import { get } from "../../src/yaml/nodes/node.ts";
import { outcomeOf } from "../engine/render.ts";
import { builtinTrees, textsOf, validTrees } from "./valid-trees.ts";

type Files = Readonly<Record<string, string>>;

/** Each valid tree costs about ten consolidations. */
const RUNS = { numRuns: Number(process.env["COMPOSITION_TREES"] ?? 80) };

async function listOf(files: Files, directory = "top"): Promise<object> {
  const { entries, imported } = await createBuilder(memoryTree(files)).consolidate(`/${directory}`);
  return {
    entries: entries.map(({ config, root }) => {
      const isFunction = scalarText(get(config, "apiVersion")) === "example.com/v1";
      return { config: JSON.parse(JSON.stringify(toValue(config))) as unknown, in: isFunction ? root.path : "" };
    }),
    imported: imported.map(({ path }) => path).sort(),
  };
}

/** The files, with a composition replaced by its view. */
async function withView(files: Files, directory: string): Promise<Files> {
  const view = viewYaml(await createBuilder(memoryTree(files)).consolidate(`/${directory}`));
  return { ...files, [`${directory}/composition.yaml`]: view };
}

/** What a tree builds to. @throws Error with the problems of a tree that does not build */
async function built(files: Files): Promise<string> {
  const outcome = await outcomeOf({ files, target: "top" });
  if ("text" in outcome) return outcome.text;
  throw new Error(JSON.stringify(outcome.problems));
}

test("the list has the entries in the order of imports, overrides and orders", async () => {
  await fc.assert(
    fc.asyncProperty(validTrees, async (tree) => {
      const { entries } = await createBuilder(memoryTree(textsOf(tree))).consolidate("/top");
      expect(entries.map(({ config }) => scalarText(get(get(config, "metadata"), "name")))).toEqual(tree.names);
    }),
    RUNS,
  );
});

test("replacing any import, or the top, by its view changes neither the list nor a further view", async () => {
  await fc.assert(
    fc.asyncProperty(validTrees, fc.nat(), async (tree, at) => {
      const files = textsOf(tree);
      const list = await listOf(files);
      const directory = tree.directories[at % tree.directories.length] ?? "top";
      const replaced = await withView(files, directory);
      expect(await listOf(replaced)).toEqual(list);
      const again = await withView(replaced, directory);
      expect(withoutComments(again, directory)).toBe(withoutComments(replaced, directory));
      let all = files;
      for (const each of tree.directories.toReversed()) all = await withView(all, each);
      expect(await listOf(all)).toEqual(list);
    }),
    RUNS,
  );
});

function withoutComments(files: Files, directory: string): string {
  return (files[`${directory}/composition.yaml`] ?? "").replaceAll(/^# .*\n/gm, "");
}

test("replacing any import, or the top, by its view changes no byte of the result", async () => {
  let texts = 0;
  await fc.assert(
    fc.asyncProperty(builtinTrees, fc.nat(), async (tree, at) => {
      const files = textsOf(tree);
      const before = await built(files);
      const directory = tree.directories[at % tree.directories.length] ?? "top";
      expect(await built(await withView(files, directory))).toBe(before);
      expect(await built(await withView(files, "top"))).toBe(before);
      if (before !== "") texts++;
    }),
    RUNS,
  );
  expect(texts).toBeGreaterThan(RUNS.numRuns / 2);
});

test("the order of the fields of mappings does not matter", async () => {
  await fc.assert(
    fc.asyncProperty(builtinTrees, fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }), async (tree, ranks) => {
      const shuffled = (keys: string[]): string[] =>
        keys
          .map((key, index) => ({ key, rank: ranks[(index + key.length) % ranks.length] ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ key }) => key);
      const [plain, other] = [textsOf(tree), textsOf(tree, shuffled)];
      expect(await listOf(other)).toEqual(await listOf(plain));
      expect(await built(other)).toBe(await built(plain));
    }),
    RUNS,
  );
});
