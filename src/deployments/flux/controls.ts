/** Reads what a Kustomization of Flux says of its objects beside what they are: whether they are deleted, and when. */
import type { Location } from "../../diagnostics.ts";
import { textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";

/** The fields and annotations of a Kustomization that say what the controller does with its objects. */
export interface Controls {
  /** Objects that are no longer rendered are deleted. */
  readonly prunes: boolean;
  /** Says what is deleted with the Kustomization itself; `MirrorPrune` for what pruning would delete. */
  readonly deletionPolicy: "MirrorPrune" | "Delete" | "WaitForTermination" | "Orphan";
  /** Nothing is applied, and nothing is deleted, until somebody resumes it. */
  readonly isSuspended: boolean;
  /** Objects that the API server refuses to update are deleted and created again. */
  readonly forces: boolean;
  /** Argo CD replaces objects as a whole. */
  readonly replaces?: boolean;
  /** Objects that Argo CD prunes, or that go with their release of Flux, leave what they have made, such as Pods. */
  readonly orphans?: boolean;
  /** The Kustomization itself stays in the cluster when nothing renders it any more, because of its annotation. */
  readonly isKept: boolean;
  /** Argo CD applies nothing until somebody starts a sync. */
  readonly isManual?: boolean;
  /** Argo CD undoes what is changed in the cluster alone. */
  readonly heals?: boolean;
  /** The sync windows of the AppProject that may hold a sync back, as texts. */
  readonly windows?: readonly string[];
  /** The place that says when Argo CD syncs. */
  readonly place?: Location;
}

/** The values that switch an annotation or a label of Flux off. */
const DISABLED: ReadonlySet<string> = new Set(["disabled", "false"]);

/** The values, in lower case, that the annotations and the labels of an object have under a name of Flux. */
function marksOf(object: Value, name: string): readonly string[] {
  return ["annotations", "labels"].flatMap(
    (part) => textAt(object, "metadata", part, `kustomize.toolkit.fluxcd.io/${name}`)?.toLowerCase() ?? [],
  );
}

function isDisabled(object: Value, name: string): boolean {
  return marksOf(object, name).some((mark) => DISABLED.has(mark));
}

/** Tells whether a Kustomization applies all of an object each time: not one that it only creates, merges or leaves alone. */
export function isOverwritten(object: Value): boolean {
  return !isDisabled(object, "reconcile") && marksOf(object, "ssa").every((mark) => mark === "override");
}

/** A mark by which a Kustomization does not apply, or does not delete, one of its objects. */
export type ObjectMark = "prune-disabled" | "reconcile-disabled" | "ssa-ignore" | "ssa-if-not-present";

/**
 * Returns the mark by which a Kustomization leaves an object as the cluster has it; undefined if it creates, updates or deletes it. Both
 * the object in the cluster, which is that of the base, and the new one count; ssa.Manager of fluxcd/pkg.
 */
export function objectMark(base: Value | undefined, head: Value | undefined): ObjectMark | undefined {
  const sides = [base, head].flatMap((side) => side ?? []);
  if (sides.some((side) => isDisabled(side, "reconcile"))) return "reconcile-disabled";
  if (head === undefined) return sides.some((side) => isDisabled(side, "prune")) ? "prune-disabled" : undefined;
  const hasMark = (mark: string): boolean => sides.some((side) => marksOf(side, "ssa").includes(mark));
  if (hasMark("ignore")) return "ssa-ignore";
  return base !== undefined && hasMark("ifnotpresent") ? "ssa-if-not-present" : undefined;
}

export function controlsOf(object: Value): Controls {
  const spec = valueAt(object, "spec");
  const policy = textAt(spec, "deletionPolicy");
  return {
    prunes: valueAt(spec, "prune") === true,
    deletionPolicy:
      policy === "Delete" || policy === "WaitForTermination" || policy === "Orphan" ? policy : "MirrorPrune",
    isSuspended: valueAt(spec, "suspend") === true,
    forces: valueAt(spec, "force") === true,
    isKept: isDisabled(object, "prune") || isDisabled(object, "reconcile"),
  };
}
