/** The permissions of roles that are a danger. */

import type { DangerLevel } from "../../../configuration/index.ts";
import type { Grant } from "./grants.ts";

/** A sort of permission that gives more than it seems to. The first that fits a grant counts. */
export interface Power {
  /** Tells whether a grant gives it. */
  readonly fits: (grant: Grant) => boolean;
  /** The permission in words. */
  readonly what: string;
  /** In a ClusterRole, and in a Role. Undefined for no danger. */
  readonly cluster: DangerLevel | undefined;
  readonly namespace: DangerLevel | undefined;
}

const READ = new Set(["get", "list", "watch", "*"]);
const WRITE = new Set(["create", "update", "patch", "delete", "deletecollection", "*"]);
const CHANGE = new Set(["create", "update", "patch", "*"]);
/** Commands run by `create`, and by `get` over WebSockets. */
const REACH = new Set(["create", "get", "update", "patch", "*"]);
const RBAC = new Set(["roles", "clusterroles", "rolebindings", "clusterrolebindings"]);
/** The groups of roles, which can be escalated and bound. `*` as the verb holds both. */
const RBAC_GROUPS = new Set(["rbac.authorization.k8s.io", "*"]);
const ROLES = new Set(["roles", "clusterroles"]);
const IN_PODS = new Set(
  "nodes/proxy pods/attach pods/ephemeralcontainers pods/exec pods/portforward pods/proxy services/proxy".split(" "),
);
const TOKENS = new Set(["serviceaccounts/token"]);
/** Who can be impersonated, by groups. `*` as the verb holds `impersonate`. */
const IDENTITIES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["", new Set(["users", "groups", "serviceaccounts"])],
  ["authentication.k8s.io", new Set(["userextras", "uids"])],
]);
const ADMISSION = new Set(["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]);

/** Tells whether a grant is for a part of a resource, such as `pods/exec`: a star before the slash stands for every resource. */
const isPart = (parts: ReadonlySet<string>, resource: string): boolean =>
  parts.has(resource) || (resource.startsWith("*/") && [...parts].some((part) => part.endsWith(resource.slice(1))));

const isCore = ({ group }: Grant) => group === "" || group === "*";

/** Groups of custom resources have the domains of those who made them. */
const isBuiltIn = (group: string) => !group.includes(".") || group.endsWith(".k8s.io");

/** Ordered by what they can do. */
export const POWERS: readonly Power[] = [
  {
    fits: ({ group, resource, verb }) => resource === "*" && (group === "*" || group === "") && WRITE.has(verb),
    what: "a rule with `*` lets its subjects change every resource, and so do everything",
    cluster: "high",
    namespace: "medium",
  },
  {
    fits: ({ group, verb, resource }) =>
      ((verb === "escalate" || verb === "bind") && (RBAC.has(resource) || resource === "*")) ||
      (verb === "*" && ROLES.has(resource) && RBAC_GROUPS.has(group)),
    what: "`escalate` or `bind` lets its subjects give themselves every permission",
    cluster: "high",
    namespace: "high",
  },
  {
    fits: ({ group, resource, verb }) =>
      verb === "impersonate" ||
      (verb === "*" && [...IDENTITIES].some(([of, who]) => (group === of || group === "*") && who.has(resource))),
    what: "`impersonate` lets its subjects act as other users, with the permissions of those",
    cluster: "high",
    namespace: "high",
  },
  {
    fits: (grant) =>
      isCore(grant) &&
      grant.name === undefined &&
      (grant.resource === "secrets" || grant.resource === "*") &&
      READ.has(grant.verb),
    what: "its subjects can read Secrets, and so use every password and token in them",
    cluster: "high",
    namespace: "medium",
  },
  {
    fits: (grant) => isCore(grant) && grant.resource === "secrets" && READ.has(grant.verb),
    what: "its subjects can read some Secrets by name",
    cluster: "medium",
    namespace: "low",
  },
  {
    fits: (grant) => isCore(grant) && isPart(IN_PODS, grant.resource) && REACH.has(grant.verb),
    what: "its subjects can run commands in Pods, or reach into them",
    cluster: "high",
    namespace: "medium",
  },
  {
    fits: (grant) => isCore(grant) && isPart(TOKENS, grant.resource) && CHANGE.has(grant.verb),
    what: "its subjects can make tokens of ServiceAccounts, and act as these",
    cluster: "high",
    namespace: "medium",
  },
  {
    fits: ({ resource, verb }) => RBAC.has(resource) && CHANGE.has(verb),
    what: "its subjects can change roles or bindings",
    cluster: "high",
    namespace: "medium",
  },
  {
    fits: ({ group, resource, verb }) => resource === "*" && isBuiltIn(group) && WRITE.has(verb),
    what: "a rule with `*` lets its subjects change every resource of a group, also those that come later",
    cluster: "high",
    namespace: "medium",
  },
  {
    fits: ({ resource, verb }) => resource === "*" && WRITE.has(verb),
    what: "a rule with `*` lets its subjects change every custom resource of a group, also those that come later",
    cluster: "medium",
    namespace: "low",
  },
  {
    fits: ({ group, resource, verb }) => resource === "*" && isBuiltIn(group) && READ.has(verb),
    what: "a rule with `*` lets its subjects read every resource of a group, also those that come later",
    cluster: "medium",
    namespace: "low",
  },
  {
    fits: ({ resource, verb }) => resource === "*" && READ.has(verb),
    what: "a rule with `*` lets its subjects read every custom resource of a group, also those that come later",
    cluster: "low",
    namespace: "low",
  },
  {
    fits: ({ resource, verb }) => ADMISSION.has(resource) && CHANGE.has(verb),
    what: "its subjects can change webhooks that see or alter what others create",
    cluster: "medium",
    namespace: "medium",
  },
];

/** The verbs that the API server itself gives a meaning. Others mean something to a server that an APIService names, or nothing. */
const VERBS = new Set([...READ, ...WRITE, "approve", "attest", "bind", "escalate", "impersonate", "sign", "use"]);

/** The status of these decides where requests go, what a node has, or who gets a certificate. */
const STATUS_DECIDES = new Set(["certificatesigningrequests/status", "nodes/status", "pods/status", "services/status"]);

/** Tells whether every controller writes the resource: its lock, its events, and the status of its objects. */
function isBookkeeping({ group, resource }: Grant): boolean {
  if (resource === "leases" && group === "coordination.k8s.io") return true;
  if (resource === "events" && (group === "" || group === "events.k8s.io")) return true;
  if (resource.endsWith("/finalizers")) return true;
  const decides = STATUS_DECIDES.has(resource) || (resource === "*/status" && (group === "*" || isBuiltIn(group)));
  return resource.endsWith("/status") && !decides;
}

/**
 * Additional permissions of a role that stays, beside all that are more powerful. A new role grants what it is made for. Who may
 * change something may nearly always read it too, so all of these are one danger of the highest level among them.
 */
export const CHANGES: Power = {
  fits: (grant) => isChange(grant) && VERBS.has(grant.verb) && !isBookkeeping(grant),
  what: "its subjects can change more than before",
  cluster: "medium",
  namespace: "low",
};
export const SMALL_CHANGES: Power = { ...CHANGES, fits: isChange, cluster: "low" };
export const READS: Power = {
  fits: () => true,
  what: "its subjects can read more than before",
  cluster: "low",
  namespace: "low",
};
export const CHANGES_AND_READS = "its subjects can change and read more than before";

function isChange({ url, verb }: Grant): boolean {
  return url === undefined && (verb === "*" || !READ.has(verb));
}
