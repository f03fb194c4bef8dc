/** Subjects that get a powerful role. */

import type { DangerLevel } from "../../../configuration/index.ts";
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Finding } from "../rule.ts";
import { listed } from "./objects/index.ts";

interface Subject {
  readonly index: number;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The powers of roles that every cluster has. In a RoleBinding, they are limited to the namespace. */
const POWERFUL: ReadonlyMap<
  string,
  { readonly what: string; readonly cluster: DangerLevel; readonly namespace?: DangerLevel }
> = new Map([
  ["cluster-admin", { what: "do everything", cluster: "high", namespace: "medium" }],
  ["admin", { what: "read all Secrets and change roles", cluster: "high" }],
  ["edit", { what: "read all Secrets and run Pods as any ServiceAccount", cluster: "high" }],
  ["system:openshift:scc:privileged", { what: "run privileged Pods", cluster: "high", namespace: "high" }],
]);

/** Roles that are meant for everybody. */
const HARMLESS = new Set([
  "basic-user",
  "self-provisioner",
  "system:basic-user",
  "system:discovery",
  "system:public-info-viewer",
  "system:service-account-issuer-discovery",
]);

const ANYBODY = "everybody who reaches the API server, without a password or token";

/** Groups and users that hold more subjects than it seems. */
const EVERYBODY: ReadonlyMap<string, { readonly who: string; readonly level: DangerLevel }> = new Map([
  ["User system:anonymous", { who: ANYBODY, level: "high" }],
  ["Group system:unauthenticated", { who: ANYBODY, level: "high" }],
  ["Group system:authenticated", { who: "every user and every ServiceAccount of the cluster", level: "high" }],
  ["Group system:serviceaccounts", { who: "every ServiceAccount of the cluster", level: "medium" }],
]);

/** Finds permissions that a binding gives and the binding at base did not. */
export function* bindingFindings({ base, head }: DangerPair, binding: RenderedResource): Iterable<Finding> {
  if (head === undefined) return;
  const isCluster = binding.kind === "ClusterRoleBinding";
  const wasNarrower = base?.kind === "RoleBinding" && isCluster;
  const hadRole = base !== undefined && isSameRole(base, binding) && !wasNarrower;
  const had = new Set(hadRole ? subjectsOf(base.value()).map(keyOf) : []);
  const added = subjectsOf(binding.value()).filter((subject) => !had.has(keyOf(subject)));
  const [first] = added;
  if (first === undefined) return;

  const role = textAt(binding.value(), "roleRef", "name") ?? "";
  const scope = isCluster ? "in the cluster" : "in the namespace";
  for (const subject of added) {
    const everybody = EVERYBODY.get(`${subject.kind} ${subject.name}`);
    if (everybody === undefined || HARMLESS.has(role)) continue;
    yield {
      path: toPointer(["subjects", subject.index]),
      message: `the ${binding.kind} gives a role to ${everybody.who}`,
      level: isCluster || everybody.level === "medium" ? everybody.level : levelInNamespace(subject),
      after: subject.name,
    };
  }
  const isClusterRole = textAt(binding.value(), "roleRef", "kind") === "ClusterRole";
  const power = isClusterRole ? POWERFUL.get(role) : undefined;
  const level = isCluster ? power?.cluster : power?.namespace;
  if (power !== undefined && level !== undefined) {
    yield {
      path: toPointer(["subjects", first.index]),
      message: `the ${binding.kind} gives a powerful role: whoever gets it can ${power.what} ${scope}`,
      level,
      after: `${role}: ${listed(added.map(subjectText))}`,
    };
  } else if (wasNarrower && !HARMLESS.has(role)) {
    yield {
      path: toPointer(["roleRef"]),
      message: "the binding becomes a ClusterRoleBinding: its subjects get the role in all namespaces, and not in one",
      level: "medium",
    };
  }
}

/** The role of a binding and where it holds, and the subjects that get it, each as a text to compare. */
export function grantedBy(binding: RenderedResource): { readonly role: string; readonly subjects: readonly string[] } {
  const value = binding.value();
  const place = binding.kind === "ClusterRoleBinding" ? [] : [binding.namespace || "default"];
  const role = JSON.stringify([
    binding.kind,
    ...place,
    ...["kind", "name"].map((key) => textAt(value, "roleRef", key)),
  ]);
  return { role, subjects: subjectsOf(value).map(keyOf) };
}

/** Users and groups that need no password. */
const ANONYMOUS = new Set(["system:anonymous", "system:unauthenticated"]);

/**
 * The role of a binding, as {@link roleKey} names it. Undefined for roles of the cluster itself, which are what they are whatever a
 * target renders, and for bindings to everybody without a password.
 */
export function boundRole(binding: RenderedResource): string | undefined {
  const value = binding.value();
  const [kind = "", name = ""] = ["kind", "name"].map((key) => textAt(value, "roleRef", key));
  const isOfCluster = POWERFUL.has(name) || name === "view" || name.startsWith("system:");
  if (isOfCluster || subjectsOf(value).some((subject) => ANONYMOUS.has(subject.name))) return undefined;
  return keyOfRole(kind, kind === "Role" ? binding.namespace : "", name);
}

/** Equal for a role and the bindings that name it. */
export function keyOfRole(kind: string, namespace: string, name: string): string {
  return JSON.stringify([kind, namespace || "default", name]);
}

/** Without a password, everybody is anonymous. In one namespace, the users of the cluster are fewer than that. */
function levelInNamespace({ name }: Subject): DangerLevel {
  return name === "system:authenticated" ? "medium" : "high";
}

function isSameRole(base: RenderedResource, head: RenderedResource): boolean {
  const [before, after] = [base.value(), head.value()].map((value) => valueAt(value, "roleRef"));
  return (
    groupOf(base) === groupOf(head) &&
    textAt(before, "name") === textAt(after, "name") &&
    textAt(before, "kind") === textAt(after, "kind")
  );
}

function subjectsOf(binding: Value): readonly Subject[] {
  return [...listAt(binding, "subjects").entries()].flatMap(([index, subject]) => {
    const [kind, name] = [textAt(subject, "kind"), textAt(subject, "name")];
    if (kind === undefined || name === undefined) return [];
    return [{ index, kind, name, namespace: textAt(subject, "namespace") ?? "" }];
  });
}

function keyOf({ kind, namespace, name }: Subject): string {
  return JSON.stringify([kind, namespace, name]);
}

function subjectText({ kind, namespace, name }: Subject): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}
