/**
 * The resources by whose utilization a HorizontalPodAutoscaler scales: each Pod needs requests of these, or has no utilization.
 * k8s.io/kubernetes v1.36.1: pkg/controller/podautoscaler/replica_calculator.go, calculateRequests
 */
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import { amountOf, type Container, containersOf, podSpecOf } from "../rules/index.ts";
import { givenRequests } from "./limits.ts";
import { jsonText } from "./port-offers.ts";
import { isCustom, type ObjectKey } from "./search/index.ts";

/** A resource that an autoscaler measures in percent of what is requested. */
interface Measured {
  readonly resource: string;
  /** The only container that counts; undefined for all of a Pod. */
  readonly container: string | undefined;
  /** The place in the autoscaler. */
  readonly path: readonly string[];
}

/** A resource that an autoscaler measures, and containers that do not request it. */
export interface Unmeasurable extends Measured {
  readonly containers: readonly Container[];
}

export function isAutoscaler(resource: RenderedResource): boolean {
  return resource.kind === "HorizontalPodAutoscaler" && groupOf(resource) === "autoscaling";
}

/** The workload that an autoscaler scales. */
export function scaledBy(autoscaler: RenderedResource): ObjectKey {
  const target = valueAt(autoscaler.value(), "spec", "scaleTargetRef");
  const version = textAt(target, "apiVersion") ?? "";
  return {
    group: version.slice(0, Math.max(version.indexOf("/"), 0)),
    kind: textAt(target, "kind") ?? "",
    namespace: autoscaler.namespace,
    name: textAt(target, "name") ?? "",
  };
}

/** Lists what an autoscaler cannot measure of a workload. Takes time linear in both. @param ranges the LimitRanges of its namespace */
export function unmeasurableBy(
  autoscaler: RenderedResource,
  workload: RenderedResource,
  ranges: readonly RenderedResource[],
): readonly Unmeasurable[] {
  const spec = podSpecOf(workload);
  // Operators may give requests to the Pods of their own kinds.
  if (spec === undefined || isCustom(workload)) return [];
  const given = givenRequests(ranges);
  const isSharedByPod = ["requests", "limits"].some((field) => valueAt(spec.value, "resources", field) !== undefined);
  const running = containersOf(spec).filter(runsOn);
  return measuredBy(autoscaler).flatMap((measured) => {
    const { resource, container } = measured;
    // A Pod with resources of its own is measured by these.
    if ((container === undefined && isSharedByPod) || given.has(resource)) return [];
    const containers = running.filter(
      ({ name, value }) => (container === undefined || name === container) && !requests(value, resource),
    );
    return containers.length === 0 ? [] : [{ ...measured, containers }];
  });
}

/** Init containers count if they run beside the others. */
function runsOn({ list, value }: Container): boolean {
  return list === "containers" || (list === "initContainers" && textAt(value, "restartPolicy") === "Always");
}

/** A limit is the request where there is none. What is written in another form may become one. */
function requests(container: Value, resource: string): boolean {
  const resources = valueAt(container, "resources");
  const fields = ["requests", "limits"].map((field) => valueAt(resources, field));
  const isOpen = [resources, ...fields].some((each) => typeof each === "string");
  return isOpen || fields.some((field) => valueAt(field, resource) !== undefined);
}

/** The text of all that decides what an autoscaler measures. Equal texts change nothing. */
export function autoscalerText(autoscaler: RenderedResource): string {
  return jsonText([scaledBy(autoscaler), measuredBy(autoscaler)]);
}

/** The text of all that decides what the containers of a workload request; undefined for an object without Pods. */
export function requestsText(workload: RenderedResource): string | undefined {
  const spec = podSpecOf(workload);
  if (spec === undefined) return undefined;
  const containers = containersOf(spec).map((each) => [
    each.list,
    each.name,
    valueAt(each.value, "resources") ?? null,
    runsOn(each),
  ]);
  return jsonText([workload.namespace, workload.name, valueAt(spec.value, "resources") ?? null, containers]);
}

function measuredBy(autoscaler: RenderedResource): readonly Measured[] {
  const value = autoscaler.value();
  const spec = valueAt(value, "spec");
  if (autoscaler.apiVersion === "autoscaling/v1") {
    const field = "targetCPUUtilizationPercentage";
    if (valueAt(spec, field) !== undefined) return [{ ...BY_CPU, path: ["spec", field] }];
    const others = textAt(value, "metadata", "annotations", "autoscaling.alpha.kubernetes.io/metrics");
    return others === undefined ? [BY_CPU] : [];
  }
  const metrics = valueAt(spec, "metrics") ?? [];
  if (Array.isArray(metrics) && metrics.length === 0) return [BY_CPU];
  return listAt(metrics).flatMap((metric, index) =>
    SOURCES.flatMap(([type, field]): Measured[] => {
      const source = valueAt(metric, field);
      const resource = textAt(source, "name");
      const container = textAt(source, "container");
      const isOther = textAt(metric, "type") !== type || (field === "containerResource" && container === undefined);
      if (isOther || resource === undefined || !isByUtilization(source)) return [];
      return [{ resource, container, path: ["spec", "metrics", String(index), field] }];
    }),
  );
}

/** The API server adds this metric where there is none. */
const BY_CPU: Measured = { resource: "cpu", container: undefined, path: ["spec"] };

const SOURCES: readonly (readonly [type: string, field: string])[] = [
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
];

/** The first version of the API with metrics has the percentage in the source itself. */
function isByUtilization(source: Value | undefined): boolean {
  const percentages = [valueAt(source, "target", "averageUtilization"), valueAt(source, "targetAverageUtilization")];
  return percentages.some((each) => amountOf(each) !== undefined);
}
