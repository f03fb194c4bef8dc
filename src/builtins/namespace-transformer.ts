/** NamespaceTransformer: the field `namespace`; docs/specification/namespace.md. */
import { failure, type Location } from "../diagnostics.ts";
import {
  CLUSTER_SCOPE,
  type FieldSpec,
  FieldSpecs,
  idText,
  type Resource,
  type ResourceSet,
  requireScalar,
  scalarText,
  setField,
  setScalar,
} from "../resource/index.ts";
import { get, isNull, locate, type MapNode, type Node, scalar } from "../yaml/nodes/node.ts";
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
    if (isBinding) setSubjects(resource, node, mode as SubjectMode, set);
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

function setSubjects(resource: Resource, node: MapNode, mode: SubjectMode, set: (node: Node) => void): void {
  const subjects = get(node, "subjects");
  if (mode === "none" || subjects === undefined || isNull(subjects)) return;
  if (subjects.kind !== "seq") throw notSubject(resource, subjects, "the subjects are no list");
  const [key, meant] = mode === "defaultOnly" ? ["name", "default"] : ["kind", "ServiceAccount"];
  for (const subject of subjects.items) {
    if (subject.kind !== "map") throw notSubject(resource, subject, "a subject is no map");
    const told = get(subject, key);
    if (told !== undefined && told.kind !== "scalar") throw notSubject(resource, told, `a subject's ${key} is no text`);
    if (scalarText(told) !== meant) continue;
    const namespace = get(subject, "namespace");
    if (namespace === undefined || isNull(namespace)) setField(subject, "namespace", scalar("", "!!str"));
    set(get(subject, "namespace") as Node);
  }
}

function notSubject(resource: Resource, node: Node, problem: string): Error {
  const object = resource.describe();
  return failure("invalid-value", `${problem} in ${object}`, {
    ...(locate(node) ?? resource.origin),
    object,
    hint: "Write a list of maps with kind and name.",
  });
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
