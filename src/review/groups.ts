/** Groups changes that are the same in several targets, so that people read each one once. */
import type { Change, ObjectName, Report } from "./report.ts";

export interface ChangeGroup {
  /** The change in the first target, with the referrers of all targets. */
  readonly change: Change;
  /** The namespaces of the object in all targets. */
  readonly namespaces: readonly string[];
  /** Paths of the targets, in the order of the report, each once. */
  readonly targets: readonly string[];
}

interface OpenGroup {
  readonly change: Change;
  readonly targets: Set<string>;
  readonly namespaces: Set<string>;
  readonly referrers: Map<string, ObjectName>;
}

/**
 * Groups the changes of a report. Two changes are the same if their identity, fields and changed lines are; the lines of
 * context and the namespace may differ, because overlays usually set a namespace. Removed objects come first, then changed,
 * added, and those that differ in references only; within these, the order is that of the report.
 */
export function groupChanges(report: Report): ChangeGroup[] {
  const groups = new Map<string, OpenGroup>();
  for (const target of report.targets) {
    for (const change of target.changes) {
      const key = keyOf(change);
      const group = groups.get(key) ?? openGroup(change);
      groups.set(key, group);
      group.targets.add(target.path);
      group.namespaces.add(change.namespace);
      for (const referrer of change.referrers ?? [])
        group.referrers.set(`${referrer.kind}\0${referrer.name}`, referrer);
    }
  }
  return [...groups.values()].map(closeGroup).sort((a, b) => rankOf(a.change) - rankOf(b.change));
}

function openGroup(change: Change): OpenGroup {
  return { change, targets: new Set(), namespaces: new Set(), referrers: new Map() };
}

function closeGroup({ change, targets, namespaces, referrers }: OpenGroup): ChangeGroup {
  const gathered = referrers.size === 0 ? change : { ...change, referrers: [...referrers.values()] };
  return { change: gathered, namespaces: [...namespaces], targets: [...targets] };
}

function keyOf(change: Change): string {
  const { op, apiVersion, kind, namespace, name, from, hunks } = change;
  const ownNamespace = `namespace: ${namespace}`;
  const fields = change.fields.map(({ path, namedPath, op: how }) => how + (namedPath ?? path));
  const lines = hunks.flatMap((hunk) =>
    hunk.lines
      .filter(({ op: sign }) => sign !== " ")
      .map(({ op: sign, text }) => sign + (text.endsWith(ownNamespace) ? text.slice(0, -namespace.length) : text)),
  );
  return JSON.stringify([op, apiVersion, kind, name, from, fields, change.moreFields, lines]);
}

function rankOf(change: Change): number {
  if (change.onlyReferences) return 3;
  return { removed: 0, changed: 1, added: 2 }[change.op];
}
