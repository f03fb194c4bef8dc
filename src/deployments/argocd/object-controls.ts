/** Reads what objects say of their own deletion; docs/specification/argocd-helm-sources.md 7. */
import type { ArgoKeeps, ReleasedBy } from "../../engine/context/built.ts";
import { textAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";

const OPTIONS = "argocd.argoproj.io/sync-options";

/** Tells why an object stays in the cluster when its Application no longer renders it, and when that is deleted; undefined for neither. */
export function keptByApplication(object: Value): ReleasedBy["application"] {
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
