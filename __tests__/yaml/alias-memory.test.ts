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

test.each([
  [10, false],
  [18, true],
  [500, true],
])("%i lines that double are refused before they are expanded: %s", (levels, isRefused) => {
  const tooLarge = new Error("too large");
  const budget = openBudget({
    memory: new MemoryPool(() => MEMORY).share(1),
    tooLarge: () => tooLarge,
    late: () => tooLarge,
  });
  budget.claim();
  const read = (): unknown => parseResources(doubled(levels), "r.yaml");
  const outcome = isRefused ? expect(read) : expect(read).not;
  outcome.toThrow(tooLarge);
  budget.close();
});
