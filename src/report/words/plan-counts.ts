/** Counts what becomes of the changed objects, and tells whether that is all. */
import type { PlanAction, Report, TargetReport } from "../../review/index.ts";

/** The numbers of objects by what becomes of them: each in each target counts. */
export type PlanCounts = ReadonlyMap<PlanAction, number>;

/** @param holders the ids of the targets that have each change */
export function planCounts(
  { plan }: Pick<Report, "plan">,
  holders: ReadonlyMap<string, readonly string[]>,
): PlanCounts {
  const counts = new Map<PlanAction, number>();
  for (const { action, change, targets = holders.get(change) ?? [] } of plan)
    counts.set(action, (counts.get(action) ?? 0) + targets.length);
  return counts;
}

/** Tells whether all objects that others replace have another name, and nothing else that tells objects apart. */
export function hasOnlyNewNames({ plan, changes }: Pick<Report, "plan" | "changes">): boolean {
  const renamed = new Set(plan.flatMap(({ action, change }) => (action === "rename" ? [change] : [])));
  return changes.every(
    ({ id, from }) => !renamed.has(id) || (from?.namespace ?? from?.kind ?? from?.apiVersion) === undefined,
  );
}

/** Tells whether what becomes of the objects of some targets is not known, although the change may affect them. */
export function isPartlyPlanned({ targets }: Pick<Report, "targets">): boolean {
  return targets.some(isUnplanned);
}

function isUnplanned({ status, comparedWith, resources, edited }: TargetReport): boolean {
  if (status === "failed") return edited !== false;
  return (
    (status === "failed-at-base" && comparedWith === undefined) || (status === "removed" && resources.base === null)
  );
}
