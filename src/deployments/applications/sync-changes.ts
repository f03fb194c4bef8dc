/** Warns of a change of what Argo CD does by itself, where no target renders the Application so that the change could be seen. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { Deployment } from "../builds/index.ts";

interface Change {
  readonly isMade: (base: Deployment["controls"], head: Deployment["controls"]) => boolean;
  readonly message: string;
}

/** In the order in which they matter. */
const CHANGES: readonly Change[] = [
  {
    isMade: (base, head) => !base.prunes && head.prunes,
    message:
      "Argo CD prunes from now on: it deletes what the Application no longer renders, also what earlier changes have left behind",
  },
  {
    isMade: (base, head) => base.isManual === true && head.isManual !== true,
    message: "Argo CD syncs by itself from now on: it applies also what waits from earlier changes",
  },
  {
    isMade: (base, head) => base.isManual !== true && head.isManual === true,
    message: "Argo CD no longer syncs by itself: what is merged reaches the cluster only when somebody starts a sync",
  },
  {
    isMade: (base, head) => base.heals !== true && head.heals === true,
    message: "Argo CD undoes from now on what is changed in the cluster alone",
  },
  {
    isMade: (base, head) => base.replaces !== true && head.replaces === true,
    message:
      "Argo CD replaces objects from now on: what others have set in them in the cluster is lost, and those with the option Force=true are deleted and created again",
  },
];

/**
 * Returns one warning for each change. None of an Application that a target renders: the change of the object says it, but for a set that
 * patches its template.
 */
export function syncChanges(base: Deployment | undefined, head: Deployment | undefined): readonly Diagnostic[] {
  if (base === undefined || head === undefined) return [];
  const isPatched = base.origin.hasOwnPolicy === true || head.origin.hasOwnPolicy === true;
  if (!isPatched && !(isUnseen(base) && isUnseen(head))) return [];
  return CHANGES.filter(({ isMade }) => isMade(base.controls, head.controls)).map(({ message }) => ({
    code: "argocd-sync-changed",
    severity: "warning",
    message,
    ...(head.controls.place ?? head.origin.location),
  }));
}

/** Tells whether an Application stands in a file that no kustomization names, or a set says its sync policy in a text. */
export function isUnseen({ deployment, origin }: Deployment): boolean {
  if (origin.hasOwnPolicy === true) return true;
  return deployment?.system === "argocd" && origin.parent === undefined && origin.directory === undefined;
}
