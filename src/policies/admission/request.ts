/** The request that the API server gets when an object is applied, as far as a rendering shows it. */
import { textAt } from "../../manifests/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { Value } from "../../yaml/index.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE";

/** Both sides of an object that changes. At least one side is there. */
export interface ObjectSides {
  readonly base: RenderedResource | undefined;
  readonly head: RenderedResource | undefined;
}

/** The facts about kinds and namespaces that targets show. */
export interface Surroundings {
  /** Tells whether a kind belongs to namespaces; undefined if that is not known. */
  isNamespaced(apiVersion: string, kind: string): boolean | undefined;
  /** The plural of a kind, as addresses of the API have it; undefined if it can only be guessed. */
  pluralOf(group: string, kind: string): string | undefined;
  /** Tells whether the API server has a kind in a version; undefined if that is not known. */
  isServed(apiVersion: string, kind: string): boolean | undefined;
  /** The Namespace with a name, as it is rendered; undefined if it is not. */
  namespace(name: string): Value | undefined;
  /** Returns an object with the values that the API server puts in where fields are absent. */
  withDefaults(object: Value): Value;
}

export interface AdmissionRequest {
  readonly operation: Operation;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural of the kind. */
  readonly resource: string;
  readonly name: string;
  /** Empty for objects that belong to none; undefined if that depends on who applies the object. */
  readonly namespace: string | undefined;
  readonly object: Value;
  readonly oldObject: Value;
}

/** The request for a change of an object. */
export function requestOf({ base, head }: ObjectSides, surroundings: Surroundings): AdmissionRequest {
  const resource = (head ?? base) as RenderedResource;
  const { apiVersion, kind, name } = resource;
  const at = apiVersion.indexOf("/");
  const [group, version] = at < 0 ? ["", apiVersion] : [apiVersion.slice(0, at), apiVersion.slice(at + 1)];
  const isNamespaced = resource.namespace !== "" || surroundings.isNamespaced(apiVersion, kind);
  return {
    operation: base === undefined ? "CREATE" : head === undefined ? "DELETE" : "UPDATE",
    group,
    version,
    kind,
    resource: surroundings.pluralOf(group, kind) ?? guessedPlural(kind),
    name: textAt(head?.value() ?? base?.value(), "metadata", "name") ?? name,
    namespace: isNamespaced === false ? "" : resource.namespace || undefined,
    object: head === undefined ? null : surroundings.withDefaults(head.value()),
    oldObject: base === undefined ? null : surroundings.withDefaults(base.value()),
  };
}

/** The plurals of Kubernetes's own kinds follow these rules, but for the kinds that are plurals. */
function guessedPlural(kind: string): string {
  const name = kind.toLowerCase();
  if (name.endsWith("endpoints")) return name;
  if (/(?:s|x|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** The variable `request` of expressions, without the user and the options. */
export function requestValue(request: AdmissionRequest): Value {
  const { operation, group, version, kind, resource, name, namespace = "" } = request;
  const kinds = { group, version, kind };
  const resources = { group, version, resource };
  return {
    kind: kinds,
    resource: resources,
    subResource: "",
    requestKind: kinds,
    requestResource: resources,
    requestSubResource: "",
    name,
    ...(namespace !== "" && { namespace }),
    operation,
    dryRun: false,
  };
}
