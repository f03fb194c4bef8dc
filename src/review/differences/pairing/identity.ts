/** The identities by which objects are paired, as keys of maps. */
import type { RenderedResource } from "../../../render/rendering.ts";

/** Makes a key of an object; objects with the same key may be the same object. */
export type Identity = (resource: RenderedResource) => string;

export const exact: Identity = ({ apiVersion, kind, namespace, name }) => keyOf(apiVersion, kind, namespace, name);

export const versionless: Identity = (resource) =>
  keyOf(groupOf(resource), resource.kind, namespaceOf(resource), resource.name);

export const hashless: Identity = (resource) =>
  keyOf(groupOf(resource), resource.kind, namespaceOf(resource), resource.baseName);

/** By the name, the namespace and the kind in the file that the object came from. */
export const original: Identity = (resource) => {
  const { kind, namespace, name } = originalOf(resource);
  return keyOf(groupOf(resource), kind, namespace || "default", name);
};

export const originalName: Identity = (resource) => {
  const { kind, name } = originalOf(resource);
  return keyOf(groupOf(resource), kind, name);
};

export const anyNamespace: Identity = (resource) => keyOf(groupOf(resource), resource.kind, resource.baseName);

export const anyKind: Identity = (resource) => resource.baseName;

export const anyName: Identity = (resource) => keyOf(groupOf(resource), resource.kind);

export function keyOf(...parts: readonly string[]): string {
  return parts.join("\0");
}

/** The identity before prefixes, suffixes, namespaces and hashes were applied. */
export function originalOf(resource: RenderedResource): NonNullable<RenderedResource["original"]> {
  const { kind, namespace, baseName } = resource;
  return resource.original ?? { kind, namespace, name: baseName };
}

const RBAC = "rbac.authorization.k8s.io";

/** The groups that kinds moved to, by the groups that they moved out of. A cluster serves one object in both. */
const MOVED_KINDS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    "extensions",
    new Map([
      ["DaemonSet", "apps"],
      ["Deployment", "apps"],
      ["ReplicaSet", "apps"],
      ["Ingress", "networking.k8s.io"],
      ["NetworkPolicy", "networking.k8s.io"],
      ["PodSecurityPolicy", "policy"],
    ]),
  ],
  [
    "authorization.openshift.io",
    new Map(["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"].map((kind) => [kind, RBAC])),
  ],
]);

/** The group of an object: empty for the core group, and the new one for a kind that moved. */
export function groupOf({ apiVersion, kind }: Pick<RenderedResource, "apiVersion" | "kind">): string {
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : apiVersion.slice(0, slash);
  return MOVED_KINDS.get(group)?.get(kind) ?? group;
}

/** An object without a namespace is applied to `default`, unless the user chooses another one. */
export function namespaceOf({ namespace }: RenderedResource): string {
  return namespace === "" ? "default" : namespace;
}
