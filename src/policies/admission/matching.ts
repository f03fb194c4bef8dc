/** Tells which requests a policy or a binding is about. docs/specification/policies.md 3 */
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { AdmissionRequest, Surroundings } from "./request.ts";
import { type KnownLabels, labelsOf, selects } from "./selectors.ts";

/** Undefined if it cannot be told from what is rendered. */
export type Answer = boolean | undefined;

/** The label that each Namespace has. */
const NAME_LABEL = "kubernetes.io/metadata.name";

/** @param resources the field `matchConstraints` of a policy, or `matchResources` of a binding; undefined matches everything */
export function matchesRequest(
  resources: Value | undefined,
  request: AdmissionRequest,
  surroundings: Surroundings,
): Answer {
  if (resources === undefined || resources === null) return true;
  const isOf = (rule: Value): boolean => matchesRule(rule, request);
  if (listAt(resources, "excludeResourceRules").some(isOf)) return false;
  const rules = listAt(resources, "resourceRules");
  if (rules.length > 0 && !rules.some(isOf)) return false;
  const objects = inObjects(valueAt(resources, "objectSelector"), request);
  const namespaces = inNamespaces(valueAt(resources, "namespaceSelector"), request, surroundings);
  if (objects === false || namespaces === false) return false;
  return objects === undefined || namespaces === undefined ? undefined : true;
}

function matchesRule(rule: Value, request: AdmissionRequest): boolean {
  const { operation, group, version, resource, name, namespace } = request;
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
  return (
    has("operations", operation) &&
    has("apiGroups", group) &&
    has("apiVersions", version) &&
    isOfResource &&
    isOfScope &&
    isNamed
  );
}

/** One side of an object is enough. */
function inObjects(selector: Value | undefined, { object, oldObject }: AdmissionRequest): Answer {
  if (isEmpty(selector)) return true;
  return [object, oldObject].some((side) => side !== null && selects(selector, labelsOf(side)) === true);
}

function isEmpty(selector: Value | undefined): boolean {
  return valueAt(selector, "matchLabels") === undefined && listAt(selector, "matchExpressions").length === 0;
}

function inNamespaces(selector: Value | undefined, request: AdmissionRequest, surroundings: Surroundings): Answer {
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
