/** NamespaceTransformer: the field `namespace`; engine.md 5.3. */
import { failure, type Location } from "../diagnostics.ts";
import { type FieldSpec, FieldSpecs, requireScalar } from "../resource/field-spec.ts";
import { type Resource, scalarText } from "../resource/resource.ts";
import { CLUSTER_SCOPE, idText } from "../resource/resource-id.ts";
import type { ResourceSet } from "../resource/resource-set.ts";
import { setField, setScalar } from "../resource/set-field.ts";
import { get, isNull, type MapNode, type Node, scalar } from "../yaml/node.ts";
import { HELM_GENERATED } from "./helm-generated.ts";
import type { Transformer } from "./transformer.ts";

/** Which subjects of role bindings get the namespace. */
export type SubjectMode = "defaultOnly" | "allServiceAccounts" | "none";

const SUBJECT_MODES: readonly string[] = ["defaultOnly", "none", "allServiceAccounts"];

export interface NamespaceOptions {
  readonly namespace: string;
  readonly fieldSpecs: readonly FieldSpec[];
  /** Only fields that are missing or empty are set. */
  readonly unsetOnly?: boolean | undefined;
  readonly setRoleBindingSubjects?: string | undefined;
  readonly location?: Location | undefined;
}

const CREATE_NAMESPACE = { kind: "scalar", tag: "!!str" } as const;

export function namespaceTransformer(options: NamespaceOptions): Transformer {
  const setNamespace = namespaceSetter(options);
  return {
    kind: "NamespaceTransformer",
    transform(resources) {
      if (options.namespace === "") return;
      for (const resource of resources.items) {
        if (resource.node === undefined || isHelmGenerated(resource.node)) continue;
        resource.pushPreviousId();
        setNamespace(resource, resource.node);
        resources.changed(resource);
        checkConflict(resource, resources);
      }
    },
  };
}

/** Writes the namespace into one object, wherever that belongs. @throws KrmError `invalid-value` for an unknown mode */
export function namespaceSetter(options: NamespaceOptions): (resource: Resource, node: MapNode) => void {
  const mode = options.setRoleBindingSubjects || "defaultOnly";
  if (!SUBJECT_MODES.includes(mode)) {
    throw failure("invalid-value", `invalid value "${mode}" for setRoleBindingSubjects`, {
      ...options.location,
      hint: `Use one of ${SUBJECT_MODES.join(", ")}.`,
    });
  }
  const everywhere = new FieldSpecs([{ path: "metadata/namespace", create: true }]);
  const others = new FieldSpecs(options.fieldSpecs.filter(({ path }) => path !== "metadata/namespace"));
  const set = (node: Node): void => {
    const field = requireScalar(node, "a namespace");
    if (options.unsetOnly && field.value !== "") return;
    setScalar(field, scalar(options.namespace, "!!str"));
  };

  return function setNamespace(resource, node) {
    const { id } = resource;
    if (id.effectiveNamespace !== CLUSTER_SCOPE) everywhere.visit(node, id, set, CREATE_NAMESPACE);
    const isBinding = id.kind === "RoleBinding" || id.kind === "ClusterRoleBinding";
    if (isBinding) setSubjects(node, mode as SubjectMode, set);
    others.visit(
      node,
      id,
      (field, spec) => {
        // Only the core Namespace is renamed; the subjects of bindings were handled above.
        if (spec.path === "metadata/name" && !(id.group === "" && id.version === "v1")) return;
        if (isBinding && spec.path === "subjects/namespace" && spec.kind === id.kind) return;
        set(field);
      },
      CREATE_NAMESPACE,
    );
  };
}

/** A chart is told the namespace when it is inflated, and decides itself what gets it. */
function isHelmGenerated(node: MapNode): boolean {
  return scalarText(get(get(get(node, "metadata"), "annotations"), HELM_GENERATED)) === "true";
}

function setSubjects(node: MapNode, mode: SubjectMode, set: (node: Node) => void): void {
  const subjects = get(node, "subjects");
  if (mode === "none" || subjects?.kind !== "seq") return;
  for (const subject of subjects.items) {
    if (subject.kind !== "map") continue;
    const wanted =
      mode === "defaultOnly"
        ? scalarText(get(subject, "name")) === "default"
        : scalarText(get(subject, "kind")) === "ServiceAccount";
    if (!wanted) continue;
    if (get(subject, "namespace") === undefined) setField(subject, "namespace", scalar("", "!!str"));
    const field = get(subject, "namespace") as Node;
    if (!isNull(field)) set(field);
    else setField(subject, "namespace", scalar("", "!!str"));
  }
}

function checkConflict(resource: Resource, resources: ResourceSet): void {
  const same = resources.byCurrentId(resource.id);
  if (same.length <= 1) return;
  const other = same.find((candidate) => candidate !== resource);
  const origin = other?.origin?.file === undefined ? "" : ` (from ${other.origin.file})`;
  throw failure("id-conflict", `setting the namespace gives two objects the identity ${idText(resource.id)}${origin}`, {
    ...resource.origin,
    object: resource.describe(),
    hint: "Remove one of the two, or give them different names.",
  });
}
