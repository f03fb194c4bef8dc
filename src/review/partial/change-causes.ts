/** The causes of a change, out of what several runs found for the targets of each. */
import { compareBytewise, stableJson } from "../../text/index.ts";
import { type ClassTrace, type FoundCause, firstOfClasses, joinCauses, MAX_CAUSES } from "../causes/index.ts";
import type { Cause } from "../report.ts";

export interface Traces {
  /** All targets that have the change, in path order. */
  readonly targets: readonly string[];
  readonly traces: readonly {
    readonly target: string;
    readonly asked: number;
    readonly found: readonly FoundCause[];
  }[];
  readonly origins: readonly { readonly cause: Cause; readonly targets: readonly string[] }[];
}

/**
 * The causes that the traces found. Of targets that depend on the same edited files, the first one counts for all. A change that
 * no trace explains has the files that its objects come from.
 * @param filesOf see {@link PartialTarget.files}
 */
export function causesOf(
  { targets, traces, origins }: Traces,
  filesOf: (target: string) => string | undefined,
): Cause[] {
  const sorted = traces.toSorted((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0));
  const first = firstOfClasses(sorted, filesOf);
  const classes = new Map<string, string[]>();
  for (const target of targets) {
    const files = filesOf(target);
    if (files === undefined) continue;
    const members = classes.get(files);
    if (members === undefined) classes.set(files, [target]);
    else members.push(target);
  }
  const membersOf = (target: string): readonly string[] => classes.get(filesOf(target) ?? "") ?? [target];
  const causes = joinCauses(
    first.map(({ target, asked, found }): ClassTrace => ({ asked, found, members: membersOf(target) })),
  );
  return causes.length > 0 ? causes : originCauses(targets, origins);
}

/** The order of the places that objects come from. Equal for equal places. */
export function originKey({ file, line, column, ...rest }: Cause): string {
  return stableJson([file, line, column, rest]);
}

/** The first places by their names. A place names its targets unless all that have the change share it. */
function originCauses(all: readonly string[], origins: Traces["origins"]): Cause[] {
  const places = new Map<string, { readonly cause: Cause; readonly targets: Set<string> }>();
  for (const { cause, targets } of origins) {
    const key = originKey(cause);
    const place = places.get(key) ?? { cause, targets: new Set() };
    places.set(key, place);
    for (const target of targets) place.targets.add(target);
  }
  return [...places]
    .sort(([a], [b]) => compareBytewise(a, b))
    .slice(0, MAX_CAUSES)
    .map(([, { cause, targets }]) =>
      targets.size === all.length ? cause : { ...cause, targets: [...targets].sort() },
    );
}
