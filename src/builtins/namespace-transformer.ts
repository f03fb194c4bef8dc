/** NamespaceTransformer: the field `namespace`; docs/specification/namespace.md. */
import { failure, type Location } from "../diagnostics.ts";
import { bool, type FieldSpec, fieldPlace, fieldSpecs, fields, owner, text } from "../documents/index.ts";
import {
  CLUSTER_SCOPE,
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
import type { TransformerKind, WithDefaults } from "./builtin.ts";
import { decodedAs, documentOf, metadata } from "./document.ts";
import { HELM_GENERATED } from "./helm/generated.ts";
import type { Transformer } from "./transformer.ts";

/** The subjects of role bindings that get the namespace. */
export type SubjectMode = "defaultOnly" | "allServiceAccounts" | "none";

const SUBJECT_MODES: readonly string[] = ["defaultOnly", "none", "allServiceAccounts"];

export interface NamespaceArgs {
  /** The `metadata.namespace` of a document. */
  readonly namespace?: string;
  readonly fieldSpecs?: readonly FieldSpec[];
  /** True if only missing and empty fields are set. */
  readonly unsetOnly?: boolean;
  readonly setRoleBindingSubjects?: string;
  readonly location: Location;
}

export const namespaceTransformer: TransformerKind<NamespaceArgs> & WithDefaults<"namespace"> = {
  kind: "NamespaceTransformer",
  role: "transformer",
  defaults: {
    namespace: [
      ...fields(owner("Namespace"), ["metadata/name"], "create"),
      ...fields(owner("CustomResourceDefinition", "apiextensions.k8s.io"), [
        "spec/conversion/webhook/clientConfig/service/namespace",
      ]),
      ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/namespace"], "create"),
    ],
  },
  decode: decodedAs(
    documentOf({ metadata, fieldSpecs, unsetOnly: bool, setRoleBindingSubjects: text }),
    ({ metadata: own, ...args }): NamespaceArgs =>
      own?.namespace === undefined ? args : { ...args, namespace: own.namespace },
  ),
  fields: [
    {
      name: "namespace",
      args: (kustomization, { namespace: specs }) =>
        kustomization.namespace
          ? [
              {
                namespace: kustomization.namespace,
                fieldSpecs: specs,
                location: fieldPlace(kustomization, "namespace"),
              },
            ]
          : [],
    },
  ],
  withFieldSpecs: (args, { namespace }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? namespace }),
  create: (args) => [setNamespaces(args)],
};

const BINDINGS = ["RoleBinding", "ClusterRoleBinding"];

const CREATE_NAMESPACE = { kind: "scalar", tag: "!!str" } as const;
/** Without a tag: with `unsetOnly`, a `namespace: ~` stays null. */
const CREATE_METADATA_NAMESPACE = { kind: "scalar", tag: "" } as const;

function setNamespaces(args: NamespaceArgs): Transformer {
  const setNamespace = namespaceSetter(args);
  return {
    kind: "NamespaceTransformer",
    transform(resources) {
      if (!args.namespace) return;
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

/** The function that writes the namespace into all fields of an object. @throws KrmError `invalid-value` for an unknown mode */
export function namespaceSetter({
  namespace = "",
  fieldSpecs: specs = [],
  unsetOnly,
  setRoleBindingSubjects,
  location,
}: NamespaceArgs): (resource: Resource, node: MapNode) => void {
  const mode = setRoleBindingSubjects || "defaultOnly";
  if (!SUBJECT_MODES.includes(mode)) {
    throw failure("invalid-value", `invalid value "${mode}" for setRoleBindingSubjects`, {
      ...location,
      hint: `Use one of ${SUBJECT_MODES.join(", ")}.`,
    });
  }
  const everywhere = new FieldSpecs([{ path: "metadata/namespace", create: true }]);
  const rest = specs.filter(({ path }) => path !== "metadata/namespace");
  const others = new FieldSpecs(rest);
  // setSubjects sets the subjects of bindings. A field spec for them must not even create the field.
  const othersOf = new Map(
    BINDINGS.map((binding) => [binding, rest.filter((spec) => !isSubjectsOf(binding, spec))] as const)
      .filter(([, kept]) => kept.length < rest.length)
      .map(([binding, kept]) => [binding, new FieldSpecs(kept)]),
  );
  const set = (node: Node): void => {
    const field = requireScalar(node, "a namespace");
    if (unsetOnly && field.value !== "") return;
    setScalar(field, scalar(namespace, "!!str"));
  };

  return function setNamespace(resource, node) {
    const { id } = resource;
    if (id.effectiveNamespace !== CLUSTER_SCOPE) everywhere.visit(node, id, set, CREATE_METADATA_NAMESPACE);
    if (BINDINGS.includes(id.kind)) setSubjects(resource, node, mode as SubjectMode, set);
    (othersOf.get(id.kind) ?? others).visit(
      node,
      id,
      (field, spec) => {
        // Only the core Namespace is renamed.
        if (spec.path === "metadata/name" && !(id.group === "" && id.version === "v1")) return;
        set(field);
      },
      CREATE_NAMESPACE,
    );
  };
}

function isSubjectsOf(binding: string, { path, kind }: FieldSpec): boolean {
  return path === "subjects/namespace" && kind === binding;
}

/** Tells whether a chart made an object. A chart sets namespaces itself: it gets the namespace when it is inflated. */
function isHelmGenerated(node: MapNode): boolean {
  return scalarText(get(get(get(node, "metadata"), "annotations"), HELM_GENERATED)) === "true";
}

function setSubjects(resource: Resource, node: MapNode, mode: SubjectMode, set: (node: Node) => void): void {
  const subjects = get(node, "subjects");
  if (mode === "none" || subjects === undefined || isNull(subjects)) return;
  if (subjects.kind !== "seq") throw notSubject(resource, subjects, "the subjects are not a list");
  const [key, expected] = mode === "defaultOnly" ? ["name", "default"] : ["kind", "ServiceAccount"];
  for (const subject of subjects.items) {
    if (subject.kind !== "map") throw notSubject(resource, subject, "a subject is not a map");
    const value = get(subject, key);
    if (value !== undefined && value.kind !== "scalar")
      throw notSubject(resource, value, `the ${key} of a subject is not a text`);
    if (scalarText(value) !== expected) continue;
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
