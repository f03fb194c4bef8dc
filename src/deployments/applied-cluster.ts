/** Says to which cluster the objects of a deployment go, where that is certain. */
import { valueAt } from "../manifests/index.ts";
import type { Deployment } from "./builds/index.ts";

/** The name of the cluster that an Argo CD runs in, where nobody has given it another one: each Argo CD calls it so. */
const NAMELESS = "in-cluster";
/** The most deployments above one. */
const MAX_ABOVE = 100;

/** @param get returns a deployment by its id @returns undefined for a cluster that is not known, and for one that `kubeConfig` names */
export function appliedCluster(id: string, get: (id: string) => Deployment | undefined): string | undefined {
  const own = get(id);
  const name = own?.deployment?.cluster;
  if (own === undefined || name === undefined || name === NAMELESS) return undefined;
  // What a deployment applies elsewhere is read elsewhere.
  let at: Deployment | undefined = own;
  for (let above = 0; at !== undefined && above < MAX_ABOVE; above++) {
    if ((valueAt(at.object, "spec", "kubeConfig") ?? null) !== null) return undefined;
    at = at.origin.parent === undefined ? undefined : get(at.origin.parent);
  }
  return at === undefined ? name : undefined;
}
