/** Services that get an address or a port outside of the cluster, or give it back. */
import { textAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Finding, PairRule } from "../rule.ts";
import { isSameObject, oneLine, updated } from "./objects/index.ts";

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
    if (losesAddress(sides))
      yield {
        message:
          "another Service takes its place: its address outside of the cluster is given back, and the new one may get another",
      };
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

/** Tells whether a load balancer is replaced by one of another name that does not ask for the same address. */
function losesAddress({ base, head }: DangerPair): boolean {
  if (base === undefined || head === undefined || isSameObject(base, head)) return false;
  const isBalanced = [base, head].every(
    (each) =>
      each.kind === "Service" && groupOf(each) === "" && textAt(each.value(), "spec", "type") === "LoadBalancer",
  );
  const [before, after] = [base, head].map(addressesOf);
  return isBalanced && (before === "" || before !== after);
}

/** Annotations in which a Service asks for addresses. */
const ADDRESSES = [
  "metallb.io/loadBalancerIPs",
  "metallb.universe.tf/loadBalancerIPs",
  "io.cilium/lb-ipam-ips",
  "lbipam.cilium.io/ips",
  "kube-vip.io/loadbalancerIPs",
];

/** The addresses that a Service asks for, as a text; empty for none. */
function addressesOf(service: RenderedResource): string {
  const value = service.value();
  const asked = ADDRESSES.map((name) => textAt(value, "metadata", "annotations", name));
  return [textAt(value, "spec", "loadBalancerIP"), ...asked].filter(Boolean).join();
}
