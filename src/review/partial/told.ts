/** What runs say beside their part of the report. One run would have said it once. */
import { type Diagnostic, failure } from "../../diagnostics.ts";
import { stableJson } from "../../text/index.ts";
import type { PartialReview, Told } from "./types.ts";

/**
 * What all of them say, each thing once, in the order of the first that says it.
 * @throws KrmError `partial-mismatch` if a catalog changed between the runs: they ran different functions
 */
export function joinTold(partials: readonly Pick<PartialReview, "told">[]): Told {
  const all = partials.flatMap(({ told }) => told ?? []);
  const catalogs = new Map<string, string>();
  for (const [reference, digest] of all.flatMap((told) => told.catalogs)) {
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
