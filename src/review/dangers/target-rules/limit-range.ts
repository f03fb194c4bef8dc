/** Pods and claims that a LimitRange of the same target and namespace does not let in. */
import { groupBy } from "../../../collections.ts";
import { podTemplateOf } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Finding, TargetRule } from "../rule.ts";
import { listed, oneLine } from "../rules/index.ts";
import { type Breach, breachesOf, isRange } from "./limits.ts";
import { keyOfObject, ObjectNames } from "./search/index.ts";

export const LIMIT_RANGE: TargetRule = {
  id: "limit-range",
  level: "high",
  summary: "a LimitRange of the target refuses new Pods or a claim",
  touches: ({ head }) => head !== undefined && (isRange(head) || isLimited(head)),
  *check({ base, head, pairs }, touched) {
    if (touched.length === 0) return;
    const after = rangesOf(head);
    if (after.size === 0) return;
    const before = rangesOf(base);
    const brought = (pair: DangerPair): Breach[] => {
      const known = new Set(breaches(pair.base, before).map(({ key }) => key));
      return breaches(pair.head, after).filter(({ key }) => !known.has(key));
    };
    for (const pair of touched) {
      if (pair.head === undefined || isRange(pair.head)) continue;
      // Nobody looks at the resources of a Pod again that is there already.
      if (pair.head.kind === "Pod" && pair.base !== undefined) continue;
      for (const breach of brought(pair)) yield { ...findingOf(breach, pair.head), pair };
    }
    yield* strictRanges(
      touched.filter((pair) => pair.head !== undefined && isRange(pair.head)),
      { base, head, pairs },
      brought,
    );
  },
};

/** Finds changed LimitRanges that refuse Pods of objects that do not change: these are told once, with the LimitRange. */
function* strictRanges(
  ranges: readonly DangerPair[],
  { base, head, pairs }: Parameters<TargetRule["check"]>[0],
  brought: (pair: DangerPair) => readonly Breach[],
): Iterable<Finding & { readonly pair: DangerPair }> {
  if (ranges.length === 0) return;
  const changed = new Set(pairs.map((pair) => pair.head));
  const old = new ObjectNames(base);
  const refused = new Map<string, RenderedResource[]>();
  for (const [namespace, resources] of groupBy(head, (resource) => resource.namespace)) {
    if (!ranges.some((pair) => pair.head?.namespace === namespace)) continue;
    const hit = resources.filter(
      (resource) =>
        isLimited(resource) &&
        !isItself(resource) &&
        !changed.has(resource) &&
        brought({ base: old.find(keyOfObject(resource)), head: resource }).length > 0,
    );
    if (hit.length > 0) refused.set(namespace, hit);
  }
  for (const pair of ranges) {
    const hit = refused.get(pair.head?.namespace ?? "");
    if (hit === undefined) continue;
    const [first, ...others] = hit;
    const whose = others.length === 0 ? `${first?.kind} ${oneLine(first?.baseName ?? "", 63)}` : namesOf(hit);
    yield { pair, message: `the LimitRanges of the namespace no longer let in new Pods of ${whose}` };
  }
}

function namesOf(resources: readonly RenderedResource[]): string {
  return `${resources.length} objects, which do not change: ${listed(resources.map(({ baseName }) => baseName))}`;
}

function findingOf({ path, text, values }: Breach, resource: RenderedResource): Finding {
  const isRefused = isItself(resource);
  return {
    path: toPointer(path),
    message: `${text}: the API server refuses ${isRefused ? "the object" : "its new Pods"}`,
    ...(values !== undefined && { after: values }),
    ...(isRefused && { outcome: "refused" as const }),
  };
}

/** Tells whether LimitRanges look at the object itself, and not at what its controller makes. */
function isItself({ kind }: RenderedResource): boolean {
  return kind === "Pod" || kind === "PersistentVolumeClaim";
}

function breaches(
  resource: RenderedResource | undefined,
  ranges: ReadonlyMap<string, readonly RenderedResource[]>,
): Breach[] {
  const own = resource && ranges.get(resource.namespace);
  return resource === undefined || own === undefined ? [] : breachesOf(resource, own);
}

function rangesOf(resources: readonly RenderedResource[]): ReadonlyMap<string, readonly RenderedResource[]> {
  return groupBy(resources.filter(isRange), ({ namespace }) => namespace);
}

/** Operators may give other amounts to the Pods of their own kinds. */
const GROUPS: ReadonlySet<string> = new Set(["", "apps", "batch", "extensions", "apps.openshift.io"]);

function isLimited(resource: RenderedResource): boolean {
  if (!GROUPS.has(groupOf(resource))) return false;
  return resource.kind === "PersistentVolumeClaim" || podTemplateOf(resource) !== undefined;
}
