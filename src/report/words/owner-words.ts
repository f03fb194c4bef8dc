/** Says whom the rows of a report concern. */
import { type Owners, unionOfOwners } from "../../owners/index.ts";
import type { ChangeGroup } from "../../review/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";

/** Further owners are counted. */
const MAX_NAMED = 4;

/** A row. */
interface Owned {
  readonly group: Pick<ChangeGroup, "owners">;
}

/** The owners of all rows, where these have the same ones; undefined if rows differ, or have none. */
export function sharedOwners(rows: readonly Owned[]): Owners | undefined {
  const lists = new Map(rows.map(({ group: { owners } }) => [JSON.stringify(owners ?? null), owners]));
  const [shared, ...others] = lists.values();
  return others.length === 0 ? shared : undefined;
}

/** `Owners of all changes: @org/team, @user.` for what stands above the rows; empty where they name their own owners. */
export function sharedOwnersPhrases(rows: readonly Owned[], owners: Owners | undefined): Phrase[] {
  if (owners === undefined) return [];
  const of = rows.length === 1 ? "" : " of all changes";
  return [`${isOne(owners) ? "Owner" : "Owners"}${of}: `, ...names(owners), "."];
}

/** `owners @org/team, @user` for rows that are told together; empty where all rows have the same ones. */
export function ownersPhrases(rows: Iterable<Owned>, shared: Owners | undefined): Phrase[] {
  if (shared !== undefined) return [];
  const owners = unionOfOwners(Array.from(rows, ({ group }) => group.owners));
  return owners.names.length === 0 ? [] : [isOne(owners) ? "owner " : "owners ", ...names(owners)];
}

function names(owners: Owners): Phrase[] {
  const shown = owners.names.slice(0, MAX_NAMED).map((name): Phrase[] => [{ code: name }]);
  const more = owners.names.length - shown.length + (owners.more ?? 0);
  return [...joinPhrases(shown), ...(more > 0 ? [` and ${more} more`] : [])];
}

function isOne({ names: all, more = 0 }: Owners): boolean {
  return all.length + more === 1;
}
