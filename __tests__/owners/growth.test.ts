import { expect, test } from "@jest/globals";
import { readCodeOwners } from "../../src/owners/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { growth } from "../work.ts";

test("the work grows with the rules and the files, and not with both together", async () => {
  const work = await growth(500, async (size) => {
    const rules = Array.from({ length: size }, (_, index) => `/d${index}/ @o${index}\n/e${index}/*/y @a`);
    const { owners } = await readCodeOwners(memoryTree({ CODEOWNERS: rules.join("\n") }));
    for (let index = 0; index < size; index++) owners?.of(`/e${index}/x/z`);
  });
  expect(work).toBeLessThan(2.5);
});
