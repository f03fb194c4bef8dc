/** The ports of Services, and those that the containers of their Pods offer. */
import { CONTAINER_LISTS, listAt, podTemplateOf, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import type { DangerTarget } from "../rule.ts";
import { selectorOf } from "./lost-endpoints.ts";
import { podLabelsOf, Selection } from "./search/index.ts";

/** Two ports with one name, or with one number. */
export function samePort(one: Value, other: Value): boolean {
  const [a, b] = [textAt(one, "name"), textAt(other, "name")];
  return a === undefined || b === undefined ? valueAt(one, "port") === valueAt(other, "port") : a === b;
}

/** The name or the number of the port of the Pods. */
export function targetOf(port: Value): string | number | undefined {
  const target = valueAt(port, "targetPort") ?? valueAt(port, "port");
  return typeof target === "string" || typeof target === "number" ? target : undefined;
}

/** Tells whether a container of the Pods names the port. */
export function offers(pods: readonly RenderedResource[], wanted: string | number | undefined): boolean {
  return pods.some((pod) =>
    containerPorts(pod).some((port) => valueAt(port, typeof wanted === "string" ? "name" : "containerPort") === wanted),
  );
}

/** Tells whether something else completes the name of a port of the Pods. */
export function hasUnfinishedPorts(pods: readonly RenderedResource[]): boolean {
  return pods.some((pod) => containerPorts(pod).some((port) => isUnfinished(valueAt(port, "name") ?? null)));
}

function containerPorts(resource: RenderedResource): readonly Value[] {
  const spec = podTemplateOf(resource)?.spec;
  return CONTAINER_LISTS.flatMap((list) => listAt(spec, list).flatMap((container) => listAt(container, "ports")));
}

/** The ports of a Service, or those of the containers of a workload, and what chooses the Pods. Equal texts change nothing. */
export function portsText(resource: RenderedResource): string {
  const selector = selectorOf(resource);
  if (selector !== undefined) return jsonText(valueAt(resource.value(), "spec") ?? null);
  return podTemplateOf(resource) === undefined ? "" : jsonText(containerPorts(resource));
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));
}

/** Names of ports of containers that a service mesh adds to Pods. */
export const ADDED_PORTS: ReadonlySet<string> = new Set(["http-envoy-prom", "linkerd-admin"]);

/** The workloads of one side, by the labels of their Pods. */
export class Offers {
  readonly #workloads: readonly RenderedResource[];
  readonly #selection: Selection;

  constructor(resources: DangerTarget["head"]) {
    const found = resources.flatMap((resource) => {
      const labels = podLabelsOf(resource);
      return labels === undefined ? [] : [{ resource, pods: { namespace: resource.namespace, labels } }];
    });
    this.#workloads = found.map(({ resource }) => resource);
    this.#selection = new Selection(found.map(({ pods }) => pods));
  }

  podsOf(service: RenderedResource): readonly RenderedResource[] {
    const selector = selectorOf(service);
    if (selector === undefined) return [];
    return [...this.#selection.all(selector)].map((index) => this.#workloads[index] as RenderedResource);
  }
}
