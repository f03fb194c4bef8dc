/** Monitors of the Prometheus Operator that find nothing from now on, or not the port that they ask. */
import { getOrInsert } from "../../../collections.ts";
import { podTemplateOf } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import type { DangerPair, DangerTarget, Finding, TargetRule } from "../rule.ts";
import { oneLine } from "../rules/index.ts";
import { type AskedPort, isMonitor, type Monitor, monitorOf, monitorText } from "./monitors.ts";
import { ADDED_PORTS, hasUnfinishedPorts, jsonText, Offers, offers, portsText } from "./port-offers.ts";
import { portNamesOf, type Scraped, type ScrapedObjects, scrapedObjects, serviceLabels } from "./scraped-objects.ts";
import { Makers, Mentions, podLabelsOf } from "./search/index.ts";

export const MISSING_METRICS: TargetRule = {
  id: "missing-metrics",
  level: "medium",
  summary: "a ServiceMonitor or a PodMonitor finds nothing, or not the port that it asks",
  touches: ({ base, head }) =>
    base === undefined ? head !== undefined && isConcerned(head) : textOf(base) !== (head && textOf(head)),
  *check(target, touched) {
    const monitors = touched.length === 0 ? [] : target.head.flatMap((resource) => monitorOf(resource) ?? []);
    if (monitors.length === 0) return;
    const sides = new Sides(target, touched);
    for (const monitor of monitors) {
      const found = sides.head.foundBy(monitor);
      yield* found.length === 0 ? nothingFound(monitor, sides) : missingPorts(monitor, found, sides);
    }
  },
};

type TargetFinding = Finding & { readonly pair: DangerPair };

function isConcerned(resource: RenderedResource): boolean {
  return isMonitor(resource) || serviceLabels(resource) !== undefined || podTemplateOf(resource) !== undefined;
}

/** All that decides what monitors find, and at which ports; undefined for an object of no concern. */
function textOf(resource: RenderedResource): string | undefined {
  if (isMonitor(resource)) return monitorText(resource);
  const labels = serviceLabels(resource) ?? podLabelsOf(resource);
  return labels && jsonText([resource.namespace, [...labels], portsText(resource), portNamesOf(resource) ?? null]);
}

/** Finds what monitors select on one side. */
class Side {
  readonly #resources: readonly RenderedResource[];
  readonly #scraped = new Map<Monitor["selects"], ScrapedObjects>();
  #offers: Offers | undefined;

  constructor(resources: readonly RenderedResource[]) {
    this.#resources = resources;
  }

  objects(kind: Monitor["selects"]): ScrapedObjects {
    return getOrInsert(this.#scraped, kind, () => scrapedObjects(this.#resources, kind));
  }

  foundBy(monitor: Monitor): readonly Scraped[] {
    return this.objects(monitor.selects).foundBy(monitor);
  }

  /** Tells whether one of the objects has the port; undefined where that is not known. */
  hasPort({ port, isOfContainers }: AskedPort, found: readonly Scraped[]): boolean | undefined {
    if (!isOfContainers) {
      const names = found.map(({ resource }) => portNamesOf(resource));
      return names.some((each) => each?.includes(String(port))) || (names.includes(undefined) ? undefined : false);
    }
    const pods = this.podsOf(found);
    if (offers(pods, port)) return true;
    const mayCome = pods.length === 0 || hasUnfinishedPorts(pods) || ADDED_PORTS.has(String(port));
    return mayCome ? undefined : false;
  }

  /** The workloads behind the objects. */
  podsOf(found: readonly Scraped[]): readonly RenderedResource[] {
    return found.flatMap(({ resource }) =>
      serviceLabels(resource) === undefined
        ? [resource]
        : (this.#offers ??= new Offers(this.#resources)).podsOf(resource),
    );
  }
}

/** Both sides of a target. */
class Sides {
  readonly base: Side;
  readonly head: Side;
  readonly #makers: Makers;
  readonly #mentions: Mentions;
  /** By the objects of both sides. */
  readonly #touched: ReadonlyMap<RenderedResource | undefined, DangerPair>;
  readonly #pairs: ReadonlyMap<RenderedResource | undefined, DangerPair>;

  constructor(target: DangerTarget, touched: readonly DangerPair[]) {
    this.base = new Side(target.base);
    this.head = new Side(target.head);
    this.#makers = new Makers(target);
    this.#mentions = new Mentions(target.head);
    this.#touched = new Map(touched.flatMap((pair) => [[pair.base, pair] as const, [pair.head, pair] as const]));
    this.#pairs = new Map(target.pairs.map((pair) => [pair.head, pair]));
  }

  /** The pair of the first of some objects about which the change is, as far as this rule looks. */
  touchedPair(objects: readonly RenderedResource[]): DangerPair | undefined {
    return objects.map((object) => this.#touched.get(object)).find((pair) => pair !== undefined);
  }

  /** The monitor at base with what it found there; undefined for a new one. */
  before({ resource }: Monitor): { readonly monitor: Monitor; readonly found: readonly Scraped[] } | undefined {
    const pair = this.#pairs.get(resource);
    const base = pair === undefined ? resource : pair.base;
    const monitor = base && monitorOf(base);
    return monitor && { monitor, found: this.base.foundBy(monitor) };
  }

  /** Tells whether something that is not rendered may be what a monitor is for. */
  mayComeLater(monitor: Monitor): boolean {
    const { name } = monitor.resource;
    const isOpen = this.head.objects(monitor.selects).mayComplete(monitor);
    return isOpen || this.#makers.mayMake(name) || this.#mentions.byMaker(name);
  }
}

const NOTHING = "it finds nothing to scrape";

function* nothingFound(monitor: Monitor, sides: Sides): Iterable<TargetFinding> {
  const { resource } = monitor;
  const own = sides.touchedPair([resource]);
  const before = sides.before(monitor);
  const had = before?.found.map((each) => each.resource) ?? [];
  const pair = own ?? sides.touchedPair(had);
  const isNew = own !== undefined && own.base === undefined;
  if (pair === undefined || (had.length === 0 && !isNew) || sides.mayComeLater(monitor)) return;
  const what = monitor.selects === "Pod" ? "Pods" : "Service";
  const path = "/spec/selector";
  if (had.length === 0) {
    const meant = sides.head.objects(monitor.selects).meantBy(monitor);
    if (meant !== undefined)
      yield { pair, path, message: `the ${resource.kind} selects no ${what} of the target; ${meant}: ${NOTHING}` };
  } else if (pair === own)
    yield { pair, path, message: `the ${resource.kind} selects no ${what} of the target any more: ${NOTHING}` };
  else yield { pair, message: `${nameOf(monitor)} selected the ${what}, and selects none any more: ${NOTHING}` };
}

function* missingPorts(monitor: Monitor, found: readonly Scraped[], sides: Sides): Iterable<TargetFinding> {
  const { resource, ports, namespaces } = monitor;
  const own = sides.touchedPair([resource]);
  const pair = own ?? sides.touchedPair([...found.map((each) => each.resource), ...sides.head.podsOf(found)]);
  if (pair === undefined) return;
  const before = sides.before(monitor);
  const told = new Set<string | number>();
  for (const asked of ports) {
    const { port, isOfContainers, path } = asked;
    if (told.has(port) || sides.head.hasPort(asked, found) !== false) continue;
    const wasAsked = before?.monitor.ports.some((each) => each.port === port && each.isOfContainers === isOfContainers);
    const isLost = wasAsked === true && before !== undefined && before.found.length > 0;
    // A new one that looks everywhere is made for what others apply as well.
    if (isLost ? sides.base.hasPort(asked, before.found) !== true : namespaces === undefined) continue;
    told.add(port);
    const holder = isOfContainers
      ? "no container of its Pods in the target declares"
      : "no Service of the target that it selects has";
    yield {
      pair,
      ...(pair === own && { path: toPointer(path) }),
      message: `${pair === own ? `the ${resource.kind}` : nameOf(monitor)} asks the port \`${oneLine(String(port))}\`, which ${holder}: ${NOTHING} there`,
    };
  }
}

function nameOf({ resource: { kind, baseName } }: Monitor): string {
  return `${kind} ${oneLine(baseName)}`;
}
