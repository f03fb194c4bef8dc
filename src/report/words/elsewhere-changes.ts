/** Finds the changes of which a report shows only half, or nothing: somebody else renders what they bring to the cluster. */
import type { Change, Report } from "../../review/index.ts";
import { keptReason, staysFor } from "./fate-words.ts";

/** Returns the ids of the deployments that the object of a change declares. */
export type Declarations = (change: Change) => readonly string[];

export interface ElsewhereChanges {
  /** Changes of objects from which somebody else renders what the cluster gets. */
  readonly elsewhere: readonly Change[];
  /** Members of {@link elsewhere} of which the review shows a part: some of the releases that they decide are rendered, or of another one. */
  readonly partlyShown?: ReadonlySet<Change>;
  /** Members of {@link elsewhere} of which the review shows nothing: none of the targets that they decide is rendered. */
  readonly notShown?: ReadonlySet<Change>;
}

/**
 * The changes of objects from which somebody else renders something that no target of the report shows. Takes time linear in the report.
 * @param holders the targets that have each change, by its id
 */
export function elsewhereOf(
  report: Report,
  holders: ReadonlyMap<string, readonly string[]>,
  declarationsOf: Declarations,
): Required<ElsewhereChanges> {
  const { changes, targets } = report;
  const isShown = new Map(
    targets.map(({ id, status, resources }) => [
      id,
      !(status === "failed" || (status === "removed" && resources.base === null)),
    ]),
  );
  const fates = new Map(targets.map(({ id, fate }) => [id, fate]));
  const staysInCluster = ({ op, id }: Change): boolean =>
    op === "removed" && staysFor(keptReason((holders.get(id) ?? []).map((target) => fates.get(target))));
  const [partlyShown, notShown] = [new Set<Change>(), new Set<Change>()];
  const shownVersions = new Set<string>();
  const elsewhere = changes.filter((change) => {
    if (change.elsewhere === undefined || staysInCluster(change)) return false;
    const declared = declarationsOf(change);
    const known = declared.filter((id) => isShown.get(id) === true).length;
    if (known > 0) for (const version of versionsOf(change)) shownVersions.add(version);
    if (known > 0 && known < declared.length) partlyShown.add(change);
    if (known === 0 && declared.some((id) => isShown.has(id))) notShown.add(change);
    return known === 0 || known < declared.length;
  });
  // What one version brings is partly shown if another object with it is rendered.
  for (const change of elsewhere)
    if (versionsOf(change).some((version) => shownVersions.has(version))) partlyShown.add(change);
  return { elsewhere, partlyShown, notShown };
}

function versionsOf({ elsewhere }: Change): readonly string[] {
  return (elsewhere?.versions ?? []).map((version) => JSON.stringify(version));
}
