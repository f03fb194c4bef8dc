/** Says what becomes of the objects of a deployment that a change takes away, or cannot update. */
import type { Fate } from "../render/index.ts";
import type { Deployment } from "./builds/index.ts";

/** Finds a deployment of one side by its id. */
type Lookup = (id: string) => Deployment | undefined;

/**
 * @param isLeftOut tells whether the deployments of the base leave out a directory, by its id
 * @returns undefined for the id of any other directory: nobody knows who applies it
 */
export function fateOf(
  id: string,
  base: Lookup,
  head: Lookup,
  isLeftOut: (id: string) => boolean = () => false,
): Fate | undefined {
  const now = head(id);
  const known = now ?? base(id);
  if (known === undefined) return isLeftOut(id) ? { isLeftOut: true } : undefined;
  // Nobody knows whether somebody uninstalls a release whose chart goes.
  if (known.deployment?.system === "helm") return now === undefined ? undefined : {};
  if (known.deployment?.system === "argocd") return fateOfApplication(known.controls, now !== undefined);
  const keeps = now === undefined ? keptAfter(id, base, head, new Set()) : now.controls.prunes ? undefined : "no-prune";
  const { isSuspended, forces, orphans } = known.controls;
  return {
    ...(keeps !== undefined && { keeps }),
    ...(isSuspended && { isSuspended: true as const }),
    ...(forces && { forces: true as const }),
    ...(orphans && now === undefined && { orphans }),
  };
}

function fateOfApplication(controls: Deployment["controls"], isStill: boolean): Fate {
  const { prunes, deletionPolicy, isManual, orphans, windows = [] } = controls;
  const keeps = isStill
    ? prunes
      ? undefined
      : "not-pruned"
    : deletionPolicy === "Orphan"
      ? "no-finalizer"
      : undefined;
  return {
    ...(keeps !== undefined && { keeps }),
    ...(isManual === true && isStill && { isManual }),
    ...(orphans && isStill && { orphans }),
    ...(windows.length > 0 && isStill && { windows: windows.slice(0, MAX_WINDOWS) }),
  };
}

/** Sync windows that are named. */
const MAX_WINDOWS = 5;

/** Why the objects of a deployment that the head does not have stay in the cluster; undefined if they do not. */
function keptAfter(id: string, base: Lookup, head: Lookup, seen: Set<string>): Fate["keeps"] {
  const gone = base(id);
  seen.add(id);
  if (gone === undefined) return undefined;
  const { controls, origin } = gone;
  // Of a root, nobody knows who applies it.
  if (origin.parent !== undefined && !seen.has(origin.parent)) {
    const declarer = head(origin.parent)?.controls;
    const stays =
      controls.isKept ||
      (declarer === undefined
        ? keptAfter(origin.parent, base, head, seen) !== undefined
        : declarer.isSuspended || !declarer.prunes);
    if (stays) return "not-deleted";
  }
  if (controls.isSuspended) return "suspended";
  if (controls.deletionPolicy === "Orphan") return "orphan";
  return controls.deletionPolicy === "MirrorPrune" && !controls.prunes ? "no-prune" : undefined;
}
