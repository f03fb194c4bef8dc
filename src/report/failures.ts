/** Gathers the targets that fail by what is wrong: one cause is one failure, however many targets and places it has. */

import { groupBy } from "../collections.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { TargetReport } from "../review/index.ts";
import { gatherProblems, type Problem } from "./problems.ts";
import type { TargetNames } from "./words/target-names.ts";

/**
 * The sorts of failing targets. `regression`: it built at the base. `other`: it does not build at the head, and whether
 * that is the same problem as at the base is not known. `uncompared`: its time or memory was used up. `unrendered`: it lacks nothing
 * but inputs, and is new, or rendered at the base, or the change edits it. `new`: the base does not have it. `earlier`: it fails on
 * both sides.
 */
export type FailureSort = (typeof SORTS)[number];

/** In the order in which they are shown. */
const SORTS = ["regression", "other", "uncompared", "unrendered", "new", "earlier"] as const;

/** Targets that fail with the same errors. A target with several causes is in several failures. */
export interface Failure {
  readonly sort: FailureSort;
  readonly targets: Problem["targets"];
  /** The errors that each of the targets has; empty only in a report that gives none. */
  readonly problems: readonly Problem[];
  /** The targets that depend on a file that the change edits. */
  readonly edited: readonly TargetReport[];
  /** The inputs that all of them lack, and lack nothing else; none for other failures. */
  readonly needs: readonly string[];
  /** The targets that lack inputs and rendered at the base: nobody knows what they lose. */
  readonly lost: readonly TargetReport[];
  /** Targets that render on neither side, are not edited, and lack the same inputs: an input is named once. */
  readonly alike: readonly TargetReport[];
  /** The names of all targets of the report. */
  readonly names: TargetNames;
}

/** The failures of these targets: by sort, those with the most targets first. Takes linear time, but for the order. */
export function gatherFailures(targets: readonly TargetReport[], names: TargetNames): Failure[] {
  const bySort = groupBy(targets, sortOf);
  const found = SORTS.flatMap((sort) => failuresOf(bySort.get(sort) ?? [], sort, names));
  const keyOf = ({ needs }: Failure): string => JSON.stringify(needs);
  const named = new Set(found.filter(({ sort }) => sort === "unrendered").map(keyOf));
  const isNamed = (failure: Failure): boolean => failure.sort === "earlier" && named.has(keyOf(failure));
  const alike = new Map(found.filter(isNamed).map((failure) => [keyOf(failure), failure.targets]));
  return found
    .filter((failure) => !isNamed(failure))
    .map((failure) =>
      failure.sort === "unrendered" ? { ...failure, alike: alike.get(keyOf(failure)) ?? [] } : failure,
    );
}

/** Returns one failure for all targets that lack the same inputs, and one for all others with the same problems. */
function failuresOf(targets: readonly TargetReport[], sort: FailureSort, names: TargetNames): Failure[] {
  const isError = ({ severity }: Diagnostic): boolean => severity === "error";
  const lacking = targets.filter(({ needs }) => needs !== undefined);
  const others = targets.filter(({ needs }) => needs === undefined);
  const numbers = new Map(targets.map((target, index) => [target, index]));
  const byTargets = groupBy(gatherProblems(others, isError), (problem) =>
    problem.targets.map((target) => numbers.get(target)).join(),
  );
  const [first, ...rest] = targets.filter(({ diagnostics }) => !diagnostics.some(isError));
  const failures: Pick<Failure, "targets" | "problems">[] = [
    ...Array.from(groupBy(lacking, ({ needs }) => JSON.stringify(needs)).values(), (own) => {
      return { targets: own, problems: gatherProblems(own, isError) };
    }),
    ...Array.from(byTargets.values(), (problems) => ({ targets: problems[0].targets, problems })),
    ...(first === undefined ? [] : [{ targets: [first, ...rest] as const, problems: [] }]),
  ];
  return failures
    .map((each) => ({
      ...each,
      sort,
      edited: each.targets.filter(({ edited }) => edited),
      needs: each.targets[0].needs ?? [],
      lost: each.targets.filter(({ needs, failedBefore, isNew }) => needs !== undefined && !failedBefore && !isNew),
      alike: [],
      names,
    }))
    .sort((a, b) => b.targets.length - a.targets.length);
}

/** Undefined for a target that does not fail. */
export function sortOf(target: TargetReport): FailureSort | undefined {
  const { status, failedBefore, isNew, resources, diagnostics, needs, edited } = target;
  if (status !== "failed") return undefined;
  if (needs !== undefined) return failedBefore && !edited ? "earlier" : "unrendered";
  if (failedBefore) return "earlier";
  if (resources.head !== null || diagnostics.some(({ code }) => code === "run-timeout")) return "uncompared";
  if (isNew) return "new";
  return resources.base === null ? "other" : "regression";
}
