import { expect, test } from "@jest/globals";
import { badOpenings } from "../../scripts/words.mjs";

test("docstrings begin with the subject or the verb, on the first line or below it", () => {
  const text = [
    "/** Whether it fits. */",
    "/** Tells whether it fits. */",
    "/**",
    " * What a run found.",
    " */",
    "/** Offsets. */",
    "// What follows is no docstring.",
    "  /** Those of the base. */ /** As one. */",
  ].join("\n");
  expect(badOpenings(text)).toEqual([
    { line: 1, word: "Whether" },
    { line: 3, word: "What" },
    { line: 8, word: "Those" },
    { line: 8, word: "As" },
  ]);
});
