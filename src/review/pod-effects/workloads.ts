/** Finds the workloads whose controller replaces running Pods, and how it does that. */
import { textAt, valueAt } from "../../manifests/index.ts";
import type { RenderedResource, Value } from "../../render/rendering.ts";
import { type PodEffect, WORKLOAD_KINDS } from "../report.ts";

/** The way in which a controller replaces its Pods when their template changes. */
export interface Rollout {
  readonly effect: Extract<PodEffect["effect"], "restarted" | "recreated" | "on-delete" | "paused">;
  /** Null if the manifests do not say how many there are. */
  readonly pods: number | null;
}

const KINDS: ReadonlySet<string> = new Set(WORKLOAD_KINDS);

/** Tells whether the object is a workload whose controller replaces running Pods. Those of ReplicaSets and Jobs stay as they are. */
export function isWorkload({ apiVersion, kind }: Pick<RenderedResource, "apiVersion" | "kind">): boolean {
  return KINDS.has(kind) && apiVersion.startsWith("apps/");
}

/** The Pods that the object asks for; null if it does not say it in a number. */
export function replicasOf(kind: string, value: Value): number | null {
  if (kind === "DaemonSet") return null;
  const replicas = valueAt(value, "spec", "replicas") ?? 1;
  return typeof replicas === "number" && Number.isSafeInteger(replicas) && replicas >= 0 ? replicas : null;
}

/** Returns what the controller does when the template changes. Only Pods that run before and after it count. */
export function rolloutOf(kind: string, base: Value, head: Value): Rollout {
  const [before, after] = [replicasOf(kind, base), replicasOf(kind, head)];
  const pods = before === null || after === null ? null : Math.min(before, after);
  if (kind === "Deployment") {
    if (valueAt(head, "spec", "paused") === true) return { effect: "paused", pods };
    return { effect: textAt(head, "spec", "strategy", "type") === "Recreate" ? "recreated" : "restarted", pods };
  }
  if (textAt(head, "spec", "updateStrategy", "type") === "OnDelete") return { effect: "on-delete", pods };
  return { effect: "restarted", pods: kind === "StatefulSet" ? withoutKept(pods, head) : pods };
}

/** Without the Pods that the partition of a StatefulSet keeps: those of lower ordinals. */
function withoutKept(pods: number | null, head: Value): number | null {
  const partition = valueAt(head, "spec", "updateStrategy", "rollingUpdate", "partition") ?? 0;
  const start = valueAt(head, "spec", "ordinals", "start") ?? 0;
  if (pods === null || typeof partition !== "number" || typeof start !== "number") return null;
  return pods - Math.min(pods, Math.max(0, partition - start));
}
