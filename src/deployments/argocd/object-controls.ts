/** Reads what objects say of their own deletion; docs/specification/argocd-helm-sources.md 7. */
import { textAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";

/** Tells whether an object stays in the cluster when its Application no longer renders it. */
export function isKeptByPruning(object: Value): boolean {
  return hasOption(object, "argocd.argoproj.io/sync-options", "Prune=false");
}

/** Tells whether an object stays in the cluster when its Application is deleted with its objects. */
export function isKeptByDeletion(object: Value): boolean {
  const isDefinition =
    textAt(object, "kind") === "CustomResourceDefinition" &&
    textAt(object, "apiVersion")?.startsWith("apiextensions.k8s.io/") === true;
  return (
    isDefinition ||
    hasOption(object, "argocd.argoproj.io/sync-options", "Delete=false") ||
    hasOption(object, "helm.sh/resource-policy", "keep")
  );
}

function hasOption(object: Value, annotation: string, option: string): boolean {
  const text = textAt(object, "metadata", "annotations", annotation) ?? "";
  return text.split(",").some((entry) => entry.trim() === option);
}
