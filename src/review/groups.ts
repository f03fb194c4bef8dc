/** Changes that are the same in several targets, gathered: a change is read once however many overlays it reaches. */
import type { Change, ObjectName, Report } from "./report.ts";

export interface ChangeGroup {
  /** Of the first target; its referrers are those of all. */
  readonly change: Change;
  /** All that the object is in, over the targets. */
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
 * The same identity, the same fields and the same changed lines make the same change, whatever stands around it and
 * whatever namespace the object is in: overlays differ in that if in nothing else. What was removed comes first, then
 * what changed, what was added and what only refers to something of a new name; within these, the order of the report.
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
  // Sorting is stable.
  return [...groups.values()].map(closed).sort((a, b) => rankOf(a.change) - rankOf(b.change));
}

function openGroup(change: Change): OpenGroup {
  return { change, targets: new Set(), namespaces: new Set(), referrers: new Map() };
}

function closed({ change, targets, namespaces, referrers }: OpenGroup): ChangeGroup {
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
