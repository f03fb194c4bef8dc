/** Ports of Services that the containers of their Pods offered at base, and no longer offer at head. */
import { listAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import type { DangerPair, Finding, TargetRule } from "../rule.ts";
import { selectorOf } from "./lost-endpoints.ts";
import { Offers, offers, portsText, samePort, targetOf } from "./port-offers.ts";

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
