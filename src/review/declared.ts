/** Finds the deployments that an object declares: Kustomizations of Flux are objects of a target, and targets themselves. */
import { deploymentId, deploymentOf } from "../render/index.ts";
import type { Change } from "./change.ts";

const GROUP = "kustomize.toolkit.fluxcd.io/";
/** The namespace of Flux, for objects that nobody gives one. */
const FLUX_NAMESPACE = "flux-system";

/**
 * The ids of the deployments that an object declares in the clusters of some targets. Empty for an object that declares none, and for
 * targets that are no deployments.
 */
export function declaredBy({ object }: Pick<Change, "object">, targets: readonly string[]): string[] {
  if (!isDeclaration(object)) return [];
  const { namespace, name } = object;
  const found = targets.flatMap((target) => {
    const declarer = deploymentOf(target);
    return declarer === undefined ? [] : [deploymentId({ ...declarer, namespace: namespace || FLUX_NAMESPACE, name })];
  });
  return [...new Set(found)];
}

/** Tells whether an object is a Kustomization of Flux. */
export function isDeclaration({ apiVersion, kind }: Pick<Change["object"], "apiVersion" | "kind">): boolean {
  return kind === "Kustomization" && apiVersion.startsWith(GROUP);
}
