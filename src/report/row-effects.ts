/** Finds the effects on Pods that the edits of a row have: a change with several rows can have its effects by one of them only. */
import { groupBy } from "../collections.ts";
import {
  type Change,
  type ChangeGroup,
  type FieldChange,
  type PodEffect,
  perLabel,
  type Report,
  WORKLOAD_KINDS,
} from "../review/index.ts";

const RESTARTS: ReadonlySet<PodEffect["effect"]> = new Set(["restarted", "recreated"]);
const WORKLOADS: ReadonlySet<string> = new Set(WORKLOAD_KINDS);

/** Tells whether the template of the object itself changes, so that its only effects are on its own Pods. */
export function isWorkload({ object }: Pick<Change, "object">): boolean {
  return WORKLOADS.has(object.kind);
}

/** Tells whether Pods restart because the change is applied. */
export function isRestart({ effect }: Pick<PodEffect, "effect">): boolean {
  return RESTARTS.has(effect);
}

/** Returns the effects on workloads whose own templates change or that go: each workload of each target is in one of them. */
export function rolloutsOf({ changes, podEffects }: Report): readonly PodEffect[] {
  const workloads = new Set(changes.filter(isWorkload).map(({ id }) => id));
  return podEffects.filter(({ change, effect }) => effect === "ended" || workloads.has(change));
}

/** Returns a function that returns the effects of the edits of a row. Takes time linear in the row. */
export function rowEffects({
  podEffects,
}: Report): (group: ChangeGroup, changes: readonly Change[]) => readonly PodEffect[] {
  const byChange = groupBy(podEffects, ({ change }) => change);
  return (group, changes) => {
    if (!changes.some(({ id }) => byChange.has(id))) return [];
    const fieldsOf = editedFields(group, changes);
    return changes.flatMap((change) => {
      const effects = byChange.get(change.id) ?? [];
      return effects.length > 0 && isBehind(change, fieldsOf(change)) ? effects : [];
    });
  };
}

/** Tells whether edits are behind the effects of a change: those of a template, and those of data. An object goes as a whole. */
function isBehind(change: Change, edited: readonly FieldChange[]): boolean {
  if (change.op === "removed") return true;
  if (isWorkload(change)) return edited.some(({ path }) => /^\/spec\/template(?:\/|$)/.test(path));
  return edited.length === 0 || edited.some(({ path }) => !path.startsWith("/metadata/"));
}

/** Returns a function that returns the fields of a change that the edits of its row are about. */
function editedFields({ edits }: ChangeGroup, changes: readonly Change[]): (change: Change) => readonly FieldChange[] {
  const labels = new Set(edits.map(({ label }) => label));
  const fieldsOf = (change: Change): readonly FieldChange[] => change.fields.flatMap(perLabel);
  const named = (change: Change): readonly FieldChange[] => fieldsOf(change).filter(({ label }) => labels.has(label));
  const wanted = edits.reduce((sum, { count }) => sum + count, 0);
  if (changes.reduce((sum, change) => sum + named(change).length, 0) >= wanted) return named;
  // An edit has one label where objects, or several places of one object, call it differently. Its values tell which one it is.
  const values = new Set(edits.map(valuesOf));
  return (change) => fieldsOf(change).filter((field) => labels.has(field.label) || values.has(valuesOf(field)));
}

function valuesOf({ op, before, after }: Pick<FieldChange, "op" | "before" | "after">): string {
  return JSON.stringify([op, before, after]);
}
