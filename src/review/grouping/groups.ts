/** Groups changes that are the same in several targets, so that people read each one once. */
import { createHash } from "node:crypto";
import { stableJson } from "../../text/index.ts";
import type { Change, ChangeGroup, GroupEdit, KindCount, TargetReport } from "../report.ts";
import { isMove } from "./moves.ts";

/**
 * Groups changes. Two are the same if their identity, fields and changed lines are; the lines of context and the namespace may
 * differ, because overlays usually set a namespace. Removed objects come first, then changed, added, and those that differ in
 * references only; within these, the order is that of the changes.
 */
export function groupChanges(changes: readonly Change[], targets: readonly TargetReport[]): ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = keyOf(change);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  const groupOfChange = new Map<string, Set<string>>();
  const members = [...groups].map(([key, of]) => {
    const paths = new Set<string>();
    for (const { id } of of) groupOfChange.set(id, paths);
    return { key, of, paths };
  });
  for (const target of targets) for (const id of target.changes) groupOfChange.get(id)?.add(target.path);
  return members
    .sort((a, b) => rankOf(a.of[0] as Change) - rankOf(b.of[0] as Change))
    .map(({ key, of, paths }) => groupOf(key, of, [...paths]));
}

function groupOf(key: string, changes: readonly Change[], targets: readonly string[]): ChangeGroup {
  const first = changes[0] as Change;
  return {
    id: createHash("sha256").update(key).digest("hex").slice(0, 16),
    op: isMove(first) ? "moved" : first.op,
    edits: editsOf(first, changes.length),
    kinds: kindsOf(changes),
    changes: changes.map(({ id }) => id),
    targets,
    ...(first.onlyReferences ? { onlyReferences: true } : {}),
  };
}

function editsOf({ from, object, fields }: Change, changes: number): GroupEdit[] {
  const edits = new Map<string, { edit: Omit<GroupEdit, "count">; count: number }>();
  const add = (edit: Omit<GroupEdit, "count">): void => {
    const key = stableJson(edit);
    const same = edits.get(key);
    if (same === undefined) edits.set(key, { edit, count: changes });
    else same.count += changes;
  };
  if (from?.apiVersion !== undefined) {
    add({ label: "apiVersion", op: "changed", before: from.apiVersion, after: object.apiVersion });
  }
  for (const { path: _path, namedPath: _named, ...edit } of fields) add(edit);
  return [...edits.values()].map(({ edit, count }) => ({ ...edit, count }));
}

function kindsOf(changes: readonly Change[]): KindCount[] {
  const counts = new Map<string, number>();
  for (const { object } of changes) counts.set(object.kind, (counts.get(object.kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

function keyOf(change: Change): string {
  const { op, object, from, hunks } = change;
  const ownNamespace = `namespace: ${object.namespace}`;
  const fields = change.fields.map(({ path, namedPath, op: how }) => how + (namedPath ?? path));
  const lines = hunks.flatMap((hunk) =>
    hunk.lines
      .filter((line) => !line.startsWith(" "))
      .map((line) => (line.endsWith(ownNamespace) ? line.slice(0, line.length - object.namespace.length) : line)),
  );
  const text = stableJson([op, object.apiVersion, object.kind, object.name, from, fields, change.moreFields, lines]);
  return createHash("sha256").update(text).digest("hex");
}

function rankOf(change: Change): number {
  if (change.onlyReferences) return 3;
  return { removed: 0, changed: 1, added: 2 }[change.op];
}
