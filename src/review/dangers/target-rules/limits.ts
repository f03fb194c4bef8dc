/**
 * Holds Pods and claims to LimitRanges, as the admission of the API server does.
 * k8s.io/kubernetes v1.36.1: plugin/pkg/admission/limitranger/admission.go, pkg/apis/core/v1/defaults.go
 */
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import { amountOf, containersOf, containerText, oneLine, type Path, podSpecOf, shownValues } from "../rules/index.ts";

/** One demand that an object does not meet. */
export interface Breach {
  /** Equal on both sides of a comparison for the same demand on the same container. */
  readonly key: string;
  /** The place in the object that does not meet it. */
  readonly path: Path;
  /** Who does not meet which demand, such as: container `web` may use more `memory` than LimitRange `small` allows. */
  readonly text: string;
  /** The amount and its bound, where both are known: 9Gi, at most 5Gi. */
  readonly values?: string;
}

/** Amounts by the names of resources; undefined for one that is there and is not known. */
type Amounts = ReadonlyMap<string, Amount>;

interface Amount {
  /** In nano units; undefined if it is no quantity, or one of several defaults. */
  readonly units: bigint | undefined;
  readonly value?: Value | undefined;
  /** The LimitRange that gives it, for what an object does not say itself. */
  readonly range?: string;
}

interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

interface Subject extends Usage {
  readonly name: string;
  readonly text: string;
  readonly path: Path;
  readonly isRestartable?: boolean;
  readonly isInit?: boolean;
}

type Field = "requests" | "limits";

const POD_LEVEL: ReadonlySet<string> = new Set(["cpu", "memory"]);

/** Lists what an object breaks of the LimitRanges of its namespace. Takes time linear in both. */
export function breachesOf(resource: RenderedResource, ranges: readonly RenderedResource[]): Breach[] {
  const items = itemsOf(ranges);
  if (resource.kind === "PersistentVolumeClaim") {
    const path = ["spec", "resources"];
    const requests = ownAmounts(valueAt(resource.value(), ...path, "requests"));
    const claim: Subject = { name: "", text: "the claim", path, requests, limits: new Map() };
    return items.flatMap(({ item, range }) =>
      textAt(item, "type") === "PersistentVolumeClaim" ? [...broken(claim, item, range, true)] : [],
    );
  }
  const spec = podSpecOf(resource);
  if (spec === undefined) return [];
  const defaults = defaultsOf(items);
  const containers = containersOf(spec)
    .filter(({ list }) => list !== "ephemeralContainers")
    .map((container): Subject => {
      const of = (field: Field): Amounts => ownAmounts(valueAt(container.value, "resources", field));
      return {
        name: `${container.list}/${container.name}`,
        text: containerText(container),
        path: [...container.path, "resources"],
        isInit: container.list === "initContainers",
        isRestartable: textAt(container.value, "restartPolicy") === "Always",
        ...withDefaults({ requests: of("requests"), limits: of("limits") }, defaults),
      };
    });
  const pod: Subject = {
    name: "",
    text: "a Pod as a whole",
    path: spec.path,
    ...sumOf(containers, valueAt(spec.value, "resources")),
  };
  return [
    ...containers.flatMap((container) => [...aboveDefault(container)]),
    ...items.flatMap(({ item, range }) => {
      const type = textAt(item, "type");
      const subjects = type === "Container" ? containers : type === "Pod" ? [pod] : [];
      return subjects.flatMap((subject) => [...broken(subject, item, range)]);
    }),
  ];
}

export function isRange(resource: RenderedResource): boolean {
  return resource.kind === "LimitRange" && groupOf(resource) === "";
}

/** The names of the resources of which LimitRanges give a request to containers that name none. */
export function givenRequests(ranges: readonly RenderedResource[]): ReadonlySet<string> {
  return new Set(defaultsOf(itemsOf(ranges)).requests.keys());
}

interface Item {
  readonly item: Value;
  /** The name of the LimitRange. */
  readonly range: string;
}

function itemsOf(ranges: readonly RenderedResource[]): readonly Item[] {
  return ranges.flatMap((range) =>
    listAt(range.value(), "spec", "limits").map((item) => ({ item, range: oneLine(range.name, 63) })),
  );
}

/** @param isClaim claims have no limits: the most that they may ask for is told as such */
function* broken(subject: Subject, item: Value, range: string, isClaim = false): Iterable<Breach> {
  const { requests, limits, text } = subject;
  const of = `LimitRange \`${range}\``;
  for (const [resource, bound] of ownAmounts(valueAt(item, "min"))) {
    const amount = [requests.get(resource), limits.get(resource)].find((each) => isLess(each, bound));
    const shown = oneLine(resource, 63);
    if (amount !== undefined)
      yield breach(subject, resource, "min", `${text} gets less \`${shown}\` than ${of} demands`, amount, bound);
    else if (!requests.has(resource))
      yield breach(subject, resource, "min", `${text} asks for no \`${shown}\`, of which ${of} demands some`);
  }
  for (const [resource, bound] of ownAmounts(valueAt(item, "max"))) {
    const amount = [limits.get(resource), requests.get(resource)].find((each) => isLess(bound, each));
    const shown = oneLine(resource, 63);
    if (amount !== undefined)
      yield breach(
        subject,
        resource,
        "max",
        `${text} ${isClaim ? "asks for" : "may get"} more \`${shown}\` than ${of} allows`,
        amount,
        bound,
      );
    else if (!(isClaim ? requests : limits).has(resource))
      yield breach(subject, resource, "max", `${text} has no limit of \`${shown}\`, for which ${of} demands one`);
  }
  for (const [resource, { units: ratio }] of ownAmounts(valueAt(item, "maxLimitRequestRatio"))) {
    const [request, limit] = [requests.get(resource), limits.get(resource)];
    const isUnknown = [request, limit].some((each) => each !== undefined && each.units === undefined);
    if (isUnknown || ratio === undefined) continue;
    const [asked, most] = [request?.units ?? 0n, limit?.units ?? 0n];
    // A ratio of 1 is 10^9 nano units.
    if (asked > 0n && most > 0n && most * 10n ** 9n <= ratio * asked) continue;
    const shown = oneLine(resource, 63);
    yield breach(
      subject,
      resource,
      "ratio",
      `${text} has a limit of \`${shown}\` that is farther above its request than ${of} allows`,
    );
  }
}

/** Finds requests above the limit that a LimitRange gives to containers without one. */
function* aboveDefault(subject: Subject): Iterable<Breach> {
  for (const [resource, limit] of subject.limits) {
    const request = subject.requests.get(resource);
    if (limit.range === undefined || request?.range !== undefined || !isLess(limit, request)) continue;
    const text = `${subject.text} asks for more \`${oneLine(resource, 63)}\` than the limit that LimitRange \`${limit.range}\` gives it`;
    yield breach(subject, resource, "default", text, request, limit);
  }
}

const BOUND_WORDS = { min: "at least", max: "at most", ratio: "at most", default: "with a limit of" };

function breach(
  { name, path }: Subject,
  resource: string,
  sort: keyof typeof BOUND_WORDS,
  text: string,
  amount?: Amount,
  bound?: Amount,
): Breach {
  const shown = shownValues(amount?.value, bound?.value);
  const isShown = shown.before !== undefined && shown.after !== undefined;
  return {
    key: JSON.stringify([name, resource, sort]),
    path,
    text,
    ...(isShown && { values: `${shown.before}, ${BOUND_WORDS[sort]} ${shown.after}` }),
  };
}

function isLess(first: Amount | undefined, second: Amount | undefined): boolean {
  return first?.units !== undefined && second?.units !== undefined && first.units < second.units;
}

function ownAmounts(map: Value | undefined): Map<string, Amount> {
  const entries = isMap(map) ? Object.entries(map) : [];
  return new Map(entries.map(([resource, value]) => [resource, { units: amountOf(value), value }]));
}

/** The amounts that containers get which name none. The API server completes LimitRanges before it keeps them. */
function defaultsOf(items: readonly Item[]): Usage {
  const [requests, limits] = [new Map<string, Amount>(), new Map<string, Amount>()];
  for (const { item, range } of items) {
    if (textAt(item, "type") !== "Container") continue;
    const of = (field: string): Amounts => ownAmounts(valueAt(item, field));
    const limit = new Map([...of("max"), ...of("default")]);
    for (const [into, from] of [
      [limits, limit],
      [requests, new Map([...of("min"), ...limit, ...of("defaultRequest")])],
    ] as const) {
      for (const [resource, amount] of from) {
        const known = into.get(resource);
        // Which one of several LimitRanges comes first is not known.
        const isClear = known === undefined || known.units === amount.units;
        into.set(resource, { ...(isClear ? amount : { units: undefined }), range });
      }
    }
  }
  return { requests, limits };
}

/** The API server takes a limit for the request that is not there, before a LimitRange gives one. */
function withDefaults({ requests, limits }: Usage, defaults: Usage): Usage {
  return {
    requests: new Map([...defaults.requests, ...limits, ...requests]),
    limits: new Map([...defaults.limits, ...limits]),
  };
}

/** The amounts of a Pod: of all containers that run together, or of the init container that needs more than these. */
function sumOf(containers: readonly Subject[], own: Value | undefined): Usage {
  const sum = (field: Field): Amounts => {
    const [all, sidecars, most] = [new Map<string, Amount>(), new Map<string, Amount>(), new Map<string, Amount>()];
    for (const container of containers) {
      const amounts = container[field];
      const runsOn = container.isInit !== true || container.isRestartable === true;
      if (runsOn) add(all, amounts);
      if (container.isInit !== true) continue;
      if (container.isRestartable === true) add(sidecars, amounts);
      const needed = new Map(sidecars);
      if (container.isRestartable !== true) add(needed, amounts);
      raise(most, needed);
    }
    raise(all, most);
    for (const [resource, amount] of ownAmounts(valueAt(own, field)))
      if (POD_LEVEL.has(resource)) all.set(resource, amount);
    return all;
  };
  return { requests: sum("requests"), limits: sum("limits") };
}

function raise(into: Map<string, Amount>, amounts: Amounts): void {
  for (const [resource, amount] of amounts) {
    const known = into.get(resource);
    if (known === undefined || isLess(known, amount)) into.set(resource, amount);
    else if (amount.units === undefined) into.set(resource, { units: undefined });
  }
}

function add(into: Map<string, Amount>, amounts: Amounts): void {
  for (const [resource, { units }] of amounts) {
    const known = into.get(resource);
    const isKnown = units !== undefined && (known === undefined || known.units !== undefined);
    into.set(resource, { units: isKnown ? units + (known?.units ?? 0n) : undefined });
  }
}
