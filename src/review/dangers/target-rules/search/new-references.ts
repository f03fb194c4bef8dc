/** References that a change brings. */
import type { RenderedResource } from "../../../../render/rendering.ts";
import { type ObjectKey, type ObjectNames, textOf } from "./object-names.ts";
import { mayRefer, type Reference, referencesOf } from "./references.ts";

/** Returns the references of head that base does not have, without those to objects that each cluster has. */
export function newReferences(base: RenderedResource | undefined, head: RenderedResource): Reference[] {
  if (!mayRefer(head)) return [];
  const old = new Set(base === undefined ? [] : referencesOf(base).map(textOf));
  return referencesOf(head).filter((reference) => !old.has(textOf(reference)) && !isAlwaysThere(reference));
}

/** Returns the references of base that led to an object and that head does not have, by their slots. */
export function replacedReferences(
  base: RenderedResource,
  head: RenderedResource,
  names: ObjectNames,
): ReadonlyMap<string, Reference> {
  const kept = new Set(referencesOf(head).map(textOf));
  const gone = referencesOf(base).filter((each) => !kept.has(textOf(each)) && names.find(each) !== undefined);
  return new Map(gone.map((reference) => [reference.slot, reference]));
}

/** Objects of each cluster, or of each one that runs a common controller. */
function isAlwaysThere({ kind, name }: ObjectKey): boolean {
  switch (kind) {
    case "ServiceAccount":
      return name === "default" || OPENSHIFT_ACCOUNTS.has(name);
    case "ClusterRole":
      return name.startsWith("system:") || BUILT_IN_ROLES.has(name);
    case "Role":
      return name.startsWith("system:") || name === "extension-apiserver-authentication-reader";
    case "PriorityClass":
      return name.startsWith("system-");
    case "ConfigMap":
      return ROOT_CERTIFICATES.has(name);
    default:
      return false;
  }
}

const BUILT_IN_ROLES: ReadonlySet<string> = new Set(["admin", "cluster-admin", "edit", "view"]);
/** OpenShift makes them in each namespace. */
const OPENSHIFT_ACCOUNTS: ReadonlySet<string> = new Set(["builder", "deployer", "pipeline"]);
/** Kubernetes, OpenShift and Istio make them in each namespace. */
const ROOT_CERTIFICATES: ReadonlySet<string> = new Set([
  "kube-root-ca.crt",
  "openshift-service-ca.crt",
  "istio-ca-root-cert",
]);
