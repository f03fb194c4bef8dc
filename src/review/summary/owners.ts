/** Says whom the rows of a report concern. */
import { getOrInsert } from "../../collections.ts";
import { type Owners, unionOfOwners } from "../../owners/index.ts";
import type { Cause, Change, ChangeGroup } from "../report.ts";
import { causesOfGroup } from "./group-causes.ts";

/** The owners that runs have looked up. */
export interface KnownOwners {
  /** The CODEOWNERS file. */
  readonly file: string;
  /** By the files of causes, as messages name them. */
  readonly files: ReadonlyMap<string, Owners>;
  /** By the ids of targets. */
  readonly targets: ReadonlyMap<string, Owners>;
}

/**
 * Gives each group its owners: those of the files that made its edits, and then those of its targets. Of the files, those count that the
 * change edits, or all if it edits none of them. Takes time linear in the report.
 */
export function withOwners(
  groups: readonly ChangeGroup[],
  changes: readonly Change[],
  { files, targets }: KnownOwners,
): ChangeGroup[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  // Most groups of a large report share the list of their targets.
  const lists = new Map<readonly string[], ReadonlySet<Owners>>();
  const ofTargets = (ids: readonly string[]): ReadonlySet<Owners> =>
    getOrInsert(lists, ids, () => new Set(ids.flatMap((id) => targets.get(id) ?? [])));
  return groups.map((group) => {
    const causes = causesOfGroup(
      group,
      group.changes.flatMap((id) => byId.get(id) ?? []),
    );
    const ofFiles = new Set(edited(causes).map(({ file }) => files.get(file)));
    const owners = unionOfOwners([...ofFiles, ...ofTargets(group.targets)]);
    return owners.names.length === 0 ? group : { ...group, owners };
  });
}

function edited(causes: readonly Cause[]): readonly Cause[] {
  const own = causes.filter(({ inChange }) => inChange);
  return own.length > 0 ? own : causes;
}
