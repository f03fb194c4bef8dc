/** Identities of resources; docs/specification/identity.md 1. */
import { builtInSchemas, type SchemaSource } from "./merge-schema.ts";

export interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Any subset of group, version and kind; a missing or empty field matches everything. */
export type GvkPattern = Partial<Gvk>;

export interface ResourceId extends Gvk {
  readonly name: string;
  /** As written; empty when the object names none. */
  readonly namespace: string;
  /** What is compared: `default` for none, {@link CLUSTER_SCOPE} for objects that live in no namespace. */
  readonly effectiveNamespace: string;
}

/** Stands for "no namespace at all" where namespaces are compared. */
export const CLUSTER_SCOPE = "_non_namespaceable_";

export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  if (slash < 0) return { group: "", version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

export function apiVersionOf(gvk: Gvk): string {
  return gvk.group === "" ? gvk.version : `${gvk.group}/${gvk.version}`;
}

/** The identity of an object as its fields state it now. */
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

export function selectedBy(gvk: Gvk, pattern: GvkPattern): boolean {
  return (
    (!pattern.kind || pattern.kind === gvk.kind) &&
    (!pattern.group || pattern.group === gvk.group) &&
    (!pattern.version || pattern.version === gvk.version)
  );
}

export function sameId(a: ResourceId, b: ResourceId): boolean {
  return (
    a.name === b.name &&
    a.kind === b.kind &&
    a.effectiveNamespace === b.effectiveNamespace &&
    a.group === b.group &&
    a.version === b.version
  );
}

/** `Kind.version.group` with the reference's placeholders for what is missing. */
export function gvkText(gvk: GvkPattern): string {
  return `${gvk.kind || "[noKind]"}.${gvk.version || "[noVer]"}.${gvk.group || "[noGrp]"}`;
}

/** `Kind.version.group/name.namespace`, as the reference prints identities. */
export function idText(id: GvkPattern & { readonly name?: string; readonly namespace?: string }): string {
  return `${gvkText(id)}/${id.name || "[noName]"}.${id.namespace || "[noNs]"}`;
}

/** `Kind namespace/name`, as people say it. */
export function describeId(id: { readonly kind: string; readonly name: string; readonly namespace: string }): string {
  const name = id.namespace === "" ? id.name : `${id.namespace}/${id.name}`;
  return `${id.kind || "object"} ${name}`;
}
