/** Services that get an address or a port outside of the cluster, or give it back. */
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
  summary: "a Service gets or gives back an address or a port outside of the cluster",
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
          ? "the Service gets an address or a port outside of the cluster: whoever reaches that reaches it"
          : "the Service gives back an address or a port outside of the cluster, and may not get the same again",
      before,
      after: oneLine(after),
    };
  },
};
