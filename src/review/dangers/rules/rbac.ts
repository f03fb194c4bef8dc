/** Permissions that somebody gets. */

import type { DangerLevel } from "../../../configuration/index.ts";
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import type { DangerPair, Finding, PairRule } from "../rule.ts";
import { bindingFindings } from "./bindings.ts";
import { type Grant, Grants, grantsOf, newRules, rulesOf } from "./grants.ts";
import { groupOf, oneLine } from "./values.ts";

const GROUPS = new Set(["rbac.authorization.k8s.io", "authorization.openshift.io"]);
const ROLES = new Set(["Role", "ClusterRole"]);
const BINDINGS = new Set(["RoleBinding", "ClusterRoleBinding"]);

export const rbacWidened: PairRule = {
  id: "rbac-widened",
  level: "high",
  summary: "a role or a binding grants more than before",
  kinds: new Set([...ROLES, ...BINDINGS]),
  *check(pair): Iterable<Finding> {
    const { head } = pair;
    if (head === undefined || !GROUPS.has(groupOf(head))) return;
    if (ROLES.has(head.kind)) yield* roleFindings(pair, head);
    else if (BINDINGS.has(head.kind)) yield* bindingFindings(pair, head);
  },
};

/** A sort of permission that gives more than it seems to. The first that fits a grant counts. */
interface Power {
  readonly fits: (grant: Grant) => boolean;
  /** What the role grants. */
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
const IN_PODS = new Set(["pods/exec", "pods/attach", "pods/portforward", "pods/ephemeralcontainers", "nodes/proxy"]);
const TOKENS = new Set(["serviceaccounts/token"]);
/** Who can be impersonated, by groups. `*` as the verb holds `impersonate`. */
const IDENTITIES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["", new Set(["users", "groups", "serviceaccounts"])],
  ["authentication.k8s.io", new Set(["userextras", "uids"])],
]);
const ADMISSION = new Set(["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]);

/** Whether a grant is for a part of a resource, such as `pods/exec`: a star before the slash stands for every resource. */
const isPart = (parts: ReadonlySet<string>, resource: string): boolean =>
  parts.has(resource) || (resource.startsWith("*/") && [...parts].some((part) => part.endsWith(resource.slice(1))));
/** Commands of kubectl that roles name by mistake. The API server knows no such verbs, so they grant nothing. */
const COMMANDS = new Set(["apply", "describe", "edit", "exec", "explain", "logs", "port-forward", "rollout", "top"]);

const isCore = ({ group }: Grant) => group === "" || group === "*";

/** Groups of custom resources have the domains of those who made them. */
const isBuiltIn = (group: string) => !group.includes(".") || group.endsWith(".k8s.io");

/** Ordered by what they can do. */
const POWERS: readonly Power[] = [
  {
    fits: ({ group, resource, verb }) => resource === "*" && (group === "*" || group === "") && WRITE.has(verb),
    what: "a rule with `*` lets its subjects change every resource, and so do everything",
    cluster: "high",
    namespace: "medium",
  },
  {
    fits: ({ verb, resource }) => (verb === "escalate" || verb === "bind") && (RBAC.has(resource) || resource === "*"),
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
    fits: ({ resource, verb }) => resource === "*" && READ.has(verb),
    what: "a rule with `*` lets its subjects read every resource of a group, also those that come later",
    cluster: "medium",
    namespace: "low",
  },
  {
    fits: ({ resource, verb }) => ADMISSION.has(resource) && CHANGE.has(verb),
    what: "its subjects can change webhooks that see or alter what others create",
    cluster: "medium",
    namespace: "medium",
  },
];

/**
 * What a role that stays grants in addition, beside all that is more powerful. A new role grants what it is made for. Who may
 * change something may nearly always read it too, so both are one danger.
 */
const CHANGES: Power = {
  fits: ({ verb, url }) => url === undefined && (verb === "*" || !READ.has(verb)),
  what: "its subjects can change more than before",
  cluster: "medium",
  namespace: "low",
};
const READS: Power = {
  fits: () => true,
  what: "its subjects can read more than before",
  cluster: "low",
  namespace: "low",
};
const BOTH: Power = { ...CHANGES, what: "its subjects can change and read more than before" };

function* roleFindings({ base }: DangerPair, head: RenderedResource): Iterable<Finding> {
  const before = base !== undefined && ROLES.has(base.kind) ? base.value() : undefined;
  const after = head.value();
  yield* aggregationFindings(before, after);
  const fresh = newRules(before, after);
  if (fresh.length === 0) return;
  const [granted, had] = [grantsOf(fresh), grantsOf(rulesOf(before))];
  if (granted === undefined || had === undefined) {
    yield {
      path: "/rules",
      message: "the rules of the role are too many to compare: its subjects may be able to do more than before",
      level: "medium",
    };
    return;
  }
  const covered = new Grants(had);
  const powers = base === undefined ? POWERS : [...POWERS, CHANGES, READS];
  const found = new Map<Power, Grant[]>();
  for (const grant of granted) {
    if (COMMANDS.has(grant.verb) || covered.covers(grant)) continue;
    const power = powers.find(({ fits }) => fits(grant));
    if (power === undefined) continue;
    const known = found.get(power);
    if (known === undefined) found.set(power, [grant]);
    else known.push(grant);
  }
  const [changes, reads] = [found.get(CHANGES), found.get(READS)];
  if (changes !== undefined && reads !== undefined) {
    found.set(BOTH, [...changes, ...reads]);
    found.delete(CHANGES);
    found.delete(READS);
  }
  for (const power of [...powers, BOTH]) {
    const grants = found.get(power);
    const level = head.kind === "ClusterRole" ? power.cluster : power.namespace;
    if (grants?.[0] === undefined || level === undefined) continue;
    yield {
      path: toPointer(["rules", grants[0].rule]),
      message: `the ${head.kind} ${base === undefined ? "is new" : "changes"}, and ${power.what}`,
      after: grantsText(grants),
      level,
    };
  }
}

const AGGREGATED = /^rbac\.authorization\.k8s\.io\/aggregate-to-/;

/** A ClusterRole that takes over the rules of others, or gives its own to others. */
function* aggregationFindings(before: Value | undefined, after: Value): Iterable<Finding> {
  const path = ["aggregationRule", "clusterRoleSelectors"];
  const known = new Set(listAt(before, ...path).map((selector) => selectorText(selector)));
  const selectors = listAt(after, ...path);
  // A new role takes over what it is made for, unless that is everything.
  const index = selectors.findIndex((selector) =>
    before === undefined ? isEverything(selector) : !known.has(selectorText(selector)),
  );
  if (index >= 0) {
    yield {
      path: toPointer([...path, index]),
      message: "the ClusterRole takes over the rules of further roles with a label, also of those that come later",
      level: "medium",
    };
  }
  if (before === undefined) return;
  const labels = valueAt(after, "metadata", "labels");
  const added = (isMap(labels) ? Object.keys(labels) : []).filter(
    (key) =>
      AGGREGATED.test(key) && textAt(labels, key) === "true" && textAt(before, "metadata", "labels", key) !== "true",
  );
  if (added[0] === undefined) return;
  yield {
    path: toPointer(["metadata", "labels", added[0]]),
    message: "a label adds the rules of the ClusterRole to another role: all subjects of that one get them",
    after: oneLine(added.map((key) => key.replace(AGGREGATED, "")).join(", "), 120),
    level: "medium",
  };
}

function isEverything(selector: Value): boolean {
  return isMap(selector) && Object.values(selector).every((part) => Object.keys(part ?? {}).length === 0);
}

function selectorText(selector: Value): string {
  return JSON.stringify(selector, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part));
}

/** `get, list secrets`. */
function grantsText(grants: readonly Grant[]): string {
  const verbs = new Map<string, string[]>();
  for (const { group, resource, url, verb } of grants) {
    const what = url ?? (group === "" || group === "*" ? resource : `${resource}.${group}`);
    const known = verbs.get(what);
    if (known === undefined) verbs.set(what, [verb]);
    else if (known.length < 10) known.push(verb);
  }
  const parts = [...verbs].slice(0, 4).map(([what, each]) => `${[...new Set(each)].join(", ")} ${what}`);
  return oneLine(verbs.size > 4 ? `${parts.slice(0, 3).join("; ")} and ${verbs.size - 3} more` : parts.join("; "), 120);
}
