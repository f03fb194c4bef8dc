/** Aliases that stand for more nodes than there is memory for are refused before they are copied, and no others. */
import { expect, test } from "@jest/globals";
import { type Memory, MemoryPool, openBudget } from "../../src/budget/index.ts";
import { parseResources } from "../../src/yaml/index.ts";

const MIB = 1024 ** 2;

/** Every line holds the line above it twice: about 2^levels * 2 nodes. */
function doubled(levels: number): string {
  const lines = Array.from({ length: levels }, (_, at) => `x${at + 1}: &x${at + 1} [*x${at}, *x${at}]\n`);
  return `x0: &x0 [a]\n${lines.join("")}`;
}

/** Nothing of this memory is ever in use: a document is only refused for what it would take. */
const MEMORY: Memory = { limit: 48 * MIB, used: () => 0, inUse: () => 0 };

/** @returns what reading the text throws; undefined if it is read */
function refusalOf(text: string): unknown {
  const tooLarge = (): Error => new Error("too large");
  const budget = openBudget({ memory: new MemoryPool(() => MEMORY).share(1), tooLarge, late: tooLarge });
  budget.claim();
  try {
    parseResources(text, "r.yaml");
    return undefined;
  } catch (thrown) {
    return thrown;
  } finally {
    budget.close();
  }
}

test.each<[title: string, text: string, refusal: unknown]>([
  ["10 lines that double", doubled(10), undefined],
  ["18 lines that double", doubled(18), new Error("too large")],
  ["500 lines that double", doubled(500), new Error("too large")],
  // What is written is there already when the copies are made.
  ["one alias in a large document", `x: &x [a]\ny: *x\nz: [${"1,".repeat(400_000)}1]\n`, undefined],
  // Copies share the keys.
  [
    "a copy of many keys",
    `x: &x {${Array.from({ length: 200_000 }, (_, at) => `k${at}: v`).join(", ")}}\ny: *x\n`,
    undefined,
  ],
])("%s", (_title, text, refusal) => {
  expect(refusalOf(text)).toEqual(refusal);
});
