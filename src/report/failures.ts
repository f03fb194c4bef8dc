/** Gathers the targets that fail by what is wrong: one cause is one failure, however many targets and places it has. */
import type { TargetReport } from "../review/index.ts";
import { gatherProblems, type Problem } from "./problems.ts";

/**
 * What is known of failing targets. `regression`: it built at the base. `other`: it does not build at the head, and whether
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
  /** Those of the targets that depend on a file that the change edits. */
  readonly edited: readonly TargetReport[];
  /** The inputs that all of them lack, and lack nothing else; none for other failures. */
  readonly needs: readonly string[];
  /** Those of the targets that lack inputs and rendered at the base: nobody knows what they lose. */
  readonly lost: readonly TargetReport[];
}

/** The failures of these targets: by sort, those with the most targets first. Takes linear time, but for the order. */
export function gatherFailures(targets: readonly TargetReport[]): Failure[] {
  return SORTS.flatMap((sort) =>
    failuresOf(
      targets.filter((target) => sortOf(target) === sort),
      sort,
    ),
  );
}

/** What lacks an input is told once for the input. */
function failuresOf(targets: readonly TargetReport[], sort: FailureSort): Failure[] {
  const numbers = new Map(targets.map((target, index) => [target, index]));
  const failures = new Map<string, { targets: Problem["targets"]; problems: Problem[] }>();
  for (const [needs, [first, ...rest]] of groupedByNeeds(targets)) {
    const own = [first, ...rest] as const;
    failures.set(needs, { targets: [...own], problems: gatherProblems(own, ({ severity }) => severity === "error") });
  }
  const others = targets.filter(({ needs }) => needs === undefined);
  for (const problem of gatherProblems(others, ({ severity }) => severity === "error")) {
    const key = problem.targets.map((target) => numbers.get(target)).join();
    const same = failures.get(key);
    if (same === undefined) failures.set(key, { targets: problem.targets, problems: [problem] });
    else same.problems.push(problem);
  }
  const [first, ...rest] = targets.filter(
    ({ diagnostics }) => !diagnostics.some(({ severity }) => severity === "error"),
  );
  if (first !== undefined) failures.set("", { targets: [first, ...rest], problems: [] });
  return [...failures.values()]
    .map((each) => ({
      ...each,
      sort,
      edited: each.targets.filter(({ edited }) => edited),
      needs: each.targets[0].needs ?? [],
      lost: each.targets.filter(({ needs, failedBefore, isNew }) => needs !== undefined && !failedBefore && !isNew),
    }))
    .sort((a, b) => b.targets.length - a.targets.length);
}

function groupedByNeeds(targets: readonly TargetReport[]): Map<string, [TargetReport, ...TargetReport[]]> {
  const groups = new Map<string, [TargetReport, ...TargetReport[]]>();
  for (const target of targets) {
    if (target.needs === undefined) continue;
    const key = JSON.stringify(target.needs);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [target]);
    else group.push(target);
  }
  return groups;
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
