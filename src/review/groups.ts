/** Changes that are the same in several targets, gathered: a change is read once however many overlays it reaches. */
import type { Change, Report } from "./report.ts";

export interface ChangeGroup {
  readonly change: Change;
  /** Paths of the targets, in the order of the report. */
  readonly targets: readonly string[];
}

/**
 * The same identity and the same lines make the same change. What was removed comes first, then what changed, what was
 * added and what only refers to something of a new name; within these, the order of the report.
 */
export function groupChanges(report: Report): ChangeGroup[] {
  const groups = new Map<string, { change: Change; targets: string[] }>();
  for (const target of report.targets) {
    for (const change of target.changes) {
      const key = keyOf(change);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { change, targets: [target.path] });
      else group.targets.push(target.path);
    }
  }
  // Sorting is stable.
  return [...groups.values()].sort((a, b) => rankOf(a.change) - rankOf(b.change));
}

function keyOf(change: Change): string {
  const { op, apiVersion, kind, namespace, name, from, hunks } = change;
  return JSON.stringify([op, apiVersion, kind, namespace, name, from, hunks]);
}

function rankOf(change: Change): number {
  if (change.onlyReferences) return 3;
  return { removed: 0, changed: 1, added: 2 }[change.op];
}
