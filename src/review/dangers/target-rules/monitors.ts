/**
 * The objects by which the Prometheus Operator finds what it scrapes: the labels that they select, and the ports that they ask.
 * prometheus-operator: pkg/prometheus/promcfg.go, generateServiceMonitorConfig and generatePodMonitorConfig
 */
import { isMap, listAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import { groupOf } from "../../differences/index.ts";
import { jsonText } from "./port-offers.ts";
import { textsOf } from "./search/index.ts";

export interface Monitor {
  readonly resource: RenderedResource;
  readonly selects: "Service" | "Pod";
  /** The labels that it demands; there may be expressions beside them. */
  readonly labels: ReadonlyMap<string, string>;
  readonly selector: Value;
  /** The namespaces in which it looks; undefined for all. */
  readonly namespaces: ReadonlySet<string> | undefined;
  readonly ports: readonly AskedPort[];
}

export interface AskedPort {
  /** A name, or the number of a port of containers. */
  readonly port: string | number;
  /** Set where containers have to declare the port; otherwise Services have it. */
  readonly isOfContainers: boolean;
  readonly path: readonly string[];
}

/** The kinds: what they select, and the field with the ports. */
const KINDS: ReadonlyMap<string, readonly [selects: Monitor["selects"], endpoints: string]> = new Map([
  ["ServiceMonitor", ["Service", "endpoints"]],
  ["PodMonitor", ["Pod", "podMetricsEndpoints"]],
]);

/** Prometheus reads texts as regular expressions: only those that mean themselves can be looked for. */
const PLAIN = /^[\w./-]+$/;

export function isMonitor(resource: RenderedResource): boolean {
  return KINDS.has(resource.kind) && groupOf(resource) === "monitoring.coreos.com";
}

/** Returns undefined for an object of another kind, and for a monitor that demands no labels, or some that are not known yet. */
export function monitorOf(resource: RenderedResource): Monitor | undefined {
  const [kind, endpoints] = (isMonitor(resource) ? KINDS.get(resource.kind) : undefined) ?? [];
  if (kind === undefined || endpoints === undefined) return undefined;
  const spec = valueAt(resource.value(), "spec");
  const selector = valueAt(spec, "selector");
  const given = valueAt(selector, "matchLabels");
  const labels = textsOf(given);
  const isWhole = isMap(given) && labels.size > 0 && labels.size === Object.keys(given).length;
  const namespaces = namespacesOf(resource, valueAt(spec, "namespaceSelector"));
  if (selector === undefined || !isWhole || ![...labels.values(), ...(namespaces ?? [])].every(isPlain))
    return undefined;
  const ports = listAt(spec, endpoints).flatMap((endpoint, index) => {
    const asked = portOf(endpoint, kind);
    return asked === undefined ? [] : [{ ...asked, path: ["spec", endpoints, String(index), ...asked.path] }];
  });
  return { resource, selects: kind, labels, selector, namespaces, ports };
}

function isPlain(text: string): boolean {
  return text === "" || (PLAIN.test(text) && !isUnfinished(text));
}

function namespacesOf({ namespace }: RenderedResource, selector: Value | undefined): ReadonlySet<string> | undefined {
  if (valueAt(selector, "any") === true) return undefined;
  const names = listAt(selector, "matchNames").filter((name) => typeof name === "string");
  return new Set(names.length === 0 ? [namespace] : names);
}

/** Returns the first of the fields that counts; undefined for an endpoint that asks all ports, or one that is not known. */
function portOf(endpoint: Value, kind: Monitor["selects"]): AskedPort | undefined {
  const isOfPods = kind === "Pod";
  const fields = isOfPods ? ["port", "portNumber", "targetPort"] : ["port", "targetPort"];
  for (const field of fields) {
    const port = valueAt(endpoint, field);
    if (typeof port === "number" && port !== 0 && field !== "port")
      return { port, isOfContainers: true, path: [field] };
    if (typeof port !== "string" || port === "") continue;
    return isPlain(port) ? { port, isOfContainers: isOfPods || field === "targetPort", path: [field] } : undefined;
  }
  return undefined;
}

/** The text of all that decides what a monitor finds. Equal texts change nothing. */
export function monitorText(resource: RenderedResource): string {
  const spec = valueAt(resource.value(), "spec");
  const endpoints = KINDS.get(resource.kind)?.[1] ?? "";
  const parts = ["selector", "namespaceSelector", endpoints].map((key) => valueAt(spec, key) ?? null);
  return jsonText([resource.namespace, ...parts]);
}

/** Tells whether a monitor looks into the namespace of an object. One that a manifest does not name counts as the same one. */
export function looksIn(namespaces: Monitor["namespaces"], namespace: string): boolean {
  return namespaces === undefined || namespace === "" || namespaces.has(namespace) || namespaces.has("");
}
