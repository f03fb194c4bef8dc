/**
 * Types of Kubernetes objects: which lists a patch merges, and which kinds are cluster-scoped;
 * docs/specification/identity.md 1.3 and docs/specification/strategic-merge.md 6.
 */
import { mergeRoots, mergeTypes } from "./merge-schema.data.ts";

/** The type of a node, as far as merging needs it. */
export interface Schema {
  /** The type of a field; undefined if unknown. */
  field(name: string): Schema | undefined;
  /** The type of a list's elements; undefined if unknown or not a list. */
  elements(): Schema | undefined;
  /**
   * The fields that identify the elements of a list. Empty: scalars, merged by value. Undefined: the list is replaced.
   */
  readonly mergeKeys: readonly string[] | undefined;
}

/** A source of types: the built-in table, or an OpenAPI document of the user. */
export interface SchemaSource {
  /** The type of objects with exactly this apiVersion and kind; undefined if unknown. */
  schemaFor(apiVersion: string, kind: string): Schema | undefined;
  /** Tells whether objects of this kind are certainly cluster-scoped. */
  isClusterScoped(apiVersion: string, kind: string): boolean;
}

/** A known type in which no list is merged. */
export const opaqueSchema: Schema = { field: () => undefined, elements: () => undefined, mergeKeys: undefined };

/** A list with elements of type `elements`, merged by `mergeKeys` unless that is undefined. */
export function listSchema(elements: Schema | undefined, mergeKeys: readonly string[] | undefined): Schema {
  return { field: () => undefined, elements: () => elements, mergeKeys };
}

/** An object whose fields have the types that `field` returns. */
export function objectSchema(field: (name: string) => Schema | undefined): Schema {
  return { field, elements: () => undefined, mergeKeys: undefined };
}

interface Tables {
  /** `apiVersion kind` to the name of a type. */
  readonly roots: ReadonlyMap<string, string>;
  /** The name of a type to the text of its fields. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly compiled: Map<string, Schema>;
}

/** Read on first use: a build without patches does not need it. */
let tables: Tables | undefined;

function readTables(): Tables {
  const roots = new Map([["kustomize.config.k8s.io/v1beta1 Kustomization", "apps.v1.Kustomization"]]);
  const types = new Map<string, readonly string[]>();
  for (const line of mergeRoots.trim().split("\n")) {
    const [apiVersion, prefix, ...kinds] = line.split(" ");
    for (const kind of kinds) {
      const name = `${prefix}.${kind}`;
      roots.set(`${apiVersion} ${kind}`, name);
      types.set(name, [kind.endsWith("List") ? `items[]:${name.slice(0, -4)}` : "metadata:meta.v1.ObjectMeta"]);
    }
  }
  for (const line of mergeTypes.trim().split("\n")) {
    const [name = "", ...fields] = line.split(" ");
    types.set(name, [...(types.get(name) ?? []), ...fields]);
  }
  return { roots, types, compiled: new Map() };
}

/**
 * The type of objects with exactly this apiVersion and kind. Undefined for kinds that Kubernetes 1.21 does not have.
 */
export function schemaFor(apiVersion: string, kind: string): Schema | undefined {
  tables ??= readTables();
  const type = tables.roots.get(`${apiVersion} ${kind}`);
  return type === undefined ? undefined : compileType(type, tables);
}

/** The type with this name in the OpenAPI document of Kubernetes. Undefined if no list in it is merged. */
export function schemaOfDefinition(definition: string): Schema | undefined {
  if (!definition.startsWith("io.k8s.")) return undefined;
  tables ??= readTables();
  const name = definition.split(".").slice(-3).join(".");
  return tables.types.has(name) ? compileType(name, tables) : undefined;
}

function compileType(name: string, from: Tables): Schema {
  const known = from.compiled.get(name);
  if (known !== undefined) return known;
  const texts = from.types.get(name);
  if (texts === undefined) return opaqueSchema;
  // Fields are read on first use: types contain each other and themselves, and most are never needed.
  let fields: ReadonlyMap<string, Schema> | undefined;
  const schema = objectSchema((field) => (fields ??= readFields(texts, from)).get(field));
  from.compiled.set(name, schema);
  return schema;
}

function readFields(texts: readonly string[], from: Tables): ReadonlyMap<string, Schema> {
  const fields = new Map<string, Schema>();
  for (const text of texts) {
    const [, field, keys, type] = /^([^[:]+)(?:\[(.*)\])?:(.*)$/.exec(text) as unknown as string[];
    const inner = compileType(type as string, from);
    fields.set(field as string, keys === undefined ? inner : listSchema(inner, parseKeys(keys)));
  }
  return fields;
}

function parseKeys(text: string): readonly string[] | undefined {
  if (text === "") return undefined;
  return text === "=" ? [] : text.split(",");
}

/** The cluster-scoped kinds, with the versions that are cluster-scoped. */
const clusterScoped: ReadonlyMap<string, readonly string[]> = new Map([
  ["APIService", ["apiregistration.k8s.io/v1", "apiregistration.k8s.io/v1beta1"]],
  ["CSIDriver", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
  ["CSINode", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
  ["CertificateSigningRequest", ["certificates.k8s.io/v1", "certificates.k8s.io/v1beta1"]],
  ["ClusterRole", ["rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io/v1beta1"]],
  ["ClusterRoleBinding", ["rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io/v1beta1"]],
  ["ComponentStatus", ["v1"]],
  ["CustomResourceDefinition", ["apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"]],
  ["FlowSchema", ["flowcontrol.apiserver.k8s.io/v1beta1"]],
  ["IngressClass", ["networking.k8s.io/v1", "networking.k8s.io/v1beta1"]],
  ["MutatingWebhookConfiguration", ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"]],
  ["Namespace", ["v1"]],
  ["Node", ["v1"]],
  ["NodeProxyOptions", ["v1"]],
  ["PersistentVolume", ["v1"]],
  ["PodSecurityPolicy", ["policy/v1beta1"]],
  ["PriorityClass", ["scheduling.k8s.io/v1", "scheduling.k8s.io/v1beta1"]],
  ["PriorityLevelConfiguration", ["flowcontrol.apiserver.k8s.io/v1beta1"]],
  ["RuntimeClass", ["node.k8s.io/v1", "node.k8s.io/v1beta1"]],
  ["StorageClass", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
  ["ValidatingAdmissionPolicy", ["admissionregistration.k8s.io/v1"]],
  ["ValidatingAdmissionPolicyBinding", ["admissionregistration.k8s.io/v1"]],
  ["ValidatingWebhookConfiguration", ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"]],
  ["VolumeAttachment", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
]);

/** Tells whether objects of this kind are cluster-scoped. Unknown kinds count as namespaced. */
export function isClusterScoped(apiVersion: string, kind: string): boolean {
  return clusterScoped.get(kind)?.includes(apiVersion) === true;
}

/** The types that are built into kustomize. */
export const builtInSchemas: SchemaSource = { schemaFor, isClusterScoped };
