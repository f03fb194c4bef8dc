/** PodDisruptionBudgets that let no Pod go. */
import { valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { shownValues } from "./objects/index.ts";

export const blockedEviction: PairRule = {
  id: "blocked-eviction",
  level: "medium",
  summary: "a PodDisruptionBudget allows no eviction",
  kinds: new Set(["PodDisruptionBudget"]),
  *check({ base, head }): Iterable<Finding> {
    if (head === undefined || groupOf(head) !== "policy") return;
    const found = blocking(head);
    if (found === undefined || (base !== undefined && blocking(base) !== undefined)) return;
    const [field, value] = found;
    yield {
      path: `/spec/${field}`,
      message:
        "no healthy Pod of the budget may be evicted: a node with such a Pod cannot be drained, and upgrades of nodes wait",
      ...shownValues(base && valueAt(base.value(), "spec", field), value),
    };
  },
};

/** The field by which a budget allows no eviction, whatever the number of Pods. */
function blocking(budget: RenderedResource): readonly [field: string, value: Value] | undefined {
  const spec = valueAt(budget.value(), "spec");
  const [most, least] = [valueAt(spec, "maxUnavailable"), valueAt(spec, "minAvailable")];
  if (most === 0 || most === "0%") return ["maxUnavailable", most];
  return least === "100%" ? ["minAvailable", least] : undefined;
}
