/** Which fields the API server refuses to change, by kind, and what to do instead. */

import type { DangerLevel } from "../../../configuration/index.ts";
import { isMap, listAt, type MapValue, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";

export interface ImmutableRow {
  /** The group and the kind: `apps/StatefulSet`, and `/Service` for the core group. */
  readonly kinds: readonly string[];
  readonly fields: readonly ImmutableField[];
  /** How the change gets into the cluster. Follows "the API server refuses the update until". */
  until(kind: string): string;
}

export interface ImmutableField {
  readonly path: readonly string[];
  /** Keys below the path that can change. The others are one danger each. */
  readonly except?: readonly string[];
  /** Says whether the change of what is compared is allowed after all. */
  readonly allows?: (before: Value | undefined, after: Value | undefined, base: Value, head: Value) => boolean;
  /** Returns the value to compare in place of the one at the path. Gets the object that has it, and the object at base. */
  readonly compared?: (value: Value | undefined, own: Value, base: Value) => Value | undefined;
  /** The release of Kubernetes that made it mutable. */
  readonly mutableSince?: string;
  readonly level?: DangerLevel;
}

const recreated = (kind: string) => `the ${kind} is deleted and created again`;

/** @param kinds with spaces between them @param fields those without a rule of their own by their paths */
function row(
  kinds: string,
  fields: readonly (string | ImmutableField)[],
  until: string | ImmutableRow["until"] = recreated,
): ImmutableRow {
  return {
    kinds: kinds.split(" "),
    fields: fields.map((field) => (typeof field === "string" ? at(field) : field)),
    until: typeof until === "string" ? () => until : until,
  };
}

function at(path: string, more: Omit<ImmutableField, "path"> = {}): ImmutableField {
  return { path: path.split("."), ...more };
}

/** A field can be set once. */
const wasUnset = (before: Value | undefined): boolean => before === undefined || before === null;

/** Fields of a Pod that can change, or that have rules of their own. */
const MUTABLE_IN_PODS =
  "activeDeadlineSeconds containers ephemeralContainers initContainers schedulingGates tolerations".split(" ");

/** Fields of a pod template that can change while the Job is suspended. */
const MUTABLE_WHILE_SUSPENDED = ["affinity", "nodeSelector", "schedulingGates", "tolerations"];

/** Tells whether the update is sent by a version that lets the selector change: pkg/registry/apps/deployment/strategy.go of Kubernetes. */
function isOfEarlierVersion(_before: unknown, _after: unknown, _base: Value, head: Value): boolean {
  const version = textAt(head, "apiVersion");
  return version === "extensions/v1beta1" || (version === "apps/v1beta1" && textAt(head, "kind") === "Deployment");
}

function labelsOfTemplate(workload: Value): Value | undefined {
  const labels = valueAt(workload, "spec", "template", "metadata", "labels");
  return labels === undefined ? undefined : { matchLabels: labels };
}

function templateOfJob(template: Value | undefined, _own: Value, base: Value): Value | undefined {
  if (!isMap(template)) return template;
  const isSuspended = valueAt(base, "spec", "suspend") === true;
  const rest = without(template, isSuspended ? ["metadata"] : []);
  const spec = valueAt(template, "spec");
  if (isMap(spec)) rest["spec"] = without(withAccount(spec), isSuspended ? MUTABLE_WHILE_SUSPENDED : []);
  return rest;
}

/** A Pod with its account under one name: `serviceAccount` is the old one, and counts where the new one is empty. */
function withAccount(spec: MapValue): MapValue {
  const old = valueAt(spec, "serviceAccount");
  const account = valueAt(spec, "serviceAccountName");
  if (old === undefined) return spec;
  const rest = without(spec, ["serviceAccount"]);
  rest["serviceAccountName"] = isUnset(account) ? old : (account as Value);
  return rest;
}

/** The containers of a Pod without their images, which can be updated. */
function withoutImages(containers: Value | undefined): Value | undefined {
  if (!Array.isArray(containers)) return containers;
  return containers.map((container) => (isMap(container) ? without(container, ["image"]) : container));
}

function without(map: MapValue, keys: readonly string[]): { [key: string]: Value } {
  return chosen(map, (key) => !keys.includes(key));
}

function chosen(map: MapValue, takes: (key: string) => boolean): { [key: string]: Value } {
  const copy = Object.create(null) as { [key: string]: Value };
  for (const key of Object.keys(map)) if (takes(key)) copy[key] = map[key] as Value;
  return copy;
}

/** Returns the entries of some keys. The API server drops fields that it does not know. */
function only(value: Value | undefined, keys: readonly string[]): Value | undefined {
  return isMap(value) ? chosen(value, (key) => keys.includes(key)) : value;
}

const VOLUME_SOURCES =
  "awsElasticBlockStore azureDisk azureFile cephfs cinder csi fc flexVolume flocker gcePersistentDisk glusterfs hostPath iscsi local nfs photonPersistentDisk portworxVolume quobyte rbd scaleIO storageos vsphereVolume".split(
    " ",
  );

function isExternalName(object: Value): boolean {
  return valueAt(object, "spec", "type") === "ExternalName";
}

/** The API server keeps an address that an update leaves out. The kinds of Services with and without one are free to change. */
function keepsAddress(before: Value | undefined, after: Value | undefined, base: Value, head: Value): boolean {
  return isExternalName(base) || isExternalName(head) || isUnset(after) || (isUnset(before) && after !== "None");
}

function isUnset(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function lengthOf(value: Value | undefined): number {
  return Array.isArray(value) ? value.length : 1;
}

/** The field can be set once, and taken back. */
const isSetOnOneSide: ImmutableField["allows"] = (before, after) => isUnset(before) || isUnset(after);

export const IMMUTABLE_FIELDS: readonly ImmutableRow[] = [
  row(
    "apps/StatefulSet",
    [
      "spec.podManagementPolicy",
      "spec.selector",
      "spec.serviceName",
      "spec.volumeClaimTemplates",
      at("spec.revisionHistoryLimit", { mutableSince: "1.33", level: "low" }),
    ],
    "the StatefulSet is deleted; deletion with --cascade=orphan keeps its Pods and claims",
  ),
  row(
    "apps/DaemonSet apps/Deployment apps/ReplicaSet",
    // Earlier versions of the API take the labels of the template where there is none, and let it change.
    [at("spec.selector", { compared: (value, own) => value ?? labelsOfTemplate(own), allows: isOfEarlierVersion })],
    (kind) => `${recreated(kind)}, which stops all of its Pods`,
  ),
  row(
    "batch/Job",
    [
      "spec.backoffLimitPerIndex",
      "spec.completionMode",
      "spec.managedBy",
      "spec.podFailurePolicy",
      "spec.selector",
      "spec.successPolicy",
      at("spec.completions", {
        // An indexed Job can be scaled, with both numbers alike.
        allows: (_before, after, _base, head) =>
          valueAt(head, "spec", "completionMode") === "Indexed" && after === valueAt(head, "spec", "parallelism"),
      }),
      at("spec.template", { compared: templateOfJob }),
    ],
    "the Job is deleted; another name makes it another Job",
  ),
  row("/Pod", [
    at("spec", {
      compared: (value) => (isMap(value) ? withAccount(value) : value),
      except: MUTABLE_IN_PODS,
    }),
    at("spec.containers", { compared: withoutImages }),
    at("spec.initContainers", { compared: withoutImages }),
  ]),
  row(
    "/PersistentVolumeClaim",
    [
      "spec.accessModes",
      "spec.resources.limits",
      "spec.selector",
      "spec.storageClassName",
      "spec.volumeMode",
      // The API server copies each of two fields for the source to the other.
      at("spec.dataSourceRef", { compared: (value, own) => value ?? valueAt(own, "spec", "dataSource") }),
      at("spec.volumeName", { allows: wasUnset }),
    ],
    "the claim is deleted, and its volume with it if the reclaim policy is Delete; copy the data to a new claim",
  ),
  row(
    "/PersistentVolume",
    [
      at("spec", { compared: (value) => only(value, VOLUME_SOURCES) }),
      "spec.volumeMode",
      at("spec.nodeAffinity", { allows: wasUnset }),
    ],
    "the volume is deleted and created again; with the reclaim policy Retain its data stays",
  ),
  row(
    "storage.k8s.io/StorageClass",
    ["parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"],
    "the StorageClass is deleted and created again; volumes that it made stay as they are",
  ),
  row("storage.k8s.io/VolumeAttributesClass", ["driverName", "parameters"]),
  row("storage.k8s.io/CSIDriver", ["spec.attachRequired", "spec.volumeLifecycleModes"]),
  row("storage.k8s.io/CSIStorageCapacity", ["nodeTopology", "storageClassName"]),
  row(
    "/Service",
    [
      at("spec.clusterIP", {
        compared: (value, own) => value ?? listAt(own, "spec", "clusterIPs")[0],
        allows: keepsAddress,
      }),
      at("spec.clusterIPs", {
        // The first is the clusterIP. A second one can come and go.
        compared: (value) => (Array.isArray(value) && value.length > 0 ? value.with(0, null) : value),
        allows: (before, after) => isUnset(before) || isUnset(after) || lengthOf(before) !== lengthOf(after),
      }),
      at("spec.ipFamilies", {
        // Only the first one is immutable.
        allows: (before, after, base, head) =>
          isExternalName(base) || isExternalName(head) || isUnset(before) || isUnset(after),
        compared: (value) => (Array.isArray(value) ? value[0] : value),
      }),
      at("spec.healthCheckNodePort", { allows: isSetOnOneSide }),
      at("spec.loadBalancerClass", { allows: isSetOnOneSide }),
    ],
    "the Service is deleted and created again, which interrupts its clients",
  ),
  row("rbac.authorization.k8s.io/ClusterRoleBinding rbac.authorization.k8s.io/RoleBinding", [
    at("roleRef", { compared: (value) => only(value, ["apiGroup", "kind", "name"]) }),
  ]),
  row("/Secret", [at("type", { compared: (value) => value ?? "Opaque" })]),
  row(
    "apiextensions.k8s.io/CustomResourceDefinition",
    ["spec.group", "spec.names.kind", "spec.names.plural", "spec.scope"],
    "the definition is deleted, and all of its objects with it",
  ),
  row("networking.k8s.io/IngressClass", ["spec.controller"]),
  row("gateway.networking.k8s.io/GatewayClass", ["spec.controllerName"]),
  row("scheduling.k8s.io/PriorityClass", ["preemptionPolicy", "value"]),
  row("node.k8s.io/RuntimeClass", ["handler"]),
  row("discovery.k8s.io/EndpointSlice", ["addressType"]),
  row("/ResourceQuota", ["spec.scopes"]),
  row("apps/ControllerRevision", ["data"]),
  row("certificates.k8s.io/CertificateSigningRequest", ["spec"]),
  row("resource.k8s.io/ResourceClaim resource.k8s.io/ResourceClaimTemplate", ["spec"]),
];
