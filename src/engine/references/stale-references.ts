/** Warns about fields that keep the old name of an object although a rule for name references covers them. */
import type { Diagnostic, Warn } from "../../diagnostics.ts";
import type { NameReference } from "../../documents/index.ts";
import { isLocalConfig, type Resource, scalarText } from "../../resource/index.ts";
import { get, locate, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import type { Candidates } from "./reference-candidates.ts";

/** A field that a rule covers, without an object of the build that it means. */
export interface LeftReference {
  readonly referrer: Resource;
  readonly rule: { readonly target: NameReference; readonly path: string };
  /** The node with the name. */
  readonly node: Node;
  /** The reference, if it is a map: it can name a kind and a namespace. */
  readonly map?: MapNode;
}

/**
 * Warns if a field has the old name of a renamed object. If both name namespaces and these differ, the field means an
 * object outside of the build.
 */
export function warnOfStale(left: LeftReference, candidates: Candidates, warn: Warn): void {
  const { referrer, rule, node } = left;
  if (node.kind !== "scalar") return;
  let why: Why | undefined;
  let kind = "";
  const reachable: Resource[] = [];
  for (const candidate of candidates.renamed(node.value)) {
    if (!isOfKind(candidate, rule.target)) continue;
    const obstacle = obstacleTo(candidate, left, candidates);
    if (obstacle === "none") reachable.push(candidate);
    else if (obstacle !== "another object") why ??= obstacle;
    kind = candidate.id.kind;
  }
  if (reachable.length > 1) why = several(reachable.length);
  if (why === undefined || isLocalConfig(referrer.node)) return;
  const reason = why;
  warn(() => staleReference({ referrer, node, field: rule.path, kind, why: reason }));
}

function several(count: number): Why {
  return {
    reason: `${count} objects had it, and the field can mean any of them`,
    hint: "Give the objects different names, or refer to them in a kustomization that contains only one of them.",
  };
}

interface Why {
  readonly reason: string;
  readonly hint: string;
}

const SAME_NAMESPACE = "Give both the same namespace.";

/** Explains why a field does not get the new name of an object. */
function obstacleTo(
  candidate: Resource,
  { referrer, rule, map }: LeftReference,
  candidates: Candidates,
): Why | "none" | "another object" {
  const [from, to] = [referrer.id, candidate.id];
  if (rule.target.group?.includes("/")) {
    return { reason: "kustomize's own rule for it is wrong", hint: byConfiguration(from.kind, rule.path) };
  }
  if (rule.path.endsWith("roleRef/name")) {
    const ref = get(referrer.node, "roleRef");
    if (scalarText(get(ref, "kind")) !== to.kind) return "another object";
    const group = get(ref, "apiGroup");
    if (group !== undefined && scalarText(group) !== to.group) {
      return { reason: "its apiGroup differs", hint: `Set apiGroup to ${to.group}.` };
    }
  }
  const [kind, namespace] = [get(map, "kind"), get(map, "namespace")];
  if (kind !== undefined && scalarText(kind) !== to.kind) return "another object";
  const asked = namespace && scalarText(namespace);
  const original = candidate.originalId.effectiveNamespace;
  if (asked !== undefined && asked !== original && asked !== to.effectiveNamespace) {
    if (original !== "default") return "another object";
    return { reason: `it asks for the namespace ${asked}, and the object names none`, hint: SAME_NAMESPACE };
  }
  if (!candidates.isReferable(candidate, referrer)) {
    if (asked !== undefined)
      return { reason: "kustomize does not follow it into another namespace", hint: SAME_NAMESPACE };
    if (from.namespace !== "" && to.namespace !== "") return "another object";
    return { reason: "only one of the two objects names a namespace", hint: SAME_NAMESPACE };
  }
  return "none";
}

/** Tells whether an object is of the kind of a rule. The group of the default rule for IngressClass contains a version. */
function isOfKind({ id }: Resource, { group, version, kind }: NameReference): boolean {
  if (kind !== id.kind || (version && version !== id.version)) return false;
  return !group || group.split("/", 1)[0] === id.group;
}

export function byConfiguration(kind: string, field: string): string {
  return `Name ${field} of ${kind} under \`nameReference\` in a file of \`configurations\`.`;
}

/** The warning. It does not contain the new name, which can hold the hash of a Secret. */
export function staleReference(stale: {
  readonly referrer: Resource;
  readonly node: Node;
  readonly field: string;
  /** The kind of the object. */
  readonly kind: string;
  readonly why: Why;
}): Diagnostic {
  const { referrer, node, field, kind, why } = stale;
  const object = referrer.describe();
  return {
    code: "stale-reference",
    severity: "warning",
    message: `${field} of ${object} keeps the old name of the ${kind} \`${scalarText(node)}\`: ${why.reason}`,
    ...(locate(node) ?? referrer.origin),
    object,
    hint: why.hint,
  };
}
