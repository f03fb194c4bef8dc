/** Counts the fields that rules of noise fold. */

import type { FieldChange, Report } from "../review/index.ts";
import { REASONS } from "./words/noise-words.ts";

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

/** The fields that rules of noise fold. */
export interface FoldedFields extends FoldedCount {
  /** Some are folded because an Application of Argo CD ignores their differences. */
  readonly isOfArgo: boolean;
  /** The number of targets that have any. */
  readonly targets: number;
}

/** Counts the folded fields of all changes. */
export function foldedFields({ changes, targets }: Report): FoldedFields {
  const folded = new Set(
    changes.filter(({ fields }) => fields.some(({ noise }) => noise !== undefined)).map(({ id }) => id),
  );
  const having = targets.filter((target) => target.changes.some((id) => folded.has(id)));
  const fields = changes.flatMap((change) => change.fields);
  const isOfArgo = fields.some(({ noise }) => noise !== undefined && REASONS.has(noise));
  return { ...countFolded(fields), isOfArgo, targets: having.length };
}
