/** Finds the Pods that an object makes. */
import type { RenderedResource, Value } from "../render/rendering.ts";
import { isMap, type MapValue, valueAt } from "./map-values.ts";

/** The lists of containers in the specification of a Pod. */
export const CONTAINER_LISTS: readonly string[] = ["containers", "initContainers", "ephemeralContainers"];

export interface PodTemplate {
  /** The keys that lead to the template; none for a Pod, which is its own. */
  readonly path: readonly string[];
  /** The map with the metadata and the specification. */
  readonly value: Value;
  readonly spec: MapValue;
}

const TEMPLATE = ["spec", "template"];
const JOB_TEMPLATE = ["spec", "jobTemplate", "spec", "template"];

/** The only place that counts in the kinds of Kubernetes and OpenShift: what stands at another one makes no Pods. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map([
  ["/Pod", []],
  ["/PodTemplate", ["template"]],
  ["/ReplicationController", TEMPLATE],
  ...["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"].flatMap((kind) =>
    ["apps", "extensions"].map((group) => [`${group}/${kind}`, TEMPLATE] as const),
  ),
  ["apps.openshift.io/DeploymentConfig", TEMPLATE],
  ["batch/CronJob", JOB_TEMPLATE],
  ["batch/Job", TEMPLATE],
]);

/** The places of a template in custom kinds, in the order in which they are tried. */
const CUSTOM_PLACES: readonly (readonly string[])[] = [TEMPLATE, JOB_TEMPLATE, ["template"]];

/** Many rules ask for the template of one object. */
const TEMPLATES = new WeakMap<RenderedResource, PodTemplate | null>();

/** The template of the Pods of an object of any kind that holds containers where the kinds of Kubernetes hold them. */
export function podTemplateOf(resource: RenderedResource): PodTemplate | undefined {
  const known = TEMPLATES.get(resource);
  if (known !== undefined) return known ?? undefined;
  const found = templateIn(resource);
  TEMPLATES.set(resource, found ?? null);
  return found;
}

function templateIn(resource: RenderedResource): PodTemplate | undefined {
  const { apiVersion, kind, yaml } = resource;
  // Most objects make no Pods: it is not worth to read their values.
  if (!yaml.includes("ontainers")) return undefined;
  const place = PLACES.get(`${apiVersion.slice(0, Math.max(0, apiVersion.indexOf("/")))}/${kind}`);
  const object = resource.value();
  for (const path of place === undefined ? CUSTOM_PLACES : [place]) {
    const template = valueAt(object, ...path);
    const spec = valueAt(template, "spec");
    if (template === undefined || !isMap(spec)) continue;
    if (CONTAINER_LISTS.some((list) => Array.isArray(valueAt(spec, list)))) return { path, value: template, spec };
  }
  return undefined;
}
