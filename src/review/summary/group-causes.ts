/** Finds the causes of the edits of a group. */
import type { Cause, Change, ChangeGroup, FieldChange } from "../report.ts";

/** Returns the causes of the edits of a group in some of its changes, in their order. Takes time linear in the changes and the edits. */
export function causesOfGroup({ edits }: Pick<ChangeGroup, "edits">, changes: readonly Change[]): Cause[] {
  const labels = new Set(edits.map(({ label }) => label));
  const values = new Set(edits.map(valuesOf));
  return changes.flatMap(({ fields, causes }) => {
    const own = fields.filter((field) => labels.has(field.label) || values.has(valuesOf(field)));
    // The fields are not known, as of whole objects.
    if (own.length === 0) return causes;
    const paths = new Set(own.map(({ path }) => path));
    return causes.filter((cause) => cause.fields === undefined || cause.fields.some((path) => paths.has(path)));
  });
}

function valuesOf({ op, before, after }: Pick<FieldChange, "op" | "before" | "after">): string {
  return JSON.stringify([op, before, after]);
}
