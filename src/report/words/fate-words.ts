/** Says what a controller does with what a change takes away, where that is not to delete it, and which targets it does not touch at all. */
import { groupBy } from "../../collections.ts";
import { deploymentOf, type Fate } from "../../render/index.ts";
import type { Change, Report } from "../../review/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";

const KEPT: Readonly<Record<NonNullable<Fate["keeps"]>, (kind: string) => readonly Phrase[]>> = {
  "no-prune": (kind) => [`, because the ${kind} does not prune`],
  orphan: () => [", because of ", { code: "deletionPolicy: Orphan" }],
  suspended: (kind) => [`, because the ${kind} is suspended`],
  "not-deleted": (kind) => [`, because the ${kind} itself stays there`],
  "not-pruned": () => [" until somebody prunes"],
  "no-finalizer": () => [", because the Application has no finalizer"],
};

/** Why objects that go from all of these targets stay in the cluster; undefined where some do not, or where reasons differ. */
export function keptReason(fates: readonly (Fate | undefined)[]): Fate["keeps"] {
  const [reason, ...others] = new Set(fates.map((fate) => fate?.keeps));
  return others.length > 0 ? undefined : reason;
}

/** Tells whether objects stay for a reason that holds until somebody deletes them one by one. */
export function staysFor(reason: Fate["keeps"]): boolean {
  return reason !== undefined && reason !== "not-pruned" && reason !== "suspended";
}

/**
 * `Flux leaves it in the cluster, because the Kustomization does not prune`
 * @param targets the ids of those that the objects go from
 */
export function keptPhrases(reason: NonNullable<Fate["keeps"]>, isOne: boolean, targets: readonly string[]): Phrase[] {
  const kind = targets.every((id) => deploymentOf(id)?.kind === "HelmRelease") ? "HelmRelease" : "Kustomization";
  const controller = reason === "not-pruned" || reason === "no-finalizer" ? "Argo CD" : "Flux";
  return [`${controller} leaves ${isOne ? "it" : "them"} in the cluster`, ...KEPT[reason](kind)];
}

/** Finalizers that are named. */
const MAX_FINALIZERS = 2;

/**
 * `its deletion waits until a controller removes its finalizer example.com/clean`; empty where nothing waits.
 * @param waiting the objects that are deleted and have finalizers
 * @param all the number of objects of the row
 */
export function waitingPhrases(waiting: readonly Pick<Change, "finalizers">[], all: number): Phrase[] {
  const names = [...new Set(waiting.flatMap(({ finalizers = [] }) => finalizers))];
  if (names.length === 0) return [];
  const whose = waiting.length === 1 ? "its" : "their";
  const subject = waiting.length === all ? `${whose} deletion` : `the deletion of ${waiting.length} of them`;
  const shown = joinPhrases(names.slice(0, MAX_FINALIZERS).map((code): Phrase[] => [{ code }]));
  const rest = names.length > MAX_FINALIZERS ? [` and ${names.length - MAX_FINALIZERS} more`] : [];
  const [who, what] = names.length === 1 ? ["a controller removes", "finalizer"] : ["controllers remove", "finalizers"];
  return [`${subject} waits until ${who} ${whose} ${what} `, ...shown, ...rest];
}

/** The ids of targets whose changes may reach the cluster later than others. */
export interface Delays {
  /** When somebody resumes them. */
  readonly suspended: readonly string[];
  /** When somebody starts a sync. */
  readonly manual: readonly string[];
  /** When sync windows allow it: those with the same ones together. */
  readonly windows: readonly { readonly windows: readonly string[]; readonly targets: readonly string[] }[];
}

export function delaysOf({ targets }: Pick<Report, "targets">): Delays {
  const having = targets.filter(({ status, changes }) => status !== "removed" && changes.length > 0);
  const idsOf = (list: typeof having): readonly string[] => list.map(({ id }) => id);
  const windowed = having.filter(({ fate }) => fate?.windows !== undefined);
  return {
    suspended: idsOf(having.filter(({ fate }) => fate?.isSuspended)),
    manual: idsOf(having.filter(({ fate }) => fate?.isManual)),
    windows: [...groupBy(windowed, ({ fate }) => JSON.stringify(fate?.windows)).values()].map((same) => ({
      windows: same[0].fate?.windows ?? [],
      targets: idsOf(same),
    })),
  };
}
