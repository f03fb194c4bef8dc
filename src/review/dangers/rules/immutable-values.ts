/** Helpers of {@link IMMUTABLE_FIELDS}: which parts of a field count, and which changes are allowed after all. */

import { isMap, listAt, type MapValue, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";

/** Tells whether the change of what is compared is allowed after all. */
export type Allows = (before: Value | undefined, after: Value | undefined, base: Value, head: Value) => boolean;

/** A field can be set once. */
export const wasUnset = (before: Value | undefined): boolean => before === undefined || before === null;

/** Fields of a Pod that can change, or that have rules of their own. */
export const MUTABLE_IN_PODS =
  "activeDeadlineSeconds containers ephemeralContainers initContainers schedulingGates tolerations".split(" ");

const CONTAINERS = ["containers", "initContainers"];

/** Fields of a pod template that can change while the Job is suspended. */
const MUTABLE_WHILE_SUSPENDED = ["affinity", "nodeSelector", "schedulingGates", "tolerations"];

/** Tells whether the update is sent by a version that lets the selector change: pkg/registry/apps/deployment/strategy.go of Kubernetes. */
export function isOfEarlierVersion(_before: unknown, _after: unknown, _base: Value, head: Value): boolean {
  const version = textAt(head, "apiVersion");
  return version === "extensions/v1beta1" || (version === "apps/v1beta1" && textAt(head, "kind") === "Deployment");
}

export function labelsOfTemplate(workload: Value): Value | undefined {
  const labels = valueAt(workload, "spec", "template", "metadata", "labels");
  return labels === undefined ? undefined : { matchLabels: labels };
}

export function templateOfJob(template: Value | undefined, _own: Value, base: Value): Value | undefined {
  if (!isMap(template)) return template;
  const isSuspended = valueAt(base, "spec", "suspend") === true;
  const rest = without(template, isSuspended ? ["metadata"] : []);
  const spec = valueAt(template, "spec");
  if (!isMap(spec)) return rest;
  const kept = without(withAccount(spec), isSuspended ? MUTABLE_WHILE_SUSPENDED : []);
  for (const list of CONTAINERS)
    if (isSuspended && Object.hasOwn(kept, list))
      kept[list] = mapped(kept[list], (each) => without(each, ["resources"]));
  rest["spec"] = kept;
  return rest;
}

/** The resources in the template of a Job that is suspended at base. */
export function suspendedResources(template: Value | undefined, _own: Value, base: Value): Value | undefined {
  const spec = valueAt(template, "spec");
  if (valueAt(base, "spec", "suspend") !== true || !isMap(spec)) return undefined;
  const resources = Object.create(null) as { [key: string]: Value };
  for (const list of CONTAINERS)
    if (Object.hasOwn(spec, list))
      resources[list] = mapped(spec[list], (each) => only(each, ["resources"]) as MapValue);
  return { spec: resources };
}

/** Returns a list with a change of each map in it. */
function mapped(list: Value | undefined, change: (each: MapValue) => Value): Value {
  return Array.isArray(list) ? list.map((each) => (isMap(each) ? change(each) : each)) : (list ?? null);
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
export function withoutImages(containers: Value | undefined): Value | undefined {
  return containers && mapped(containers, (container) => without(container, ["image"]));
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
export function only(value: Value | undefined, keys: readonly string[]): Value | undefined {
  return isMap(value) ? chosen(value, (key) => keys.includes(key)) : value;
}

const VOLUME_SOURCES =
  "awsElasticBlockStore azureDisk azureFile cephfs cinder csi fc flexVolume flocker gcePersistentDisk glusterfs hostPath iscsi local nfs photonPersistentDisk portworxVolume quobyte rbd scaleIO storageos vsphereVolume".split(
    " ",
  );

/** The source of a volume. The secret with which a driver expands it can be set once. */
export function sourceOfVolume(value: Value | undefined, _own: Value, base: Value): Value | undefined {
  const source = only(value, VOLUME_SOURCES);
  const csi = valueAt(source, "csi");
  const isSet = !isUnset(valueAt(base, "spec", "csi", EXPANDING));
  return isMap(source) && isMap(csi) && !isSet ? { ...source, csi: without(csi, [EXPANDING]) } : source;
}

const EXPANDING = "controllerExpandSecretRef";

/** Labels of Nodes that have new names. The API server takes an old name and the new one as equal. */
const RENAMED: ReadonlyMap<Value | undefined, string> = new Map([
  ["beta.kubernetes.io/arch", "kubernetes.io/arch"],
  ["beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"],
  ["beta.kubernetes.io/os", "kubernetes.io/os"],
  ["failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"],
  ["failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"],
]);

/** The Nodes of a volume, by the new names of labels. */
export function nodesOfVolume(affinity: Value | undefined): Value | undefined {
  const renamed = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isMap(value)) return value;
    const copy = chosen(value, () => true);
    for (const key of Object.keys(copy)) copy[key] = renamed(copy[key] as Value);
    const name = RENAMED.get(copy["key"]);
    if (name !== undefined) copy["key"] = name;
    return copy;
  };
  return affinity && renamed(affinity);
}

/** The spec of a Pod without what can change as long as gates keep it from being scheduled. */
export function specOfPod(value: Value | undefined, _own: Value, base: Value): Value | undefined {
  if (!isMap(value)) return value;
  const isGated = listAt(base, "spec", "schedulingGates").length > 0;
  return without(withAccount(value), isGated ? ["affinity", "nodeSelector"] : []);
}

export function isExternalName(object: Value): boolean {
  return valueAt(object, "spec", "type") === "ExternalName";
}

/** The API server keeps an address that an update leaves out. The kinds of Services with and without one are free to change. */
export function keepsAddress(before: Value | undefined, after: Value | undefined, base: Value, head: Value): boolean {
  return isExternalName(base) || isExternalName(head) || isUnset(after) || (isUnset(before) && after !== "None");
}

export function isUnset(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

export function lengthOf(value: Value | undefined): number {
  return Array.isArray(value) ? value.length : 1;
}

/** The port of health checks counts where both sides have one, and traffic goes to Pods of the same Node alone. */
export const hasNoHealthCheck: Allows = (before, after, base, head) =>
  [before, after].some((port) => isUnset(port) || port === 0) ||
  [base, head].some((each) => valueAt(each, "spec", "externalTrafficPolicy") !== "Local");

/** The class of a load balancer can change where the Service was none, or is none any longer. */
export const isOfOtherType: Allows = (_before, _after, base, head) =>
  [base, head].some((each) => valueAt(each, "spec", "type") !== "LoadBalancer");
