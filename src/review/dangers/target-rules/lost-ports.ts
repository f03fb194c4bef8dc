/** Ports of Services that the containers of their Pods offered at base, and no longer offer at head. */
import { CONTAINER_LISTS, listAt, podTemplateOf, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import type { DangerPair, DangerTarget, Finding, TargetRule } from "../rule.ts";
import { selectorOf } from "./lost-endpoints.ts";
import { podLabelsOf } from "./pods.ts";
import { Selection } from "./selection.ts";

export const LOST_PORT: TargetRule = {
  id: "lost-port",
  level: "high",
  summary: "a Service leads to a port that its Pods no longer offer",
  touches: ({ base, head }) => base !== undefined && head !== undefined && portsText(base) !== portsText(head),
  *check(target, touched) {
    if (touched.length === 0) return;
    const pairOf = new Map(
      target.pairs.flatMap((pair) => (pair.head === undefined ? [] : [[pair.head, pair] as const])),
    );
    const changed = new Map(touched.map((pair) => [pair.head as RenderedResource, pair]));
    const [before, after] = [new Offers(target.base), new Offers(target.head)];
    for (const service of target.head) {
      const selector = selectorOf(service);
      if (selector === undefined) continue;
      const pods = after.podsOf(service);
      const pair = changed.get(service) ?? pods.map((pod) => changed.get(pod)).find((each) => each !== undefined);
      if (pair === undefined || pods.length === 0) continue;
      const old = pairOf.get(service)?.base ?? service;
      yield* lostPorts({ service, old, pods }, pair, before, changed.has(service));
    }
  },
};

interface Changed {
  readonly service: RenderedResource;
  /** The Service at base. */
  readonly old: RenderedResource;
  /** The workloads at head whose Pods it selects. */
  readonly pods: readonly RenderedResource[];
}

function* lostPorts(
  { service, old, pods }: Changed,
  pair: DangerPair,
  before: Offers,
  isOfService: boolean,
): Iterable<Finding & { readonly pair: DangerPair }> {
  const oldPods = before.podsOf(old);
  const ports = listAt(service.value(), "spec", "ports");
  const oldPorts = listAt(old.value(), "spec", "ports");
  for (const [index, port] of ports.entries()) {
    const wanted = targetOf(port);
    const former = oldPorts.find((each) => samePort(each, port));
    if (wanted === undefined || former === undefined || !offers(oldPods, targetOf(former))) continue;
    if (offers(pods, wanted)) continue;
    const isName = typeof wanted === "string";
    yield {
      pair,
      ...(isOfService && { path: `/spec/ports/${index}/targetPort` }),
      message: `${isOfService ? "the Service" : `Service ${service.baseName}`} leads to a port that no container of its Pods in the target ${isName ? "has: requests to it fail unless other Pods have it" : "names any more: requests to it fail unless something listens there all the same"}`,
      after: String(wanted),
      ...(isName ? {} : { level: "medium" }),
    };
  }
}

/** Two ports with one name, or with one number. */
function samePort(one: Value, other: Value): boolean {
  const [a, b] = [textAt(one, "name"), textAt(other, "name")];
  return a === undefined || b === undefined ? valueAt(one, "port") === valueAt(other, "port") : a === b;
}

/** The name or the number of the port of the Pods. */
function targetOf(port: Value): string | number | undefined {
  const target = valueAt(port, "targetPort") ?? valueAt(port, "port");
  return typeof target === "string" || typeof target === "number" ? target : undefined;
}

function offers(pods: readonly RenderedResource[], wanted: string | number | undefined): boolean {
  return pods.some((pod) =>
    containerPorts(pod).some((port) => valueAt(port, typeof wanted === "string" ? "name" : "containerPort") === wanted),
  );
}

function containerPorts(resource: RenderedResource): readonly Value[] {
  const spec = podTemplateOf(resource)?.spec;
  return CONTAINER_LISTS.flatMap((list) => listAt(spec, list).flatMap((container) => listAt(container, "ports")));
}

/** The ports of a Service, or those of the containers of a workload, and what chooses the Pods. Equal texts change nothing. */
function portsText(resource: RenderedResource): string {
  const selector = selectorOf(resource);
  if (selector !== undefined) return JSON.stringify(valueAt(resource.value(), "spec"), bigints);
  return podTemplateOf(resource) === undefined ? "" : JSON.stringify(containerPorts(resource), bigints);
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** The workloads of one side, by the labels of their Pods. */
class Offers {
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
