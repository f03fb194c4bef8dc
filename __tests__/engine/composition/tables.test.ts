/** Compositions and what they evaluate to. The form of the tables is that of `../cases.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { formatLocation } from "../../../src/diagnostics.ts";
import { parseTable } from "../cases.ts";
import { outcomeOf } from "../render.ts";

function table(name: string): ReturnType<typeof parseTable> {
  return parseTable(readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8"));
}

describe("a composition", () => {
  test.each(table("evaluation").map((one) => [one.title, one] as const))("%s", async (_, { inputs, output }) => {
    const options = { ...inputs.options, reorder: "none" } as const;
    expect(await outcomeOf({ ...inputs, options })).toEqual({ text: output.trimEnd() === "" ? "" : output });
  });
});

describe("an error", () => {
  // Mistakes are what users write who do not know the format.
  test.each(["errors", "mistakes"].flatMap(table).map((one) => [one.title, one] as const))(
    "%s",
    async (_, { inputs, output }) => {
      const outcome = await outcomeOf(inputs);
      const problems = "problems" in outcome ? outcome.problems : [];
      const [head = "", message = "", hint = ""] = output.trimEnd().split("\n");
      expect({ count: problems.length, head: problems.map((one) => `${one.code} ${formatLocation(one)}`)[0] }).toEqual({
        count: 1,
        head,
      });
      expect(problems[0]?.message).toContain(message);
      expect(problems[0]?.hint ?? "").toContain(hint);
    },
  );
});
