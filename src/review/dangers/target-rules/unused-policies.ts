/** Network policies that go together with all Pods that they select. */
import { isMap, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import type { Excuse } from "../rule.ts";
import { podsOf, Selection, type Selector, textsOf } from "./search/index.ts";

/** The fields with the selectors of policies, by kind. */
const SELECTORS: ReadonlyMap<string, string> = new Map([
  ["NetworkPolicy", "podSelector"],
  ["CiliumNetworkPolicy", "endpointSelector"],
]);

/**
 * A policy that selected Pods of the target by labels at base, whose workloads all go. One that selects all Pods, or by
 * expressions, may protect what other targets render, and is not excused.
 */
export const UNUSED_POLICIES: Excuse = {
  rule: "removed-networkpolicy",
  *excused({ base, head, pairs }, found) {
    const policies = found.flatMap((pair) => {
      const selector = pair.base && selectorOf(pair.base);
      return selector === undefined ? [] : [{ pair, selector }];
    });
    if (policies.length === 0) return;
    // A workload that stays has its Pods, also where the change takes the label from them that the policy selects.
    const staying = pairs.flatMap((pair) => (pair.head === undefined || pair.base === undefined ? [] : [pair.base]));
    const [before, after] = [new Selection(podsOf(base)), new Selection(podsOf([...head, ...staying]))];
    for (const { pair, selector } of policies) if (before.has(selector) && !after.has(selector)) yield pair;
  },
};

function selectorOf(resource: RenderedResource): Selector | undefined {
  const { kind, namespace } = resource;
  const field = SELECTORS.get(kind);
  const selector = field === undefined ? undefined : valueAt(resource.value(), "spec", field);
  if (!isMap(selector) || Object.keys(selector).join() !== "matchLabels") return undefined;
  const given = selector["matchLabels"];
  const labels = textsOf(given);
  const isWhole = isMap(given) && labels.size > 0 && labels.size === Object.keys(given).length;
  return isWhole ? { namespace, labels } : undefined;
}
