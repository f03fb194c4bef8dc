/** Identities of resources; docs/specification/identity.md 1. */
import { builtInSchemas, type SchemaSource } from "./merge-schema.ts";

export interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A pattern for group, version and kind. A missing or empty field matches any value. */
export type GvkPattern = Partial<Gvk>;

export interface ResourceId extends Gvk {
  readonly name: string;
  /** The text in the object; empty if it has none. */
  readonly namespace: string;
  /**
   * The namespace used in comparisons: `default` if none is written, {@link CLUSTER_SCOPE} for cluster-scoped objects.
   */
  readonly effectiveNamespace: string;
}

/** The effective namespace of cluster-scoped objects. */
export const CLUSTER_SCOPE = "_non_namespaceable_";

/** Splits `group/version`. The group of `v1` is empty. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  if (slash < 0) return { group: "", version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The inverse of {@link parseApiVersion}. */
export function apiVersionOf(gvk: Gvk): string {
  return gvk.group === "" ? gvk.version : `${gvk.group}/${gvk.version}`;
}

/** Makes an identity of the fields of an object. */
export function resourceId(
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string,
  schemas: SchemaSource = builtInSchemas,
): ResourceId {
  const { group, version } = parseApiVersion(apiVersion);
  const effectiveNamespace = schemas.isClusterScoped(apiVersion, kind) ? CLUSTER_SCOPE : namespace || "default";
  return { group, version, kind, name, namespace, effectiveNamespace };
}

/** Tells whether group, version and kind match a pattern. */
export function selectedBy(gvk: Gvk, pattern: GvkPattern): boolean {
  return (
    (!pattern.kind || pattern.kind === gvk.kind) &&
    (!pattern.group || pattern.group === gvk.group) &&
    (!pattern.version || pattern.version === gvk.version)
  );
}

/** Tells whether two identities are equal. Compares effective namespaces. */
export function sameId(a: ResourceId, b: ResourceId): boolean {
  return (
    a.name === b.name &&
    a.kind === b.kind &&
    a.effectiveNamespace === b.effectiveNamespace &&
    a.group === b.group &&
    a.version === b.version
  );
}

/** `Kind.version.group`, with kustomize's placeholders for missing parts. */
export function gvkText(gvk: GvkPattern): string {
  return `${gvk.kind || "[noKind]"}.${gvk.version || "[noVer]"}.${gvk.group || "[noGrp]"}`;
}

/** `Kind.version.group/name.namespace`, as kustomize prints identities. */
export function idText(id: GvkPattern & { readonly name?: string; readonly namespace?: string }): string {
  return `${gvkText(id)}/${id.name || "[noName]"}.${id.namespace || "[noNs]"}`;
}

/** `Kind namespace/name`, as messages name objects. */
export function describeId(id: { readonly kind: string; readonly name: string; readonly namespace: string }): string {
  const name = id.namespace === "" ? id.name : `${id.namespace}/${id.name}`;
  return `${id.kind || "object"} ${name}`;
}
