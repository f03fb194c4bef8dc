/** Ports to which a Service or a route leads from now on, and that nothing in the target has. */
import { listAt, podTemplateOf, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import { toPointer } from "../../../text/index.ts";
import type { DangerPair, DangerTarget, Finding, TargetRule } from "../rule.ts";
import { oneLine } from "../rules/index.ts";
import { type Backend, backendsOf } from "./backends.ts";
import { selectorOf } from "./lost-endpoints.ts";
import { ADDED_PORTS, hasUnfinishedPorts, Offers, offers, portsText, samePort, targetOf } from "./port-offers.ts";
import { portsOfProbes } from "./probe-ports.ts";
import { ObjectNames } from "./search/index.ts";

export const MISSING_PORT: TargetRule = {
  id: "missing-port",
  level: "high",
  summary: "a Service, a route or a probe leads to a port that does not exist",
  touches: (pair) => isTouched(pair) || hasProbes(pair),
  *check(target, all) {
    for (const pair of all) for (const finding of portsOfProbes(pair)) yield { ...finding, pair };
    const touched = all.filter(isTouched);
    const leading = touched.length === 0 ? [] : target.head.filter(leads);
    if (leading.length === 0) return;
    const sides = new Sides(target, touched);
    for (const service of leading)
      yield* selectorOf(service) === undefined ? portsOfServices(service, sides) : portsOfPods(service, sides);
  },
};

function isTouched({ base, head }: DangerPair): boolean {
  return head !== undefined && isAboutPorts(head) && (base === undefined || textOf(base) !== textOf(head));
}

function hasProbes(pair: DangerPair): boolean {
  const [first] = portsOfProbes(pair);
  return first !== undefined;
}

type TargetFinding = Finding & { readonly pair: DangerPair };

function isAboutPorts(resource: RenderedResource): boolean {
  return podTemplateOf(resource) !== undefined || leads(resource);
}

/** Tells whether an object leads requests to ports of others. */
function leads(resource: RenderedResource): boolean {
  return selectorOf(resource) !== undefined || backendsOf(resource).length > 0;
}

function textOf(resource: RenderedResource): string {
  return portsText(resource) + JSON.stringify(backendsOf(resource));
}

/** Both sides of a target. */
class Sides {
  readonly offers: Readonly<Record<"base" | "head", Offers>>;
  readonly names: Readonly<Record<"base" | "head", ObjectNames>>;
  readonly #touched: ReadonlyMap<RenderedResource, DangerPair>;
  readonly #pairs: ReadonlyMap<RenderedResource, DangerPair>;

  constructor({ base, head, pairs }: DangerTarget, touched: readonly DangerPair[]) {
    this.offers = { base: new Offers(base), head: new Offers(head) };
    this.names = { base: new ObjectNames(base), head: new ObjectNames(head) };
    this.#touched = byHead(touched);
    this.#pairs = byHead(pairs);
  }

  /** The pair of an object at head, if the change is about its ports. */
  touchedPair(head: RenderedResource): DangerPair | undefined {
    return this.#touched.get(head);
  }

  /** The object at base; undefined for one that is new. */
  before(head: RenderedResource): RenderedResource | undefined {
    const pair = this.#pairs.get(head);
    return pair === undefined ? head : pair.base;
  }
}

function byHead(pairs: readonly DangerPair[]): ReadonlyMap<RenderedResource, DangerPair> {
  return new Map(pairs.flatMap((pair) => (pair.head === undefined ? [] : [[pair.head, pair] as const])));
}

/** Names of ports that no container of the selected Pods has. A container may listen at a number without saying so. */
function* portsOfPods(service: RenderedResource, sides: Sides): Iterable<TargetFinding> {
  const pods = sides.offers.head.podsOf(service);
  const own = sides.touchedPair(service);
  const pair = own ?? pods.map((pod) => sides.touchedPair(pod)).find((each) => each !== undefined);
  if (pair === undefined || pods.length === 0) return;
  const old = sides.before(service);
  const oldPorts = old === undefined || sides.offers.base.podsOf(old).length === 0 ? [] : portsOf(old);
  for (const [index, port] of portsOf(service).entries()) {
    const wanted = targetOf(port);
    if (typeof wanted !== "string" || ADDED_PORTS.has(wanted) || offers(pods, wanted)) continue;
    if (isUnfinished(wanted) || hasUnfinishedPorts(pods)) continue;
    // The change loses a port that was there, or nothing had it before.
    if (oldPorts.some((each) => samePort(each, port))) continue;
    yield {
      pair,
      ...(own !== undefined && { path: `/spec/ports/${index}/targetPort` }),
      message: `${own === undefined ? `Service ${service.baseName}` : "the Service"} leads to the port \`${oneLine(wanted)}\`, which no container of its Pods in the target has: requests to it fail unless other Pods have it`,
    };
  }
}

/** Ports of Services that an Ingress or a route names, and that the Service does not have. */
function* portsOfServices(route: RenderedResource, sides: Sides): Iterable<TargetFinding> {
  const own = sides.touchedPair(route);
  const old = sides.before(route);
  const oldBackends = new Set(old === undefined ? [] : backendsOf(old).map(keyOf));
  const told = new Set<string>();
  for (const backend of backendsOf(route)) {
    const service = serviceOf(backend, sides.names.head);
    if (service === undefined || hasPort(service, backend) || told.has(keyOf(backend))) continue;
    told.add(keyOf(backend));
    const port = `\`${oneLine(String(backend.port))}\``;
    if (!oldBackends.has(keyOf(backend))) {
      if (own === undefined) continue;
      const message = `the ${route.kind} leads to the port ${port} of Service ${service.baseName}, which does not have it: requests to it fail`;
      yield { pair: own, path: toPointer(backend.path), message };
      continue;
    }
    const pair = sides.touchedPair(service);
    const before = serviceOf(backend, sides.names.base);
    if (pair === undefined || (before !== undefined && !hasPort(before, backend))) continue;
    const message = `${route.kind} ${route.baseName} leads to the port ${port} of the Service, which does not have it: requests to it fail`;
    yield { pair, path: "/spec/ports", message };
  }
}

function portsOf(service: RenderedResource): readonly Value[] {
  return listAt(service.value(), "spec", "ports");
}

/** Returns undefined for a Service that the target does not render, or that leads to another name of DNS. */
function serviceOf({ namespace, name }: Backend, names: ObjectNames): RenderedResource | undefined {
  const service = names.find({ group: "", kind: "Service", namespace, name });
  const isPlain = service !== undefined && valueAt(service.value(), "spec", "type") !== "ExternalName";
  return isPlain && portsOf(service).length > 0 ? service : undefined;
}

/** A port that something else completes may be any port. */
function hasPort(service: RenderedResource, { port }: Backend): boolean {
  if (isUnfinished(port)) return true;
  return portsOf(service).some((each) => {
    const own = valueAt(each, typeof port === "string" ? "name" : "port") ?? null;
    return own === port || isUnfinished(own);
  });
}

/** Equal for backends of one Service and port. */
function keyOf({ namespace, name, port }: Backend): string {
  return JSON.stringify([namespace, name, port]);
}
