/** Finds the facts about one object on both sides that matter to Pods that run. They depend on nothing but the object. */
import { valueAt } from "../../manifests/index.ts";
import type { RenderedResource, Value } from "../../render/rendering.ts";
import { contentOf, type DangerPair, differenceOf, isRefused, isSameObject } from "../dangers/index.ts";
import { isWorkload, type Rollout, rolloutOf } from "./workloads.ts";

/**
 * The facts about a workload that is new or whose template changes: `rollout` is absent where its Pods are new, and where the API
 * server refuses the change. Those about a ConfigMap or a Secret: the keys that change under the same name.
 */
export type PodFacts =
  | { readonly of: "workload"; readonly rollout?: Rollout }
  | { readonly of: "content"; readonly keys: ReadonlySet<string> };

/** Returns undefined for an object that does not matter to Pods. Takes time linear in the object. */
export function podFactsOf(pair: DangerPair): PodFacts | undefined {
  const { base, head } = pair;
  if (head === undefined) return undefined;
  const isUpdate = base !== undefined && isSameObject(base, head);
  if (isWorkload(head)) {
    if (!isUpdate) return { of: "workload" };
    const [before, after] = [base.value(), head.value()];
    const path = ["spec", "template"];
    if (differenceOf(valueAt(before, ...path), valueAt(after, ...path), path) === undefined) return undefined;
    return isRefused(pair) ? { of: "workload" } : { of: "workload", rollout: rolloutOf(head.kind, before, after) };
  }
  if (!isUpdate || !isContent(head) || isRefused(pair)) return undefined;
  const keys = changedKeys(base.value(), head.value());
  return keys.size === 0 ? undefined : { of: "content", keys };
}

function isContent({ apiVersion, kind }: RenderedResource): boolean {
  return (kind === "ConfigMap" || kind === "Secret") && apiVersion === "v1";
}

function changedKeys(base: Value, head: Value): ReadonlySet<string> {
  const [before, after] = [contentOf(base), contentOf(head)];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...keys].filter((key) => before[key] !== after[key]));
}
