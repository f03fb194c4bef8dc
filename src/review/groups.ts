/** Changes that are the same in several targets, gathered: a change is read once however many overlays it reaches. */
import type { Change, ObjectName, Report } from "./report.ts";

export interface ChangeGroup {
  /** Of the first target; its referrers are those of all. */
  readonly change: Change;
  /** Paths of the targets, in the order of the report. */
  readonly targets: readonly string[];
}

interface OpenGroup {
  readonly change: Change;
  readonly targets: string[];
  readonly referrers: Map<string, ObjectName>;
}

/**
 * The same identity and the same lines make the same change. What was removed comes first, then what changed, what was
 * added and what only refers to something of a new name; within these, the order of the report.
 */
export function groupChanges(report: Report): ChangeGroup[] {
  const groups = new Map<string, OpenGroup>();
  for (const target of report.targets) {
    for (const change of target.changes) {
      const key = keyOf(change);
      const group = groups.get(key) ?? { change, targets: [], referrers: new Map<string, ObjectName>() };
      groups.set(key, group);
      group.targets.push(target.path);
      for (const referrer of change.referrers ?? []) group.referrers.set(Object.values(referrer).join("\0"), referrer);
    }
  }
  // Sorting is stable.
  return [...groups.values()].map(closed).sort((a, b) => rankOf(a.change) - rankOf(b.change));
}

function closed({ change, targets, referrers }: OpenGroup): ChangeGroup {
  return { change: referrers.size === 0 ? change : { ...change, referrers: [...referrers.values()] }, targets };
}

function keyOf(change: Change): string {
  const { op, apiVersion, kind, namespace, name, from, hunks } = change;
  return JSON.stringify([op, apiVersion, kind, namespace, name, from, hunks]);
}

function rankOf(change: Change): number {
  if (change.onlyReferences) return 3;
  return { removed: 0, changed: 1, added: 2 }[change.op];
}
