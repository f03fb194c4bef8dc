/** Brings the rows together whose diffs stand below one heading. */
import { getOrInsert } from "../../collections.ts";
import type { Overview, Row } from "../overview.ts";

/** The rows that concern the same set of targets. */
export interface Section {
  readonly targets: readonly string[];
  readonly rows: readonly Row[];
  readonly references: readonly Row[];
}

/**
 * The rows whose first changes show all rows, by the set of targets that they concern: a row whose edit is in the diff of an
 * earlier row is left out. A row that changes deployments is the first one of what these render.
 */
export function sectionsOf(overview: Overview): Section[] {
  interface Found {
    readonly targets: readonly string[];
    readonly heads: Row[];
    readonly rows: Row[];
    readonly references: Row[];
  }
  const sections = new Map<string, Found>();
  const sectionOf = (targets: readonly string[]): Found =>
    getOrInsert(sections, targets.join("\0"), () => ({ targets, heads: [], rows: [], references: [] }));
  const own = new Set(overview.diffRows.map(({ group }) => group.targets.join("\0")));
  const shown = new Set<string>();
  for (const row of overview.diffRows) {
    if (row.changes.some(({ id }) => shown.has(id))) continue;
    shown.add(row.changes[0].id);
    if (row.declares.length > 0 && own.has(row.declares.join("\0"))) sectionOf(row.declares).heads.push(row);
    else sectionOf(row.group.targets).rows.push(row);
  }
  for (const row of overview.references) sectionOf(row.group.targets).references.push(row);
  return Array.from(sections.values(), ({ targets, heads, rows, references }) => {
    return { targets, rows: [...heads, ...rows], references };
  });
}
