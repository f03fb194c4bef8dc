/** Tells which requests a policy or a binding is about. docs/specification/policies.md 3 */
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { AdmissionRequest, Surroundings } from "./request.ts";
import { type KnownLabels, labelsOf, selects } from "./selectors.ts";

/**
 * Undefined if it cannot be told from what is rendered. `converted`: the API server asks about the object as another version of its API has
 * it.
 */
export type Answer = boolean | "converted" | undefined;

/** The label that each Namespace has. */
const NAME_LABEL = "kubernetes.io/metadata.name";

/** @param resources the field `matchConstraints` of a policy, or `matchResources` of a binding; undefined matches everything */
export function matchesRequest(
  resources: Value | undefined,
  request: AdmissionRequest,
  surroundings: Surroundings,
): Answer {
  if (resources === undefined || resources === null) return true;
  const isExact = textAt(resources, "matchPolicy") === "Exact";
  const matches = (field: string): boolean | "converted" => {
    const named = listAt(resources, field).filter((rule) => matchesRule(rule, request));
    if (named.some((rule) => namesVersion(rule, request))) return true;
    return !isExact && named.some((rule) => namesOther(rule, request, surroundings)) ? "converted" : false;
  };
  if (matches("excludeResourceRules") !== false) return false;
  const ruled = listAt(resources, "resourceRules").length === 0 || matches("resourceRules");
  if (ruled === false) return false;
  const objects = inObjects(valueAt(resources, "objectSelector"), request);
  const namespaces = inNamespaces(valueAt(resources, "namespaceSelector"), request, surroundings);
  if (objects === false || namespaces === false) return false;
  return objects === undefined || namespaces === undefined ? undefined : ruled;
}

function namesVersion(rule: Value, { version }: AdmissionRequest): boolean {
  const versions = listAt(rule, "apiVersions");
  return versions.includes("*") || versions.includes(version);
}

/** Tells whether a rule names another version of the kind, unless it is known that the API server does not have that. */
function namesOther(rule: Value, { group, kind }: AdmissionRequest, surroundings: Surroundings): boolean {
  return listAt(rule, "apiVersions").some(
    (each) =>
      typeof each === "string" && surroundings.isServed(group === "" ? each : `${group}/${each}`, kind) !== false,
  );
}

/** Tells whether a rule is about a request, whatever the version. */
function matchesRule(rule: Value, request: AdmissionRequest): boolean {
  const { operation, group, resource, name, namespace } = request;
  const has = (field: string, wanted: string): boolean => {
    const list = listAt(rule, field);
    return list.includes("*") || list.includes(wanted);
  };
  const resources = listAt(rule, "resources");
  const isOfResource = ["*", "*/*", resource, `${resource}/`].some((each) => resources.includes(each));
  const scope = textAt(rule, "scope") ?? "*";
  const isOfScope = scope === "*" || (scope === "Cluster") === (namespace === "");
  const names = listAt(rule, "resourceNames");
  const isNamed = names.length === 0 || names.includes(name);
  return has("operations", operation) && has("apiGroups", group) && isOfResource && isOfScope && isNamed;
}

/** One side of an object is enough. */
function inObjects(selector: Value | undefined, { object, oldObject }: AdmissionRequest): boolean | undefined {
  if (isEmpty(selector)) return true;
  return [object, oldObject].some((side) => side !== null && selects(selector, labelsOf(side)) === true);
}

function isEmpty(selector: Value | undefined): boolean {
  return valueAt(selector, "matchLabels") === undefined && listAt(selector, "matchExpressions").length === 0;
}

function inNamespaces(
  selector: Value | undefined,
  request: AdmissionRequest,
  surroundings: Surroundings,
): boolean | undefined {
  if (isEmpty(selector)) return true;
  const { namespace, kind, group, object, oldObject } = request;
  if (kind === "Namespace" && group === "")
    return selects(selector, withName(labelsOf(object ?? oldObject), request.name));
  if (namespace === "") return true;
  if (namespace === undefined) return undefined;
  const rendered = surroundings.namespace(namespace);
  const known = rendered === undefined ? { labels: new Map<string, string>(), areAll: false } : labelsOf(rendered);
  return selects(selector, withName(known, namespace));
}

function withName({ labels, areAll }: KnownLabels, name: string): KnownLabels {
  return { labels: new Map([...labels, [NAME_LABEL, name]]), areAll };
}
