/** Services that get another way from outside of the cluster, or lose theirs. */
import { textAt } from "../../../manifests/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { oneLine, updated } from "./objects/index.ts";

/** The types by how far they reach. */
const REACH: ReadonlyMap<string, number> = new Map([
  ["ClusterIP", 0],
  ["NodePort", 1],
  ["LoadBalancer", 2],
]);

export const serviceType: PairRule = {
  id: "service-type",
  level: "medium",
  summary: "a Service can be reached from outside of the cluster, or no longer so",
  kinds: new Set(["Service"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair === undefined || groupOf(pair.head) !== "") return;
    const [before = "", after = ""] = [pair.base, pair.head].map(
      (each) => textAt(each.value(), "spec", "type") ?? "ClusterIP",
    );
    const [old, now] = [REACH.get(before), REACH.get(after)];
    if (old === undefined || now === undefined || old === now) return;
    yield {
      path: "/spec/type",
      message:
        now > old
          ? "the Service is opened to the outside of the cluster: whoever reaches its address or its nodes reaches it"
          : "the Service loses its way from outside of the cluster: its address there is given back, and may not come again",
      before,
      after: oneLine(after),
    };
  },
};
