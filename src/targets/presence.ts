/** Tells which targets a tree has. */
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
