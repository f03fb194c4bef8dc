/** Says what a controller does with what a change takes away, where that is not to delete it, and which targets it does not touch at all. */
import type { Fate } from "../../render/index.ts";
import type { Report } from "../../review/index.ts";
import type { Phrase } from "../edit-phrases.ts";

const KEPT: Readonly<Record<NonNullable<Fate["keeps"]>, readonly Phrase[]>> = {
  "no-prune": [", because the Kustomization does not prune"],
  orphan: [", because of ", { code: "deletionPolicy: Orphan" }],
  suspended: [", because the Kustomization is suspended"],
  "not-deleted": [", because the Kustomization itself stays there"],
  "not-pruned": [" until somebody prunes"],
  "no-finalizer": [", because the Application has no finalizer"],
};

/** Why objects that go from all of these targets stay in the cluster; undefined where some do not, or where reasons differ. */
export function keptReason(fates: readonly (Fate | undefined)[]): Fate["keeps"] {
  const [reason, ...others] = new Set(fates.map((fate) => fate?.keeps));
  return others.length > 0 ? undefined : reason;
}

/** `Flux leaves it in the cluster, because the Kustomization does not prune` */
export function keptPhrases(reason: NonNullable<Fate["keeps"]>, isOne: boolean): Phrase[] {
  const isArgo = reason === "not-pruned" || reason === "no-finalizer";
  return [`${isArgo ? "Argo CD" : "Flux"} leaves ${isOne ? "it" : "them"} in the cluster`, ...KEPT[reason]];
}

/** The ids of targets with changes that reach the cluster only when somebody resumes them. */
export function suspendedTargets({ targets }: Pick<Report, "targets">): readonly string[] {
  return targets
    .filter(({ fate, status, changes }) => fate?.isSuspended && status !== "removed" && changes.length > 0)
    .map(({ id }) => id);
}
