/** Annotations by which the tools that apply objects replace them, or keep what is no longer rendered. */
import type { RenderedResource } from "../../../../render/rendering.ts";
import type { FullPair } from "./identity.ts";
import { annotation } from "./object-values.ts";

interface Mark {
  readonly annotation: string;
  /** In lower case; of a list of options with commas, one of them. */
  readonly values: readonly string[];
  /** Who acts on it. */
  readonly tool: string;
  /** Other tools that apply such objects and delete them all the same, in words. */
  readonly notBy?: string;
}

/** The tool deletes an object that it cannot update, and creates it again. */
const REPLACING: readonly Mark[] = [
  { annotation: "argocd.argoproj.io/sync-options", values: ["force=true"], tool: "Argo CD" },
  { annotation: "kustomize.toolkit.fluxcd.io/force", values: ["enabled", "true"], tool: "Flux" },
  { annotation: "kapp.k14s.io/update-strategy", values: ["fallback-on-replace", "always-replace"], tool: "kapp" },
];

/** The tool deletes the object of a hook before it creates it again, or when it has succeeded. */
const HOOKS: readonly (Omit<Mark, "values"> & { readonly policy: string; readonly deleting: readonly string[] })[] = [
  {
    annotation: "argocd.argoproj.io/hook",
    tool: "Argo CD",
    policy: "argocd.argoproj.io/hook-delete-policy",
    deleting: ["beforehookcreation", "hooksucceeded"],
  },
  {
    annotation: "helm.sh/hook",
    tool: "Helm",
    policy: "helm.sh/hook-delete-policy",
    deleting: ["before-hook-creation", "hook-succeeded"],
  },
];

/** The tool leaves the object in the cluster when it is no longer rendered. */
const KEEPING: readonly Mark[] = [
  { annotation: "argocd.argoproj.io/sync-options", values: ["prune=false"], tool: "Argo CD" },
  { annotation: "kustomize.toolkit.fluxcd.io/prune", values: ["disabled", "false"], tool: "Flux" },
  { annotation: "kustomize.toolkit.fluxcd.io/reconcile", values: ["disabled", "false"], tool: "Flux" },
  // Argo CD keeps such an object when the whole application is deleted, but prunes what is no longer rendered.
  { annotation: "helm.sh/resource-policy", values: ["keep"], tool: "Helm", notBy: "Argo CD and Flux" },
  { annotation: "client.lifecycle.config.k8s.io/deletion", values: ["detach"], tool: "kpt" },
  { annotation: "cli-utils.sigs.k8s.io/on-remove", values: ["keep"], tool: "kpt" },
  { annotation: "kapp.k14s.io/delete-strategy", values: ["orphan"], tool: "kapp" },
];

/** The option by which Argo CD deletes objects, which decides alone where it is known that Argo CD applies them. */
const OF_ARGOCD = REPLACING[0] as Mark;

/** Returns the tool that replaces the object when the API server refuses an update; undefined for none. */
export function replacedBy({
  base,
  head,
}: Pick<FullPair, "base" | "head">): { readonly tool: string; readonly annotation: string } | undefined {
  // Argo CD reads the option also in the object that the cluster has.
  const update = [head, base].flatMap(({ release }) => release?.application?.update ?? [])[0];
  if (update !== undefined) return update === "refused" ? undefined : OF_ARGOCD;
  const mark = REPLACING.find((each) => isMarked(head, each));
  if (mark !== undefined) return mark;
  return HOOKS.find((hook) => {
    const name = annotation(head, hook.annotation);
    if (name === undefined || name.toLowerCase() === "skip") return false;
    const policies = annotation(head, hook.policy);
    // Without a policy, both tools delete the object before they create it again.
    return policies === undefined || options(policies).some((policy) => hook.deleting.includes(policy));
  });
}

/** Returns the tool that keeps the object in the cluster when it is no longer rendered; undefined for none. */
export function keptBy(base: RenderedResource): Pick<Mark, "tool" | "annotation" | "notBy"> | undefined {
  return KEEPING.find((each) => isMarked(base, each));
}

function isMarked(resource: RenderedResource, mark: Mark): boolean {
  const text = annotation(resource, mark.annotation);
  return text !== undefined && options(text).some((option) => mark.values.includes(option));
}

function options(text: string): readonly string[] {
  return text.split(",").map((option) => option.trim().toLowerCase());
}
