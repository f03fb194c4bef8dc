/** Containers that ask for more than their limits, and workloads that get a quarter or less of what they had. */
import { isMap, valueAt } from "../../../../manifests/index.ts";
import { toPointer } from "../../../../text/index.ts";
import type { Finding, PairRule } from "../../rule.ts";
import {
  type Container,
  compareQuantities,
  containerText,
  isQuarterOrLess,
  oneLine,
  podSpecOf,
  podsOf,
  shownValues,
} from "../objects/index.ts";

export const limitBelowRequest: PairRule = {
  id: "limit-below-request",
  level: "high",
  summary: "a container asks for more than its limit",
  *check(pair): Iterable<Finding> {
    for (const { base, head } of podsOf(pair)?.containers ?? []) {
      const before = new Set(base === undefined ? [] : overdrawn(base));
      for (const resource of overdrawn(head)) {
        if (before.has(resource)) continue;
        const [asked, limit] = ["requests", "limits"].map((field) => valueAt(head.value, "resources", field, resource));
        const shown = shownValues(asked, limit);
        yield {
          path: toPointer([...head.path, "resources", "limits", resource]),
          message: `${containerText(head)} asks for more \`${oneLine(resource, 63)}\` than its limit: the API server refuses such a container`,
          after: `${shown.before}, with a limit of ${shown.after}`,
          outcome: "refused",
        };
      }
    }
  },
};

/** The resources of which a container asks for more than it may have. */
function overdrawn({ value }: Container): readonly string[] {
  const requests = valueAt(value, "resources", "requests");
  if (!isMap(requests)) return [];
  return Object.keys(requests).filter(
    (resource) => (compareQuantities(valueAt(value, "resources", "limits", resource), requests[resource]) ?? 0) < 0,
  );
}

export const cutCapacity: PairRule = {
  id: "cut-capacity",
  level: "medium",
  summary: "a workload gets a quarter or less of its Pods or of its memory",
  *check(pair): Iterable<Finding> {
    const { base, head } = pair;
    if (base === undefined || head === undefined) return;
    const [had = 1, has] = [base, head].map((each) => valueAt(each.value(), "spec", "replicas"));
    if (podSpecOf(head) !== undefined && isQuarterOrLess(has ?? 1, had)) {
      yield {
        path: "/spec/replicas",
        message:
          has === undefined
            ? `the ${head.kind} no longer says how many Pods it has: it may get one only, until an autoscaler decides`
            : `the ${head.kind} keeps a quarter of its Pods or less: they do the work of all`,
        ...shownValues(had, has),
      };
    }
    for (const { base: old, head: now } of podsOf(pair)?.containers ?? []) {
      const keys = ["resources", "limits", "memory"];
      const [before, after] = [old && valueAt(old.value, ...keys), valueAt(now.value, ...keys)];
      if (!isQuarterOrLess(after, before)) continue;
      yield {
        path: toPointer([...now.path, ...keys]),
        message: `${containerText(now)} may use a quarter of the memory or less: it is ended if it needs more`,
        ...shownValues(before, after),
      };
    }
  },
};
