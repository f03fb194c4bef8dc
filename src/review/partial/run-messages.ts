/** Joins the messages of several runs. A single run would have written each of them once. */
import { type Diagnostic, failure } from "../../diagnostics.ts";
import { stableJson } from "../../text/index.ts";
import type { PartialReview, RunMessages } from "./types.ts";

/**
 * Returns the messages of all runs, each once, in the order of the first run that has it.
 * @throws KrmError `partial-mismatch` if a catalog changed between the runs: they ran different functions
 */
export function joinMessages(partials: readonly Pick<PartialReview, "told">[]): RunMessages {
  const all = partials.flatMap(({ told }) => told ?? []);
  const catalogs = new Map<string, string>();
  for (const [reference, digest] of all.flatMap((messages) => messages.catalogs)) {
    const other = catalogs.get(reference);
    if (other !== undefined && other !== digest) {
      throw failure("partial-mismatch", `the catalog ${reference} was ${other} in one part, and ${digest} in another`, {
        hint: "Run all parts again, and pin the catalog by its digest.",
      });
    }
    catalogs.set(reference, digest);
  }
  return {
    logged: distinct(all.flatMap(({ logged }) => logged)),
    before: distinct(all.flatMap(({ before }) => before)),
    after: distinct(all.flatMap(({ after }) => after)),
    catalogs: [...catalogs],
  };
}

function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [stableJson(each), each])).values()];
}
