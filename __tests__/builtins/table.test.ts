import { describe, expect, test } from "@jest/globals";
import { BUILTINS, generatorFields, transformerFields } from "../../src/builtins/table.ts";
import { GENERATOR_FIELDS } from "../../src/engine/steps/generators.ts";
import { TRANSFORMER_FIELDS } from "../../src/engine/steps/transformers.ts";

describe("the table of built-ins", () => {
  test("lists each kind once, in alphabetical order", () => {
    const kinds = BUILTINS.map(({ kind }) => kind);
    expect(kinds).toEqual([...new Set(kinds)].sort());
  });

  test("each field has its place in the order of a level", () => {
    expect([...generatorFields.keys()].sort()).toEqual([...GENERATOR_FIELDS].sort());
    expect([...transformerFields.keys()].sort()).toEqual([...TRANSFORMER_FIELDS].sort());
  });
});
