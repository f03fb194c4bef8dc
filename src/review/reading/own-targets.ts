/** Checks the targets of what a report says of a change: each has the change. */
import { getOrInsert } from "../../collections.ts";
import { compareIds } from "../../render/index.ts";
import type { Change, Report } from "../report.ts";
import { invalid } from "./bounds.ts";

/** The targets of each change, by their positions in the report. */
export type Positions = ReadonlyMap<string, readonly number[]>;

export type HoldersOf = (change: string) => ReadonlySet<string>;

/** Returns the ids of the targets of each change, found when they are asked for. */
export function holdersOfChanges({ targets }: Report, targetsOf: Positions): HoldersOf {
  const known = new Map<string, ReadonlySet<string>>();
  return (change) =>
    getOrInsert(known, change, () => {
      return new Set(targetsOf.get(change)?.map((at) => (targets[at] as Report["targets"][number]).id));
    });
}

export function positionsOf(changes: readonly Change[]): (id: string) => number {
  const position = new Map(changes.map(({ id }, index) => [id, index]));
  return (id) => position.get(id) ?? -1;
}

/** Checks that the targets are some of those that have the change, in their order. */
export function checkOwnTargets(
  { targets }: { readonly targets: readonly string[] },
  known: ReadonlySet<string>,
  place: string,
): void {
  if (targets.length === 0) throw invalid(`${place} has no targets`);
  targets.forEach((id, index) => {
    if (!known.has(id)) throw invalid(`${place}.targets[${index}] does not have the change`);
    if (index > 0 && compareIds(targets[index - 1] as string, id) >= 0)
      throw invalid(`${place}.targets[${index}] is not behind the one before it`);
  });
}
