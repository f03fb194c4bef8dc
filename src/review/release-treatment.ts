/** Tells what Flux, helm or Argo CD does with an object that changes: it leaves some alone, and Flux runs others as hooks. */
import { GENERATED } from "../charts/index.ts";
import { argocdHookOf, objectMark } from "../deployments/index.ts";
import type { RenderedResource } from "../render/rendering.ts";
import { annotation, isSameObject } from "./dangers/index.ts";
import type { Pair } from "./differences/index.ts";
import { mayBeIgnored } from "./ignored-differences.ts";
import type { NewChange } from "./report.ts";

/** Names of hooks that fit into a row. */
const EVENT = /^[a-z-]{1,40}$/;

/** The part of a target that decides what becomes of its objects. */
export interface Circumstances {
  /** The target is new, so that a release is installed. */
  readonly isNew?: boolean;
  /** The head has nothing of the target. */
  readonly isGone?: boolean;
  /** A Kustomization of Flux applies it. */
  readonly isOfFlux?: boolean;
}

/** Undefined for an object that is treated as any other. */
export function treatmentOf(
  { base, head }: Pair,
  { isNew = false, isGone = false, isOfFlux = false }: Circumstances,
): NewChange["release"] {
  const ofBase = base?.release?.application === undefined ? undefined : base.release;
  const rules = head === undefined ? base?.release : (head.release ?? ofBase);
  if (rules === undefined) return isOfFlux ? markedTreatment({ base, head }) : hookTreatment({ base, head }, isGone);
  const { definition, application } = rules;
  if (application !== undefined) {
    return ofApplication({ base, head }, isGone);
  }
  if (definition !== undefined) {
    if (head === undefined) return { fate: "definition" };
    if (definition === "helm") return isNew ? undefined : { fate: "not-upgraded" };
    if (base !== undefined) return definition.upgrade === "CreateReplace" ? undefined : { fate: "not-updated" };
    return (isNew ? definition.install : definition.upgrade) === "Skip" ? { fate: "not-created" } : undefined;
  }
  const hook = hookOf(head) ?? hookOf(base);
  const isGenerated = base === undefined && head?.yaml.includes(GENERATED) === true;
  if (hook !== undefined || isGenerated)
    return { ...(hook !== undefined && { hook }), ...(isGenerated && { isGenerated }) };
  return head === undefined && base !== undefined && isKept(base) ? { fate: "kept" } : undefined;
}

const ARGO_HOOK = "argocd.argoproj.io/hook";
const HOOKS = [ARGO_HOOK, "helm.sh/hook"] as const;

/** An object that becomes a hook, or is none any more, is told as others: its annotation says it. */
function ofApplication({ base, head }: Pair, isGone: boolean): NewChange["release"] {
  const [before, now] = [base?.release?.application, head?.release?.application];
  if (head === undefined) {
    const fate = isGone ? before?.deleted : before?.pruned;
    if (fate !== undefined) return { fate };
    return before?.hook === undefined || isGone ? undefined : { hook: before.hook.phases };
  }
  const [was, is] = [before?.hook !== undefined, now?.hook !== undefined];
  // What another tool applies from now on can have the annotation still.
  const isSwitched = was !== is && (is || !HOOKS.some((name) => annotation(head, name) !== undefined));
  if (base !== undefined && isSwitched && isSameObject(base, head)) return { becomes: is ? "hook" : "plain" };
  if (now?.hook?.isDeleted || (base === undefined && is)) return { hook: now?.hook?.phases ?? [] };
  const isReplaced = base !== undefined && isSameObject(base, head) && (now?.update ?? before?.update) === "replaced";
  const isPartial = mayBeIgnored({ base, head });
  if (!isReplaced && !isPartial) return undefined;
  return { ...(isReplaced && { isReplaced: true as const }), ...(isPartial && { mayBeIgnored: true as const }) };
}

/** An object with the annotation of a hook is one, also in a directory of which nobody says that Argo CD applies it. */
function hookTreatment({ base, head }: Pair, isGone: boolean): NewChange["release"] {
  const [was, is] = [base, head].map((side) =>
    side?.yaml.includes(ARGO_HOOK) ? argocdHookOf(side.value()) : undefined,
  );
  if (head === undefined) return was === undefined || isGone ? undefined : { hook: was.phases };
  return is !== undefined && (base === undefined || (was !== undefined && is.isDeleted))
    ? { hook: is.phases }
    : undefined;
}

/** Two objects that are not the same one are a new one and one that goes: what is told of them is told of both. */
function markedTreatment({ base, head }: Pair): NewChange["release"] {
  if (base !== undefined && head !== undefined && !isSameObject(base, head)) return undefined;
  if (![base, head].some((side) => side?.yaml.includes("kustomize.toolkit.fluxcd.io/"))) return undefined;
  const fate = objectMark(base?.value(), head?.value());
  return fate && { fate };
}

function hookOf(resource: RenderedResource | undefined): readonly string[] | undefined {
  const events = resource && annotation(resource, "helm.sh/hook");
  if (events === undefined) return undefined;
  return events.split(",").flatMap((event) => {
    const name = event.trim().toLowerCase();
    return EVENT.test(name) ? [name] : [];
  });
}

function isKept(base: RenderedResource): boolean {
  return annotation(base, "helm.sh/resource-policy")?.trim().toLowerCase() === "keep";
}
