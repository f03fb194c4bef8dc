/**
 * Which fields the API server refuses to change, by kind, and what to do instead. Each row names its source: a function of
 * k8s.io/kubernetes v1.37.2, in pkg/apis/GROUP/validation where no other place is named.
 */

import type { DangerLevel } from "../../../configuration/index.ts";
import { listAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import {
  type Allows,
  hasNoHealthCheck,
  isExternalName,
  isOfEarlierVersion,
  isOfOtherType,
  isUnset,
  keepsAddress,
  labelsOfTemplate,
  lengthOf,
  MUTABLE_IN_PODS,
  nodesOfVolume,
  only,
  sourceOfVolume,
  specOfPod,
  suspendedResources,
  templateOfJob,
  wasUnset,
  withoutImages,
} from "./immutable-values.ts";

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
  readonly allows?: Allows;
  /** Returns the value to compare in place of the one at the path. Gets the object that has it, and the object at base. */
  readonly compared?: (value: Value | undefined, own: Value, base: Value) => Value | undefined;
  /** The release of Kubernetes that made it mutable. */
  readonly mutableSince?: string;
  /** The cluster may have filled in a value where the object at base has none: nobody knows which one. */
  readonly isFilled?: boolean;
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

export const IMMUTABLE_FIELDS: readonly ImmutableRow[] = [
  // apps: ValidateStatefulSetUpdate
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
  // apps: ValidateDaemonSetSpecUpdate, ValidateReplicaSetUpdate; deploymentStrategy.ValidateUpdate in pkg/registry/apps/deployment
  row(
    "apps/DaemonSet apps/Deployment apps/ReplicaSet",
    // Earlier versions of the API take the labels of the template where there is none, and let it change.
    [at("spec.selector", { compared: (value, own) => value ?? labelsOfTemplate(own), allows: isOfEarlierVersion })],
    (kind) => `${recreated(kind)}, which stops all of its Pods`,
  ),
  // batch: ValidateJobSpecUpdate, validateCompletions, validatePodTemplateUpdate
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
      at("spec.template", { compared: suspendedResources, mutableSince: "1.36", level: "low" }),
    ],
    "the Job is deleted; another name makes it another Job",
  ),
  // core: ValidatePodUpdate
  row("/Pod", [
    at("spec", { compared: specOfPod, except: MUTABLE_IN_PODS }),
    at("spec.containers", { compared: withoutImages }),
    at("spec.initContainers", { compared: withoutImages }),
  ]),
  // core: ValidatePersistentVolumeClaimUpdate
  row(
    "/PersistentVolumeClaim",
    [
      "spec.accessModes",
      "spec.resources.limits",
      "spec.selector",
      at("spec.storageClassName", { isFilled: true }),
      "spec.volumeMode",
      // The API server copies each of two fields for the source to the other.
      at("spec.dataSourceRef", { compared: (value, own) => value ?? valueAt(own, "spec", "dataSource") }),
      at("spec.volumeName", { allows: wasUnset }),
    ],
    "the claim is deleted, and its volume with it if the reclaim policy is Delete; copy the data to a new claim",
  ),
  // core: ValidatePersistentVolumeUpdate, validatePvNodeAffinity
  row(
    "/PersistentVolume",
    [
      at("spec", { compared: sourceOfVolume }),
      "spec.volumeMode",
      at("spec.nodeAffinity", { compared: nodesOfVolume, allows: wasUnset }),
    ],
    "the volume is deleted and created again; with the reclaim policy Retain its data stays",
  ),
  // storage: ValidateStorageClassUpdate
  row(
    "storage.k8s.io/StorageClass",
    ["parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"],
    "the StorageClass is deleted and created again; volumes that it made stay as they are",
  ),
  // storage: ValidateVolumeAttributesClassUpdate
  row("storage.k8s.io/VolumeAttributesClass", ["driverName", "parameters"]),
  // storage: ValidateCSIDriverUpdate
  row("storage.k8s.io/CSIDriver", ["spec.attachRequired", "spec.volumeLifecycleModes"]),
  // storage: ValidateCSIStorageCapacityUpdate
  row("storage.k8s.io/CSIStorageCapacity", ["nodeTopology", "storageClassName"]),
  // core: ValidateServiceUpdate, and the three functions that it begins with
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
      at("spec.healthCheckNodePort", { allows: hasNoHealthCheck }),
      at("spec.loadBalancerClass", { allows: isOfOtherType }),
    ],
    "the Service is deleted and created again, which interrupts its clients",
  ),
  // rbac: ValidateClusterRoleBindingUpdate, ValidateRoleBindingUpdate
  row("rbac.authorization.k8s.io/ClusterRoleBinding rbac.authorization.k8s.io/RoleBinding", [
    at("roleRef", { compared: (value) => only(value, ["apiGroup", "kind", "name"]) }),
  ]),
  // core: ValidateSecretUpdate
  row("/Secret", [at("type", { compared: (value) => value ?? "Opaque" })]),
  // apiextensions: ValidateCustomResourceDefinitionUpdate in k8s.io/apiextensions-apiserver
  row(
    "apiextensions.k8s.io/CustomResourceDefinition",
    ["spec.group", "spec.names.kind", "spec.names.plural", "spec.scope"],
    "the definition is deleted, and all of its objects with it",
  ),
  // networking: ValidateIngressClassUpdate
  row("networking.k8s.io/IngressClass", ["spec.controller"]),
  // A rule in CEL of its definition
  row("gateway.networking.k8s.io/GatewayClass", ["spec.controllerName"]),
  // scheduling: ValidatePriorityClassUpdate
  row("scheduling.k8s.io/PriorityClass", ["preemptionPolicy", "value"]),
  // node: ValidateRuntimeClassUpdate
  row("node.k8s.io/RuntimeClass", ["handler"]),
  // discovery: ValidateEndpointSliceUpdate
  row("discovery.k8s.io/EndpointSlice", ["addressType"]),
  // core: ValidateResourceQuotaUpdate
  row("/ResourceQuota", ["spec.scopes"]),
  // apps: ValidateControllerRevisionUpdate
  row("apps/ControllerRevision", ["data"]),
  // networking: ValidateServiceCIDRUpdate
  row("networking.k8s.io/ServiceCIDR", [
    // A second one can be added.
    at("spec.cidrs", {
      allows: (before, after) =>
        Array.isArray(before) &&
        Array.isArray(after) &&
        before.length === 1 &&
        after.length === 2 &&
        before[0] === after[0],
    }),
  ]),
  // networking: ValidateIPAddressUpdate
  row("networking.k8s.io/IPAddress", ["spec.parentRef"]),
  // certificates: ValidateClusterTrustBundleUpdate
  row("certificates.k8s.io/ClusterTrustBundle", ["spec.signerName"]),
  // storagemigration: ValidateStorageVersionMigrationUpdate
  row("storagemigration.k8s.io/StorageVersionMigration", ["spec"]),
  // resource: ValidateResourceClaimUpdate, ValidateResourceClaimTemplateUpdate
  row("resource.k8s.io/ResourceClaim resource.k8s.io/ResourceClaimTemplate", ["spec"]),
];
