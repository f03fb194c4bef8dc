/** Counts the fields that rules of noise fold. */
import type { FieldChange } from "../review/index.ts";

export interface FoldedCount {
  /** The number of changed fields. */
  readonly fields: number;
  /** The sort of all of them. */
  readonly what: "label" | "annotation" | "field";
}

export function countFolded(fields: Iterable<Pick<FieldChange, "path" | "noise">>): FoldedCount {
  const sorts = new Set<FoldedCount["what"]>();
  let count = 0;
  for (const { noise, path } of fields) {
    if (noise === undefined) continue;
    count++;
    sorts.add(/\/labels\//.test(path) ? "label" : /\/annotations\//.test(path) ? "annotation" : "field");
  }
  const [what = "field", ...others] = sorts;
  return { fields: count, what: others.length > 0 ? "field" : what };
}
