/** Objects that run pods. */
import { type Draw, name } from "./draw.ts";
import { labels, metadata, podSpec, template } from "./pods.ts";
import type { Yaml } from "./yaml-text.ts";

function workload(apiVersion: string, kind: string): (draw: Draw) => Yaml {
  return (draw) => {
    // An anchor for repeated labels.
    const shared = draw.once(12);
    return {
      apiVersion: draw.once(15) ? draw.of("apps/v1beta1", "extensions/v1beta1") : apiVersion,
      kind,
      metadata: metadata(draw),
      spec: {
        replicas: draw.once(2) ? draw.of("1", "3", '"2"', "null") : undefined,
        selector:
          !shared && draw.once(3)
            ? undefined
            : {
                matchLabels: shared ? "&labels {app: web, tier: front}" : labels(draw),
                matchExpressions: draw.once(12) ? [{ key: "app", operator: "In", values: ["web"] }] : undefined,
              },
        template: shared && draw.once(2) ? { metadata: { labels: "*labels" }, spec: podSpec(draw) } : template(draw),
        serviceName: kind === "StatefulSet" ? name(draw) : undefined,
        volumeClaimTemplates: kind === "StatefulSet" && draw.once(2) ? claims(draw) : undefined,
      },
    };
  };
}

function claims(draw: Draw): Yaml {
  const claim = (claimName: string): Yaml => ({
    apiVersion: draw.once(4) ? "v1" : undefined,
    kind: draw.once(4) ? "PersistentVolumeClaim" : undefined,
    metadata: { name: claimName, labels: draw.once(3) ? labels(draw) : undefined },
    spec: { storageClassName: name(draw), resources: { requests: { storage: draw.of("1Gi", "5", "1.5") } } },
  });
  return draw.once(3) ? [claim("data"), claim("logs")] : [claim("data")];
}

function cronJob(draw: Draw): Yaml {
  return {
    apiVersion: draw.of("batch/v1", "batch/v1", "batch/v1beta1"),
    kind: "CronJob",
    metadata: metadata(draw),
    spec: {
      schedule: '"* * * * *"',
      jobTemplate: {
        metadata: draw.once(3) ? { labels: labels(draw) } : undefined,
        spec: { template: template(draw) },
      },
    },
  };
}

export const WORKLOADS: readonly ((draw: Draw) => Yaml)[] = [
  workload("apps/v1", "Deployment"),
  workload("apps/v1", "Deployment"),
  workload("apps/v1", "Deployment"),
  workload("apps/v1", "StatefulSet"),
  workload("apps/v1", "StatefulSet"),
  workload("apps/v1", "DaemonSet"),
  workload("apps/v1", "ReplicaSet"),
  cronJob,
  (draw) => ({ apiVersion: "batch/v1", kind: "Job", metadata: metadata(draw), spec: { template: template(draw) } }),
  (draw) => ({ apiVersion: "v1", kind: "Pod", metadata: metadata(draw), spec: podSpec(draw) }),
  (draw) => ({ apiVersion: "v1", kind: "PodTemplate", metadata: metadata(draw), template: template(draw) }),
  (draw) => ({
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata: metadata(draw),
    spec: { selector: labels(draw), template: template(draw) },
  }),
];
