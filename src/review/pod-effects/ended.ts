/** Finds the Pods that end because the object that made them is deleted. */
import { type HashMask, listAt, valueAt } from "../../manifests/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { FoundPodEffect } from "./found-pod-effects.ts";
import { scaledIn, workloadOf } from "./target-effects.ts";
import { replicasOf } from "./workloads.ts";

/** Groups and kinds with a number of Pods in `spec.replicas`. */
const COUNTED: ReadonlySet<string> = new Set([
  "/ReplicationController",
  "apps.openshift.io/DeploymentConfig",
  "argoproj.io/Rollout",
  "apps/StatefulSet",
  ...["Deployment", "ReplicaSet"].flatMap((kind) => [`apps/${kind}`, `extensions/${kind}`]),
]);

/** Kinds with as many Pods as there are nodes, or as many as run just then. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  "apps/DaemonSet",
  "extensions/DaemonSet",
  "batch/CronJob",
  "batch/Job",
]);

/** An object that a target deletes. */
interface Deleted {
  readonly base: RenderedResource | undefined;
}

/**
 * Returns the effects of the objects that a target deletes on their own Pods.
 * @param base all objects of the target at the base
 * @param mask for the names of objects
 */
export function endedPods<P extends Deleted>(
  deleted: readonly P[],
  base: readonly RenderedResource[],
  mask: HashMask,
): ReadonlyMap<P, readonly FoundPodEffect[]> {
  const isScaled = scaledIn(base);
  const found = new Map<P, readonly FoundPodEffect[]>();
  for (const pair of deleted) {
    const resource = pair.base;
    const pods = resource === undefined ? 0 : podsOf(resource);
    if (resource === undefined || pods === 0) continue;
    const workload = workloadOf(resource, isScaled(resource) ? null : pods, mask);
    found.set(pair, [{ effect: "ended", workloads: [workload] }]);
  }
  return found;
}

/** The Pods that go with the object; null where the manifests do not say how many. */
function podsOf(resource: RenderedResource): number | null {
  const { apiVersion, kind } = resource;
  const name = `${apiVersion.slice(0, Math.max(0, apiVersion.indexOf("/")))}/${kind}`;
  if (!COUNTED.has(name) && !UNCOUNTED.has(name)) return 0;
  const value = resource.value();
  // The collector of garbage leaves them then.
  if (listAt(value, "metadata", "finalizers").includes("orphan")) return 0;
  if (UNCOUNTED.has(name)) return null;
  if (kind === "DeploymentConfig" && valueAt(value, "spec", "replicas") === undefined) return null;
  return replicasOf(kind, value);
}
