/** NetworkPolicies that no longer keep anything out. */
import { isMap, listAt, type MapValue, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { textsAt } from "./objects/index.ts";

const DIRECTIONS = [
  { type: "Ingress", field: "ingress", peers: "from", message: "accept traffic from everywhere" },
  { type: "Egress", field: "egress", peers: "to", message: "may send traffic to everywhere" },
] as const;

export const networkPolicyOpen: PairRule = {
  id: "network-policy-open",
  level: "medium",
  summary: "a NetworkPolicy that kept traffic out allows all of it",
  kinds: new Set(["NetworkPolicy"]),
  *check({ base, head }): Iterable<Finding> {
    if (base === undefined || head === undefined || !isPolicy(base) || !isPolicy(head)) return;
    for (const { type, field, peers, message } of DIRECTIONS) {
      const [before, after] = [base, head].map((each) => effect(each, type, field, peers));
      if (before !== "restricts" || after === "restricts") continue;
      yield after === "allows all"
        ? { path: `/spec/${field}`, message: `the Pods that it selects ${message}, whatever other NetworkPolicies say` }
        : {
            path: "/spec/policyTypes",
            message: `the Pods that it selects ${message}, unless another policy selects them`,
          };
    }
  },
};

function isPolicy(resource: RenderedResource): boolean {
  return resource.kind === "NetworkPolicy" && groupOf(resource) === "networking.k8s.io";
}

/** The effect of a policy on the traffic of a direction. */
function effect(
  resource: RenderedResource,
  type: string,
  field: string,
  peers: string,
): "restricts" | "allows all" | "is not about it" {
  const spec = valueAt(resource.value(), "spec");
  const rules = listAt(spec, field);
  const types = textsAt(spec, "policyTypes");
  // Without types, a policy is about what comes in, and about what goes out if it has rules for that.
  const isMeant = types.length > 0 ? types.includes(type) : type === "Ingress" || rules.length > 0;
  if (!isMeant) return "is not about it";
  return rules.some((rule) => isMap(rule) && isEmpty(rule, peers) && isEmpty(rule, "ports"))
    ? "allows all"
    : "restricts";
}

function isEmpty(rule: MapValue, field: string): boolean {
  return listAt(rule, field).length === 0;
}
