/** The effects of changes when they are applied, on objects and on Pods: parts of the report. */
import type { Change } from "./change.ts";

/** The fate of a changed object when the change is applied, in all targets where it is the same. */
export interface PlannedChange {
  readonly change: string;
  /** Their ids, in the order of the report; absent for all that have the change. */
  readonly targets?: readonly string[];
  readonly action: PlanAction;
}

/**
 * `create`; `update`: in its place, and no Pod restarts at once; `restart`: in its place, and other Pods replace those of the workload step
 * by step; `recreate`: it is deleted and created again, or all of its Pods stop before others start; `rename`: it is created under another
 * name, and the old one goes as a `delete`, `keep` or `drop` would; `move`: another target applies it. `delete`; `keep`: it is no longer
 * rendered, and its controller leaves it; `drop`: it is no longer rendered, and who applies the target is not known, or whether that
 * deletes it. `skip`: its controller applies nothing of it. `hook`: helm runs it as a hook. `refuse`: the API server refuses it.
 */
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** An effect of a change on the Pods of workloads, in all targets where it is the same. */
export interface PodEffect {
  /** The id of the change: of a workload whose template changes or that goes, or of a ConfigMap or Secret that workloads read. */
  readonly change: string;
  /** Their ids, in the order of the report. */
  readonly targets: readonly string[];
  /**
   * `restarted`: other Pods replace them, step by step. `recreated`: all of them stop before others start. `on-delete`: they stay until
   * somebody deletes them. `paused`: they stay until the Deployment is not paused any more. `old-values`: they keep what they have
   * read until they restart. `new-files`: files in them change, and they do not restart. `reloaded`: Reloader restarts them. `ended`: the
   * workload is deleted, and they go with it.
   */
  readonly effect:
    | "restarted"
    | "recreated"
    | "on-delete"
    | "paused"
    | "old-values"
    | "new-files"
    | "reloaded"
    | "ended";
  /** At least one. Where the template of a workload changes, and where a workload goes, it is the only one. */
  readonly workloads: readonly Workload[];
}

export type WorkloadKind = (typeof POD_OWNER_KINDS)[number];

/** A workload at head, or at base where its Pods end. */
export interface Workload extends Pick<Change["object"], "namespace" | "name"> {
  readonly kind: WorkloadKind;
  /** The Pods that the effect is on, above 0; null if the manifests do not say how many, as where an autoscaler does. */
  readonly pods: number | null;
}

/** In the order in which people read them. */
export const PLAN_ACTIONS = [
  "create",
  "update",
  "restart",
  "recreate",
  "rename",
  "move",
  "hook",
  "delete",
  "drop",
  "keep",
  "skip",
  "refuse",
] as const;

/** The kinds whose controllers replace running Pods when their template changes. */
export const WORKLOAD_KINDS = ["Deployment", "StatefulSet", "DaemonSet"] as const;

/** The kinds whose Pods end when an object is deleted. */
export const POD_OWNER_KINDS = [
  ...WORKLOAD_KINDS,
  "ReplicaSet",
  "ReplicationController",
  "Rollout",
  "DeploymentConfig",
  "Job",
  "CronJob",
] as const;
