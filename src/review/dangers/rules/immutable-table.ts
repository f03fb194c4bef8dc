/** Which fields the API server refuses to change, by kind, and what to do instead. */

import type { DangerLevel } from "../../../configuration/index.ts";
import { isMap, listAt, type MapValue, valueAt } from "../../../manifests/index.ts";
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
  /** What is compared in place of the value at the path, with the object that has it and the object at base. */
  readonly compared?: (value: Value | undefined, own: Value, base: Value) => Value | undefined;
  /** The release of Kubernetes that made it mutable. */
  readonly mutableSince?: string;
  readonly level?: DangerLevel;
}

const recreated = (kind: string) => `the ${kind} is deleted and created again`;

function fields(...paths: readonly string[]): ImmutableField[] {
  return paths.map((path) => ({ path: path.split(".") }));
}

/** A field can be set once. */
const wasUnset = (before: Value | undefined): boolean => before === undefined || before === null;

/** Fields of a pod template that can change while the Job is suspended. */
const MUTABLE_WHILE_SUSPENDED = ["affinity", "nodeSelector", "schedulingGates", "tolerations"];

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

/** What a map has under some keys. The API server drops fields that it does not know. */
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

const BOTH_SET = { allows: (before: Value | undefined, after: Value | undefined) => isUnset(before) || isUnset(after) };

export const IMMUTABLE_FIELDS: readonly ImmutableRow[] = [
  {
    kinds: ["apps/StatefulSet"],
    fields: [
      ...fields("spec.podManagementPolicy", "spec.selector", "spec.serviceName", "spec.volumeClaimTemplates"),
      { path: ["spec", "revisionHistoryLimit"], mutableSince: "1.33", level: "low" },
    ],
    until: () => "the StatefulSet is deleted; deletion with --cascade=orphan keeps its Pods and claims",
  },
  {
    kinds: ["apps/DaemonSet", "apps/Deployment", "apps/ReplicaSet"],
    fields: fields("spec.selector"),
    until: (kind) => `${recreated(kind)}, which stops all of its Pods`,
  },
  {
    kinds: ["batch/Job"],
    fields: [
      ...fields(
        "spec.backoffLimitPerIndex",
        "spec.completionMode",
        "spec.managedBy",
        "spec.podFailurePolicy",
        "spec.selector",
        "spec.successPolicy",
      ),
      {
        path: ["spec", "completions"],
        // An indexed Job can be scaled, with both numbers alike.
        allows: (_before, after, _base, head) =>
          valueAt(head, "spec", "completionMode") === "Indexed" && after === valueAt(head, "spec", "parallelism"),
      },
      { path: ["spec", "template"], compared: templateOfJob },
    ],
    until: () => "the Job is deleted; another name makes it another Job",
  },
  {
    kinds: ["/Pod"],
    fields: [
      {
        path: ["spec"],
        compared: (value) => (isMap(value) ? withAccount(value) : value),
        except: [
          "activeDeadlineSeconds",
          "containers",
          "ephemeralContainers",
          "initContainers",
          "schedulingGates",
          "tolerations",
        ],
      },
      { path: ["spec", "containers"], compared: withoutImages },
      { path: ["spec", "initContainers"], compared: withoutImages },
    ],
    until: recreated,
  },
  {
    kinds: ["/PersistentVolumeClaim"],
    fields: [
      ...fields(
        "spec.accessModes",
        "spec.resources.limits",
        "spec.selector",
        "spec.storageClassName",
        "spec.volumeMode",
      ),
      // The API server copies each of two fields for the source to the other.
      {
        path: ["spec", "dataSourceRef"],
        compared: (value, own) => value ?? valueAt(own, "spec", "dataSource"),
      },
      { path: ["spec", "volumeName"], allows: wasUnset },
    ],
    until: () =>
      "the claim is deleted, and its volume with it if the reclaim policy is Delete; copy the data to a new claim",
  },
  {
    kinds: ["/PersistentVolume"],
    fields: [
      { path: ["spec"], compared: (value) => only(value, VOLUME_SOURCES) },
      ...fields("spec.volumeMode"),
      { path: ["spec", "nodeAffinity"], allows: wasUnset },
    ],
    until: () => "the volume is deleted and created again; with the reclaim policy Retain its data stays",
  },
  {
    kinds: ["storage.k8s.io/StorageClass"],
    fields: fields("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"),
    until: () => "the StorageClass is deleted and created again; volumes that it made stay as they are",
  },
  {
    kinds: ["storage.k8s.io/VolumeAttributesClass"],
    fields: fields("driverName", "parameters"),
    until: recreated,
  },
  {
    kinds: ["storage.k8s.io/CSIDriver"],
    fields: fields("spec.attachRequired", "spec.volumeLifecycleModes"),
    until: recreated,
  },
  {
    kinds: ["storage.k8s.io/CSIStorageCapacity"],
    fields: fields("nodeTopology", "storageClassName"),
    until: recreated,
  },
  {
    kinds: ["/Service"],
    fields: [
      {
        path: ["spec", "clusterIP"],
        compared: (value, own) => value ?? listAt(own, "spec", "clusterIPs")[0],
        allows: keepsAddress,
      },
      {
        path: ["spec", "clusterIPs"],
        // The first is the clusterIP. A second one can come and go.
        compared: (value) => (Array.isArray(value) && value.length > 0 ? value.with(0, null) : value),
        allows: (before, after) => isUnset(before) || isUnset(after) || lengthOf(before) !== lengthOf(after),
      },
      {
        path: ["spec", "ipFamilies"],
        // Only the first one is immutable.
        allows: (before, after, base, head) =>
          isExternalName(base) || isExternalName(head) || isUnset(before) || isUnset(after),
        compared: (value) => (Array.isArray(value) ? value[0] : value),
      },
      { path: ["spec", "healthCheckNodePort"], ...BOTH_SET },
      { path: ["spec", "loadBalancerClass"], ...BOTH_SET },
    ],
    until: () => "the Service is deleted and created again, which interrupts its clients",
  },
  {
    kinds: ["rbac.authorization.k8s.io/ClusterRoleBinding", "rbac.authorization.k8s.io/RoleBinding"],
    fields: [{ path: ["roleRef"], compared: (value) => only(value, ["apiGroup", "kind", "name"]) }],
    until: recreated,
  },
  {
    kinds: ["/Secret"],
    fields: [{ path: ["type"], compared: (value) => value ?? "Opaque" }],
    until: recreated,
  },
  {
    kinds: ["apiextensions.k8s.io/CustomResourceDefinition"],
    fields: fields("spec.group", "spec.names.kind", "spec.names.plural", "spec.scope"),
    until: () => "the definition is deleted, and all of its objects with it",
  },
  {
    kinds: ["networking.k8s.io/IngressClass"],
    fields: fields("spec.controller"),
    until: recreated,
  },
  {
    kinds: ["gateway.networking.k8s.io/GatewayClass"],
    fields: fields("spec.controllerName"),
    until: recreated,
  },
  {
    kinds: ["scheduling.k8s.io/PriorityClass"],
    fields: fields("preemptionPolicy", "value"),
    until: recreated,
  },
  { kinds: ["node.k8s.io/RuntimeClass"], fields: fields("handler"), until: recreated },
  { kinds: ["discovery.k8s.io/EndpointSlice"], fields: fields("addressType"), until: recreated },
  { kinds: ["/ResourceQuota"], fields: fields("spec.scopes"), until: recreated },
  { kinds: ["apps/ControllerRevision"], fields: fields("data"), until: recreated },
  { kinds: ["certificates.k8s.io/CertificateSigningRequest"], fields: fields("spec"), until: recreated },
  {
    kinds: ["resource.k8s.io/ResourceClaim", "resource.k8s.io/ResourceClaimTemplate"],
    fields: fields("spec"),
    until: recreated,
  },
];
