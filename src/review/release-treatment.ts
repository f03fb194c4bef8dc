/** Tells what Flux, helm or Argo CD does with an object that changes: it leaves some alone, and Flux runs others as hooks. */
import { GENERATED } from "../charts/index.ts";
import type { RenderedResource } from "../render/rendering.ts";
import { annotation } from "./dangers/index.ts";
import type { Pair } from "./differences/index.ts";
import { mayBeIgnored } from "./ignored-differences.ts";
import type { NewChange } from "./report.ts";

/** Names of hooks that fit into a row. */
const EVENT = /^[a-z-]{1,40}$/;

/**
 * Undefined for an object that is of no release, and for one that is treated as any other.
 * @param isNew the release is new, so that it is installed
 * @param isGone the head has nothing of the target
 */
export function treatmentOf({ base, head }: Pair, isNew: boolean, isGone = false): NewChange["release"] {
  const rules = (head ?? base)?.release;
  if (rules === undefined) return undefined;
  const { definition, application } = rules;
  if (application !== undefined) {
    const fate = head !== undefined ? undefined : isGone ? application.deleted : application.pruned;
    if (fate !== undefined) return { fate };
    return mayBeIgnored({ base, head }) ? { mayBeIgnored: true } : undefined;
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
