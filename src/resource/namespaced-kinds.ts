/** Kinds that are namespaced even if an OpenAPI document says otherwise; docs/specification/identity.md 1.4. */
const kindsByVersion: ReadonlyMap<string, string> = new Map([
  ["apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet"],
  ["autoscaling/v1", "HorizontalPodAutoscaler Scale"],
  ["autoscaling/v2beta1", "HorizontalPodAutoscaler"],
  ["autoscaling/v2beta2", "HorizontalPodAutoscaler"],
  ["batch/v1", "CronJob Job"],
  ["batch/v1beta1", "CronJob"],
  ["coordination.k8s.io/v1", "Lease"],
  ["coordination.k8s.io/v1beta1", "Lease"],
  ["discovery.k8s.io/v1", "EndpointSlice"],
  ["discovery.k8s.io/v1beta1", "EndpointSlice"],
  ["events.k8s.io/v1", "Event"],
  ["events.k8s.io/v1beta1", "Event"],
  ["extensions/v1beta1", "Ingress"],
  ["networking.k8s.io/v1", "Ingress NetworkPolicy"],
  ["networking.k8s.io/v1beta1", "Ingress"],
  ["policy/v1", "PodDisruptionBudget"],
  ["policy/v1beta1", "PodDisruptionBudget"],
  ["rbac.authorization.k8s.io/v1", "Role RoleBinding"],
  ["rbac.authorization.k8s.io/v1beta1", "Role RoleBinding"],
  ["storage.k8s.io/v1beta1", "CSIStorageCapacity"],
  [
    "v1",
    "ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodAttachOptions PodExecOptions " +
      "PodPortForwardOptions PodProxyOptions PodTemplate ReplicationController ResourceQuota Secret Service " +
      "ServiceAccount ServiceProxyOptions",
  ],
]);

const namespaced: ReadonlySet<string> = new Set(
  [...kindsByVersion].flatMap(([apiVersion, kinds]) => kinds.split(" ").map((kind) => `${apiVersion} ${kind}`)),
);

/** Tells whether a kind is certainly namespaced. False if unknown. */
export function isNamespaced(apiVersion: string, kind: string): boolean {
  return namespaced.has(`${apiVersion} ${kind}`);
}
