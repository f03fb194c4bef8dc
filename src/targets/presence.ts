/** Tells which targets a tree has, and which of them may be the same under other names. */
import { directoryOfTarget, holdsKustomization, isDeploymentId, type Trees } from "../render/index.ts";
import type { Deployments } from "./deployments.ts";

/** Tells whether a tree has a target. A directory that cannot be found counts as absent. @param id of the target */
export async function hasTarget(
  side: keyof Trees,
  id: string,
  trees: Trees,
  deployments: Deployments = {},
): Promise<boolean> {
  if (isDeploymentId(id)) return deployments[side]?.has(id) ?? false;
  try {
    return await holdsKustomization(trees[side], directoryOfTarget(id));
  } catch {
    return false;
  }
}

/**
 * Tells whether some of the targets that only the base has may have been renamed: to one that only the head has, or a directory to one
 * that is no target.
 */
export function mayBeRenamed(base: readonly string[], head: readonly string[]): boolean {
  return head.length > 0 ? base.length > 0 : !base.every(isDeploymentId);
}
