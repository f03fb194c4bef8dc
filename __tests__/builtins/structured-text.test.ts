/** Many writes into one text, and the errors that they let through. engine/cases/replacements.txt tests the output. */
import { expect, test } from "@jest/globals";
import { type Memory, MemoryPool, openBudget } from "../../src/budget/index.ts";
import { matchPath, parseStructured } from "../../src/builtins/replacement/path.ts";
import { setInStructuredData } from "../../src/builtins/replacement/structured-data.ts";
import { writtenTexts } from "../../src/builtins/replacement/written-texts.ts";
import { LimitError } from "../../src/diagnostics.ts";
import { map, type Node, type ScalarNode, scalar, seq } from "../../src/yaml/nodes/node.ts";

const MIB = 1024 ** 2;

/** The bytes that the work asks for. */
function bytesOf(work: () => void): number {
  let asked = 0;
  const memory = { first: 0, more: () => ((asked += MIB), MIB), has: () => true };
  const error = () => new Error("used up");
  const budget = openBudget({ memory, tooLarge: error, late: error });
  budget.run(work);
  budget.close();
  return asked;
}

const KEYS = 500;
const keys = Array.from({ length: KEYS }, (_, at) => `k${at}`);

const texts: Readonly<Record<string, string>> = {
  JSON: JSON.stringify(Object.fromEntries(keys.map((key) => [key, { a: "b" }]))),
  "indented JSON": JSON.stringify(Object.fromEntries(keys.map((key) => [key, { a: "b" }])), null, 4),
  YAML: keys.map((key) => `${key}: {a: b} # the comment of ${key}`).join("\n"),
  "quoted YAML": keys.map((key) => `${key}:\n  a: 'b'`).join("\n"),
};

test.each(Object.entries(texts))("many writes into one text of %s parse it a few times", (_name, text) => {
  const field = scalar(text);
  const root = map([{ key: scalar("j"), value: field }]);
  const writeAll = (): void => {
    for (const [at, key] of keys.entries()) {
      const set = (node: Node): void => {
        (node as ScalarNode).value = `n${at}`;
      };
      setInStructuredData(root, ["j", key, "a"], { create: undefined, isLost: false }, set);
    }
  };
  const once = bytesOf(() => void parseStructured(text));
  expect(bytesOf(writeAll)).toBeLessThan(once + 100 * MIB);
  expect(field.value.match(/n\d+/g)).toHaveLength(KEYS);
  // What is written is what the text says.
  const again = parseStructured(field.value);
  expect(again?.kind === "map" && again.entries.length).toBe(KEYS);
});

test.each([
  ["a text with an escape", '{"a":"x","b":1}', ["y", 'q"\n', "z"], '{"a":"z","b":1}'],
  ["a text that reads as a number", "a: x\nb: 1", ["y", "5", "z"], 'a: "z"\nb: 1'],
  ["a text that needs quotes", "a: x", ["y", "n: m", "z"], "a: 'z'"],
  ["a text in a comment's line", "a: x # c\nb: 1", ["yyyy", "y", "z"], "a: z # c\nb: 1"],
  ["an empty text", '{"a":"x"}', ["", "", "z"], '{"a":"z"}'],
])("writes after one another: %s", (_name, text, values, expected) => {
  const field = scalar(text);
  const root = map([{ key: scalar("j"), value: field }]);
  for (const value of values) {
    const trail = { create: undefined, isLost: false };
    expect(setInStructuredData(root, ["j", "a"], trail, (node) => ((node as ScalarNode).value = value))).toBe(true);
  }
  expect(field.value).toBe(expected);
});

test("a text that is too large for the memory is an error", () => {
  const memory: Memory = { limit: 64 * MIB, used: () => 63 * MIB, inUse: () => 63 * MIB };
  const tooLarge = (): Error => new LimitError("build-too-large", "no room");
  const text = `[${"a,".repeat(MIB)}]`;
  const root = map([{ key: scalar("j"), value: scalar(text) }]);
  const trail = { create: undefined, isLost: false };
  for (const work of [
    () => parseStructured(text),
    () => setInStructuredData(root, ["j", "0"], trail, () => undefined),
  ]) {
    const budget = openBudget({ memory: new MemoryPool(() => memory).share(1), tooLarge, late: tooLarge });
    let thrown: unknown;
    budget.claim();
    try {
      work();
    } catch (error) {
      thrown = error;
    }
    budget.close();
    expect(thrown).toBeInstanceOf(LimitError);
  }
});

test("the elements of a list are written once for all patterns, and again after a change", () => {
  const values = Array.from({ length: 20 }, (_, at) => scalar(`c${at}`, "!!str"));
  const list = seq(values.map((value) => map([{ key: scalar("name"), value }])));
  let reads = 0;
  const first = values[0] as ScalarNode;
  Object.defineProperty(first, "tag", { get: () => (reads++, "!!str") });
  const textOf = (at: number): string | undefined => writtenTexts(list, list.items, "name")(at);
  expect(textOf(0)).toBe("c0");
  const toWrite = reads;
  expect(textOf(0)).toBe("c0");
  expect(reads - toWrite).toBe(1);
  first.value = "5";
  expect(textOf(0)).toBe('"5"');
  first.comment = "# five";
  expect(textOf(0)).toBe('"5" # five');
  list.items.reverse();
  expect(textOf(0)).toBe("c19");
  expect(textOf(19)).toBe('"5" # five');
  expect(writtenTexts(list, list.items, "other")(0)).toBeUndefined();
});

/** A path that counts how often its elements are read. */
function countedPath(elements: readonly string[]): { path: readonly string[]; reads: () => number } {
  let reads = 0;
  const get = (target: readonly string[], key: string | symbol, receiver: unknown): unknown => {
    if (typeof key === "string" && /^\d/.test(key)) reads++;
    return Reflect.get(target, key, receiver);
  };
  return { path: new Proxy<readonly string[]>([...elements], { get }), reads: () => reads };
}

test.each([
  ["fields", (at: number) => `f${at}`],
  ["indices", () => "0"],
  ["fields and indices", (at: number) => (at % 2 === 0 ? "f" : "0")],
])("a path of thousands of %s is followed in as many steps", (_name, element) => {
  const elements = ["spec", ...Array.from({ length: 20_000 }, (_, at) => element(at))];
  const root = map([]);
  const creating = countedPath(elements);
  const created = matchPath(root, creating.path, { create: "scalar", isLost: false });
  expect(created).toHaveLength(1);
  expect(creating.reads()).toBeLessThan(5 * elements.length);
  const finding = countedPath(elements);
  expect(matchPath(root, finding.path, { create: undefined, isLost: false })).toEqual(created);
  const inText = countedPath(elements);
  const trail = { create: undefined, isLost: false };
  expect(setInStructuredData(root, inText.path, trail, () => undefined)).toBe(false);
  expect(finding.reads() + inText.reads()).toBeLessThan(5 * elements.length);
});

test("a pattern can find more elements than a function has arguments", () => {
  const list = seq(Array.from({ length: 200_000 }, () => scalar("a")));
  const root = map([{ key: scalar("x"), value: seq([list]) }]);
  expect(matchPath(root, ["x", "*", "*"], { create: undefined, isLost: false })).toHaveLength(200_000);
});
