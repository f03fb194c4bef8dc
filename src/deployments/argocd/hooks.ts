/** Tells when Argo CD applies an object, by the annotations for its hooks and for those of helm; docs/specification/argocd-helm-sources.md 6. */
import { textAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";

/** `Sync` is the phase of an object without annotations. */
export type Phase = "PreSync" | "Sync" | "PostSync" | "SyncFail" | "PreDelete" | "PostDelete";

const SYNC_PHASES: ReadonlySet<string> = new Set<Phase>(["PreSync", "Sync", "PostSync", "SyncFail"]);

const HELM_PHASES: ReadonlyMap<string, Phase> = new Map<string, Phase>([
  ["pre-install", "PreSync"],
  ["pre-upgrade", "PreSync"],
  ["post-install", "PostSync"],
  ["post-upgrade", "PostSync"],
]);

const DELETE_PHASES = [
  { phase: "PreDelete", helm: "pre-delete" },
  { phase: "PostDelete", helm: "post-delete" },
] as const;

/** The phases in which an object is applied; none for a hook that Argo CD does not know, such as a test of helm. */
export function phasesOf(object: Value): readonly Phase[] {
  const [own, helm] = [entriesOf(object, "argocd.argoproj.io/hook"), entriesOf(object, "helm.sh/hook")];
  const named = own?.filter((entry) => SYNC_PHASES.has(entry) || entry === "Skip") ?? [];
  const known = named.length > 0 ? named : (helm ?? []).flatMap((entry) => HELM_PHASES.get(entry) ?? []);
  if (known.length === 1 && known[0] === "Skip") return [];
  const isHook =
    own !== undefined ||
    (helm !== undefined && textAt(object, "metadata", "annotations", "helm.sh/hook") !== "crd-install");
  if (!isHook) return ["Sync"];
  const phases = new Set(known.filter((entry) => entry !== "Skip") as Phase[]);
  if (phases.size === 0)
    for (const { phase, helm: name } of DELETE_PHASES)
      if (own?.includes(phase) === true || helm?.includes(name) === true) phases.add(phase);
  return [...phases];
}

const HOOKS = ["argocd.argoproj.io/hook", "helm.sh/hook"] as const;

/** The policies by which the object of a hook is deleted, so that it is created again at the next sync; those of helm come after. */
const DELETING = [
  { annotation: "argocd.argoproj.io/hook-delete-policy", all: ["HookSucceeded", "HookFailed", "BeforeHookCreation"] },
  { annotation: "helm.sh/hook-delete-policy", all: ["hook-succeeded", "hook-failed", "before-hook-creation"] },
] as const;

/**
 * The phases of a hook, and whether it is gone before it is created again: without a policy, Argo CD deletes it right before. Undefined for
 * an object that is no hook.
 */
export function hookOf(object: Value): { readonly phases: readonly Phase[]; readonly isDeleted: boolean } | undefined {
  const phases = phasesOf(object);
  const isHook = HOOKS.some((annotation) => entriesOf(object, annotation) !== undefined);
  const isDefinition = textAt(object, "metadata", "annotations", "helm.sh/hook") === "crd-install";
  if (!isHook || phases.length === 0 || (isDefinition && entriesOf(object, HOOKS[0]) === undefined)) return undefined;
  const policies = DELETING.flatMap(({ annotation, all }) =>
    (entriesOf(object, annotation) ?? []).map((entry) => all.findIndex((name) => name === entry)),
  ).filter((index) => index >= 0);
  const [failed] = policies;
  return { phases, isDeleted: policies.length !== 1 || failed !== 1 };
}

/** Undefined if there is no such annotation. */
function entriesOf(object: Value, annotation: string): readonly string[] | undefined {
  const text = textAt(object, "metadata", "annotations", annotation);
  return text?.split(",").flatMap((entry) => entry.trim() || []);
}
