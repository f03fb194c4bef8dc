/** Namespaces that accept Pods which they refused so far. */
import { textAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { oneLine } from "./objects/index.ts";

/** The label by which the API server refuses Pods. The labels `warn` and `audit` refuse nothing. */
const ENFORCE = ["metadata", "labels", "pod-security.kubernetes.io/enforce"];

/** The levels by what they refuse, and what each lets in that the next one refuses. */
const LEVELS: ReadonlyMap<string, readonly [strength: number, accepts: string]> = new Map([
  ["privileged", [0, "any Pods, also privileged ones, and ones with the network or directories of the node"]],
  ["baseline", [1, "Pods that run as root, and containers that can gain privileges"]],
  ["restricted", [2, ""]],
]);

export const podSecurity: PairRule = {
  id: "pod-security",
  level: "high",
  summary: "a Namespace enforces a weaker Pod Security level",
  kinds: new Set(["Namespace"]),
  *check({ base, head }): Iterable<Finding> {
    if (base === undefined || head === undefined || !isNamespace(base) || !isNamespace(head)) return;
    const [before, after] = [textAt(base.value(), ...ENFORCE), textAt(head.value(), ...ENFORCE)];
    const [had] = (before !== undefined && LEVELS.get(before)) || [0];
    const now = LEVELS.get(after ?? "");
    if (before === undefined || (now?.[0] ?? 0) >= had) return;
    yield {
      path: toPointer(ENFORCE),
      message: messageOf(after, now?.[1]),
      before,
      ...(after === undefined ? {} : { after: oneLine(after) }),
    };
  },
};

function messageOf(after: string | undefined, accepts: string | undefined): string {
  if (accepts !== undefined)
    return `the Namespace enforces a weaker Pod Security level than before: it accepts ${accepts}`;
  if (after !== undefined)
    return "the Pod Security level of the Namespace becomes one that Kubernetes does not have: nobody knows which Pods it accepts";
  return "the Namespace enforces no Pod Security level any more: it accepts any Pods, unless the cluster has a level of its own for all";
}

function isNamespace({ kind, apiVersion }: RenderedResource): boolean {
  return kind === "Namespace" && apiVersion === "v1";
}
