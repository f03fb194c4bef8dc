/** What holds for every composition: the order of imports, and that wrong documents end with a message. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../src/diagnostics.ts";
import { composition, consolidated, functionsNamed, namesOf } from "./consolidating.ts";
import { mutatedTrees } from "./mutated-trees.ts";

const modes = fc.array(fc.constantFrom("prepend", "append", undefined), { maxLength: 8 });

test("the list is all prepended imports, the own entries, all appended imports, each in the order in which it is listed", async () => {
  await fc.assert(
    fc.asyncProperty(modes, fc.nat(3), async (imports, own) => {
      const names = Array.from({ length: own }, (_, index) => `own-${index}`);
      if (imports.length + own === 0) return;
      const listed = imports.map(
        (mode, index) => `{path: ../i${index}${mode === undefined ? "" : `, importMode: ${mode}`}}`,
      );
      const files = Object.fromEntries(
        imports.map((_, index) => [
          `i${index}/composition.yaml`,
          composition(`transformers:\n${functionsNamed(`${index}-a`, `${index}-b`)}`),
        ]),
      );
      const entries = own === 0 ? " []" : `\n${functionsNamed(...names)}`;
      const top = composition(`transformersFrom: [${listed.join(", ")}]\ntransformers:${entries}`);
      const blocks = (appended: boolean): string[] =>
        imports.flatMap((mode, index) => ((mode === "append") === appended ? [`${index}-a`, `${index}-b`] : []));
      expect(namesOf(await consolidated({ "top/composition.yaml": top, ...files }))).toEqual([
        ...blocks(false),
        ...names,
        ...blocks(true),
      ]);
    }),
  );
});

test("a composition with random mistakes has a result, or an error with a place", async () => {
  await fc.assert(
    fc.asyncProperty(mutatedTrees, async (files) => {
      expect(await faultsOf(files)).toEqual([]);
    }),
    { numRuns: Number(process.env["COMPOSITION_CASES"] ?? 1000) },
  );
});

/** What is wrong with the outcome. */
async function faultsOf(files: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  try {
    await consolidated(files);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics.filter(({ code, file }) => code === "internal" || file === undefined);
  }
}
