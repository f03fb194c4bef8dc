/** Reads what objects say of how they are applied and deleted; docs/specification/argocd-helm-sources.md 7. */
import type { ArgoKeeps, ArgoUpdate, ReleasedBy } from "../../engine/context/built.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import { hookOf } from "./hooks.ts";

const OPTIONS = "argocd.argoproj.io/sync-options";

/** The options of an Application that decide how all of its objects are applied. */
export interface SyncOptions {
  /** Objects are replaced as a whole. */
  readonly replaces: boolean;
  /** The API server merges what is applied. */
  readonly isServerSide: boolean;
}

export function syncOptionsOf(application: Value): SyncOptions {
  const options = listAt(valueAt(application, "spec", "syncPolicy"), "syncOptions");
  return { replaces: options.includes("Replace=true"), isServerSide: options.includes("ServerSideApply=true") };
}

/** The rules by which Argo CD treats an object; undefined for one that it treats as others. */
export function treatedByApplication(object: Value, options: SyncOptions): ReleasedBy["application"] {
  const kept = keptByApplication(object);
  const hook = hookOf(object);
  const update = updateOf(object, options);
  if (kept === undefined && hook === undefined && update === undefined) return undefined;
  return { ...kept, ...(update !== undefined && { update }), ...(hook !== undefined && { hook }) };
}

/** Definitions and Namespaces are never replaced: all that they hold would go with them. */
const UPDATED: ReadonlySet<string | undefined> = new Set(["CustomResourceDefinition", "Namespace"]);

function updateOf(object: Value, { replaces, isServerSide }: SyncOptions): ArgoUpdate | undefined {
  if (!hasOption(object, OPTIONS, "Force=true")) return undefined;
  if (replaces || hasOption(object, OPTIONS, "Replace=true"))
    return UPDATED.has(textAt(object, "kind")) ? "refused" : "replaced";
  const isApplied = isServerSide && !hasOption(object, OPTIONS, "ServerSideApply=false");
  return isApplied || hasOption(object, OPTIONS, "ServerSideApply=true") ? "refused" : "forced";
}

/** Tells why an object stays in the cluster when its Application no longer renders it, and when that is deleted; undefined for neither. */
function keptByApplication(object: Value): ReleasedBy["application"] {
  const pruned = hasOption(object, OPTIONS, "Prune=false") ? "prune-false" : undefined;
  const deleted = keptByDeletion(object);
  if (pruned === undefined && deleted === undefined) return undefined;
  return { ...(pruned !== undefined && { pruned }), ...(deleted !== undefined && { deleted }) };
}

function keptByDeletion(object: Value): ArgoKeeps | undefined {
  const isDefinition =
    textAt(object, "kind") === "CustomResourceDefinition" &&
    textAt(object, "apiVersion")?.startsWith("apiextensions.k8s.io/") === true;
  if (hasOption(object, OPTIONS, "Delete=false")) return "delete-false";
  if (hasOption(object, "helm.sh/resource-policy", "keep")) return "kept";
  return isDefinition ? "crd" : undefined;
}

function hasOption(object: Value, annotation: string, option: string): boolean {
  const text = textAt(object, "metadata", "annotations", annotation) ?? "";
  return text.split(",").some((entry) => entry.trim() === option);
}
