/** Services that selected pods of the target at base, and select none at head. */

import { getOrInsert } from "../../../collections.ts";
import { podTemplateOf, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import type { DangerPair, DangerTarget, Finding, TargetRule } from "../rule.ts";
import { Makers, podLabelsOf, podsOf, Selection, type Selector, textsOf } from "./search/index.ts";

const FAILURE = "requests to it fail";

export const LOST_ENDPOINTS: TargetRule = {
  id: "lost-endpoints",
  level: "medium",
  summary: "a Service selects no Pods of the target any more",
  touches: (pair) => isChangedWorkload(pair) || isChangedService(pair),
  *check(target, touched) {
    if (touched.length === 0) return;
    const workloads = touched.filter(isChangedWorkload);
    const services = new Map(touched.filter(isChangedService).map((pair) => [pair.head as RenderedResource, pair]));
    const search = searchIn(target);
    yield* ofServices(search, services);
    if (workloads.length > 0) yield* ofWorkloads(search, services, workloads, target.head);
  },
};

type TargetFinding = Finding & { readonly pair: DangerPair };

/** Tells whether Pods of the base are gone, or have other labels or another namespace. */
function isChangedWorkload({ base, head }: DangerPair): boolean {
  const before = base && podLabelsOf(base);
  if (before === undefined) return false;
  const after = head && podLabelsOf(head);
  if (after === undefined || base?.namespace !== head?.namespace) return true;
  return [...before].some(([key, value]) => after.get(key) !== value);
}

/** Tells whether a Service that stays has another selector or namespace. */
function isChangedService({ base, head }: DangerPair): boolean {
  const [before, after] = [base && selectorOf(base), head && selectorOf(head)];
  if (before === undefined || after === undefined) return false;
  return (
    before.namespace !== after.namespace ||
    before.labels.size !== after.labels.size ||
    [...before.labels].some(([key, value]) => after.labels.get(key) !== value)
  );
}

/** Returns the selector of a Service; undefined for one that selects nothing by itself. */
export function selectorOf(resource: RenderedResource): Selector | undefined {
  const { kind, apiVersion, namespace } = resource;
  if (kind !== "Service" || apiVersion !== "v1") return undefined;
  const value = resource.value();
  if (valueAt(value, "spec", "type") === "ExternalName") return undefined;
  const labels = textsOf(valueAt(value, "spec", "selector"));
  return labels.size === 0 ? undefined : { namespace, labels };
}

interface Search {
  wasSelected(selector: Selector): boolean;
  /** Tells whether pods are selected that this target renders, or that a new custom object may make. */
  isSelected(service: RenderedResource, selector: Selector): boolean;
}

/** Searches the pods of both sides, which are read when they are asked for. */
function searchIn(target: DangerTarget): Search {
  let before: Selection | undefined;
  let after: Selection | undefined;
  let makers: Makers | undefined;
  return {
    wasSelected: (selector) => (before ??= new Selection(podsOf(target.base))).has(selector),
    isSelected: ({ name }, selector) =>
      (after ??= new Selection(podsOf(target.head))).has(selector) || (makers ??= new Makers(target)).mayMake(name),
  };
}

function* ofServices(search: Search, services: ReadonlyMap<RenderedResource, DangerPair>): Iterable<TargetFinding> {
  for (const [head, pair] of services) {
    const [before, after] = [pair.base && selectorOf(pair.base), selectorOf(head)];
    if (before === undefined || after === undefined) continue;
    if (!search.wasSelected(before) || search.isSelected(head, after)) continue;
    yield { pair, path: "/spec/selector", message: `the Service selects no Pods of the target any more: ${FAILURE}` };
  }
}

/** Services that stay as they are, whose pods go: what the change does is at the workload. */
function* ofWorkloads(
  search: Search,
  services: ReadonlyMap<RenderedResource, DangerPair>,
  workloads: readonly DangerPair[],
  head: readonly RenderedResource[],
): Iterable<TargetFinding> {
  const gone = new Selection(podsOf(workloads.map(({ base }) => base as RenderedResource)));
  const lost = new Map<number, RenderedResource[]>();
  for (const service of head) {
    const selector = services.has(service) ? undefined : selectorOf(service);
    const first = selector && gone.find(selector);
    if (selector === undefined || first === undefined || search.isSelected(service, selector)) continue;
    getOrInsert(lost, first, (): RenderedResource[] => []).push(service);
  }
  for (const [index, [service, ...others]] of lost) {
    const pair = workloads[index] as DangerPair;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    const name = `Service ${service?.baseName ?? ""}${more}`;
    const verb = others.length === 0 ? "selects" : "select";
    if (pair.head === undefined) {
      yield {
        pair,
        message: `the ${pair.base?.kind} is removed, but ${name} still ${verb} its Pods, and no others: ${FAILURE}`,
      };
      continue;
    }
    const path = `/${[...(podTemplateOf(pair.head)?.path ?? []), "metadata", "labels"].join("/")}`;
    yield { pair, path, message: `the Pods have other labels, so that ${name} ${verb} none any more: ${FAILURE}` };
  }
}
