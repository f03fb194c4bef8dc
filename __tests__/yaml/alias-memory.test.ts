/** Aliases that stand for more nodes than there is memory for. */
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

test.each<[levels: number, refusal: unknown]>([
  [10, undefined],
  [18, new Error("too large")],
  [500, new Error("too large")],
])("%i lines that double are refused before they are expanded: %s", (levels, refusal) => {
  expect(refusalOf(doubled(levels))).toEqual(refusal);
});
