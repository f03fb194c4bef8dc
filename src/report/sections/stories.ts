/** Tells of a deployment in one place: the row that changes it, such as that of a HelmRelease, and the rows of what it renders. */
import { getOrInsert } from "../../collections.ts";
import type { ChangeGroup } from "../../review/index.ts";

interface Row {
  readonly group: Pick<ChangeGroup, "consequence" | "whole" | "targets">;
  /** The ids of the deployments whose objects the row decides. */
  readonly declares: readonly string[];
}

/**
 * Puts rows behind the row that changes the deployments of all of their targets. A story stands where its first row would stand alone;
 * labels and what is folded stay at the end. Takes linear time, but for sorting.
 */
export function inStories<R extends Row>(rows: readonly R[]): R[] {
  const tellers = new Map<string, R>();
  for (const row of rows) for (const id of row.declares) if (!tellers.has(id)) tellers.set(id, row);
  if (tellers.size === 0) return [...rows];
  const parents = new Map(rows.map((row) => [row, tellerOf(row, tellers)]));
  const children = new Map<R, R[]>();
  const places = new Map<R, number>();
  for (const [place, row] of rows.entries()) {
    const root = rootOf(row, parents);
    if (!places.has(root)) places.set(root, place);
  }
  for (const [row, parent] of parents) if (parent !== undefined) getOrInsert(children, parent, (): R[] => []).push(row);
  const roots = [...places.keys()].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return roots.flatMap(told);

  function told(row: R): R[] {
    return [row, ...(children.get(row) ?? []).flatMap(told)];
  }
}

/** The row that changes the deployments of all targets of a row. */
function tellerOf<R extends Row>(row: R, tellers: ReadonlyMap<string, R>): R | undefined {
  const { consequence, whole, targets } = row.group;
  if (whole !== undefined || consequence === "metadata" || consequence === "noise") return undefined;
  const [teller, ...others] = new Set(targets.map((id) => tellers.get(id)));
  return others.length > 0 || teller === row ? undefined : teller;
}

/** The first row of a story. Rows that tell of each other are stories of their own. */
function rootOf<R extends Row>(row: R, parents: Map<R, R | undefined>): R {
  const seen = new Set([row]);
  let at = row;
  for (let next = parents.get(at); next !== undefined; next = parents.get(at)) {
    if (seen.has(next)) {
      parents.set(next, undefined);
      return next;
    }
    seen.add(next);
    at = next;
  }
  return at;
}
