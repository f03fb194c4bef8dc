/** The causes of a change, out of what is known of the targets that have it. */

import { groupBy } from "../../collections.ts";
import { compareIds } from "../../render/index.ts";
import { compareBytewise, stableJson } from "../../text/index.ts";
import { type ChangeTrace, firstOfClasses, joinCauses, MAX_CAUSES } from "../causes/index.ts";
import type { Cause } from "../report.ts";

/** The places that the objects of a change come from, each with the targets that name it, by {@link originKey}. */
export type Origins = Map<string, { readonly cause: Cause; readonly targets: Set<string> }>;

export interface Traces {
  /** All targets that have the change, in path order. */
  readonly targets: readonly string[];
  readonly traces: readonly ChangeTrace[];
  readonly origins: Origins;
}

/**
 * Returns the causes that the traces found. Of targets that depend on the same edited files, the first one counts for all. A change
 * that no trace explains has the files that its objects come from.
 * @param filesOf see {@link PartialTarget.files}
 */
export function causesOf(
  { targets, traces, origins }: Traces,
  filesOf: (target: string) => string | undefined,
): Cause[] {
  const sorted = traces.toSorted((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0));
  const first = firstOfClasses(sorted, filesOf);
  const classes = groupBy(targets, filesOf);
  const membersOf = (target: string): readonly string[] => {
    const files = filesOf(target);
    return (files !== undefined && classes.get(files)) || [target];
  };
  const causes = joinCauses(first.map((trace) => ({ ...trace, members: membersOf(trace.target) })));
  return causes.length > 0 ? causes : originCauses(targets, origins);
}

/** Returns the order of a place that objects come from. Equal for equal places. */
export function originKey({ file, line, column, ...rest }: Cause): string {
  return stableJson([file, line, column, rest]);
}

/** Returns the first places by their names. A place names its targets unless all that have the change share it. */
function originCauses(all: readonly string[], origins: Origins): Cause[] {
  return [...origins]
    .sort(([a], [b]) => compareBytewise(a, b))
    .slice(0, MAX_CAUSES)
    .map(([, { cause, targets }]) =>
      targets.size === all.length ? cause : { ...cause, targets: [...targets].sort(compareIds) },
    );
}
