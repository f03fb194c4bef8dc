/** The objects that references can mean, by their previous names; docs/specification/name-references.md 2. */
import { failure } from "../../diagnostics.ts";
import { CLUSTER_SCOPE, idText, type Resource, scalarText } from "../../resource/index.ts";
import { isChecked, resolveTag } from "../../yaml/index.ts";
import { get, locate, type ScalarNode } from "../../yaml/nodes/node.ts";

/** The number of objects of one name that are considered for a warning. */
const MAX_RENAMED = 100;
const NONE: readonly Resource[] = [];

export class Candidates {
  readonly #byPreviousName = new Map<string, Namesakes>();
  /** True if any object was renamed. */
  hasRenamed = false;
  /** The current namespaces of objects, by their original namespaces. */
  readonly #movedFrom = new Map<string, Map<string, Resource>>();
  readonly #bindingNamespaces = new Map<Resource, ReadonlySet<string>>();

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) {
      if (resource.node === undefined) continue;
      for (const name of resource.previousNames) {
        if (name !== resource.id.name) this.hasRenamed = true;
        let namesakes = this.#byPreviousName.get(name);
        if (namesakes === undefined) this.#byPreviousName.set(name, (namesakes = new Namesakes()));
        namesakes.add(resource);
      }
      const { id, originalId } = resource;
      let now = this.#movedFrom.get(originalId.effectiveNamespace);
      if (now === undefined) this.#movedFrom.set(originalId.effectiveNamespace, (now = new Map()));
      const key = `${id.effectiveNamespace}\n${id.namespace}`;
      if (!now.has(key)) now.set(key, resource);
    }
  }

  /** Checks the subjects of a role binding, as kustomize does even if nothing was renamed. @throws KrmError */
  checkBinding(resource: Resource): void {
    if (resource.id.kind === "RoleBinding") this.#namespacesBound(resource);
  }

  /** The objects that had the name before and have another one now, up to a limit, in output order. */
  renamed(name: string): readonly Resource[] {
    const found = this.hasRenamed ? this.#byPreviousName.get(name) : undefined;
    return found?.all.slice(0, MAX_RENAMED).filter((candidate) => candidate.id.name !== name) ?? NONE;
  }

  /** The objects with this previous name that an object can refer to, in output order. */
  named(name: string, referrer: Resource): readonly Resource[] {
    const found = this.#byPreviousName.get(name);
    if (found === undefined) return NONE;
    const { all } = found;
    if (all.length === 1) return this.isReferable(all[0] as Resource, referrer) ? all : NONE;
    const near = all.length > FEW_NAMESAKES ? found.in(this.#namespacesOf(referrer)) : all;
    return near.filter((candidate) => this.isReferable(candidate, referrer));
  }

  /** The namespaces of the objects that an object can refer to; undefined for all namespaces. */
  #namespacesOf(referrer: Resource): ReadonlySet<string> | undefined {
    const { effectiveNamespace, kind } = referrer.id;
    if (effectiveNamespace === CLUSTER_SCOPE) return undefined;
    const namespaces = new Set([effectiveNamespace, CLUSTER_SCOPE]);
    if (kind === "RoleBinding") {
      for (const namespace of this.#namespacesBound(referrer)) namespaces.add(namespace || "default");
    }
    return namespaces;
  }

  /**
   * The candidates that were originally in a namespace. If no referable object was, those that are in it now. Objects of
   * kinds without namespaces do not count.
   */
  inNamespace(candidates: readonly Resource[], namespace: string, referrer: Resource): readonly Resource[] {
    if (namespace === CLUSTER_SCOPE) return [];
    const moved = this.#movedFrom.get(namespace);
    const isKnown = moved !== undefined && [...moved.values()].some((one) => this.isReferable(one, referrer));
    return candidates.filter((candidate) =>
      isKnown ? candidate.originalId.effectiveNamespace === namespace : candidate.id.effectiveNamespace === namespace,
    );
  }

  /** Tells whether an object can refer to another one, by their namespaces. */
  isReferable(candidate: Resource, referrer: Resource): boolean {
    const [from, to] = [referrer.id, candidate.id];
    if (from.effectiveNamespace === CLUSTER_SCOPE || to.effectiveNamespace === CLUSTER_SCOPE) return true;
    if (from.effectiveNamespace === to.effectiveNamespace) return true;
    return from.kind === "RoleBinding" && this.#namespacesBound(referrer).has(to.namespace);
  }

  /** The namespaces of the service accounts in a role binding. It can refer to objects in these namespaces. */
  #namespacesBound(binding: Resource): ReadonlySet<string> {
    let namespaces = this.#bindingNamespaces.get(binding);
    if (namespaces === undefined) {
      namespaces = serviceAccountNamespaces(binding);
      this.#bindingNamespaces.set(binding, namespaces);
    }
    return namespaces;
  }
}

/** Up to this number of objects with one name, filtering by namespace first is not faster. */
const FEW_NAMESAKES = 8;

/** Objects that had the same name, in output order. */
class Namesakes {
  readonly all: Resource[] = [];
  #byNamespace: ReadonlyMap<string, readonly Placed[]> | undefined;

  /** Adds an object. An object that had the name twice is added once. */
  add(resource: Resource): void {
    if (this.all.at(-1) !== resource) this.all.push(resource);
  }

  /** The objects that are in one of the namespaces now. */
  in(namespaces: ReadonlySet<string> | undefined): readonly Resource[] {
    if (namespaces === undefined) return this.all;
    const byNamespace = (this.#byNamespace ??= this.#group());
    const found = [...namespaces].flatMap((namespace) => byNamespace.get(namespace) ?? []);
    return found.sort((a, b) => a.at - b.at).map(({ resource }) => resource);
  }

  #group(): ReadonlyMap<string, readonly Placed[]> {
    const groups = new Map<string, Placed[]>();
    for (const [at, resource] of this.all.entries()) {
      const { effectiveNamespace } = resource.id;
      const group = groups.get(effectiveNamespace);
      if (group === undefined) groups.set(effectiveNamespace, [{ resource, at }]);
      else group.push({ resource, at });
    }
    return groups;
  }
}

interface Placed {
  readonly resource: Resource;
  readonly at: number;
}

function serviceAccountNamespaces(binding: Resource): ReadonlySet<string> {
  const namespaces = new Set<string>();
  const subjects = get(binding.node, "subjects");
  if (subjects?.kind !== "seq") return namespaces;
  for (const subject of subjects.items) {
    const namespace = get(subject, "namespace");
    if (namespace === undefined || scalarText(get(subject, "kind")) !== "ServiceAccount") continue;
    if (namespace.kind !== "scalar" || !isText(namespace)) {
      throw failure("invalid-value", `the namespace of a subject of ${idText(binding.id)} is blank`, {
        ...(locate(namespace) ?? binding.origin),
        object: binding.describe(),
        hint: "Name a namespace, or remove the field.",
      });
    }
    namespaces.add(namespace.value);
  }
  return namespaces;
}

/** Tells whether a scalar is read as a text. One that a patch or a replacement wrote can be a number, in spite of its source. */
function isText({ tag, style, value }: ScalarNode): boolean {
  if (tag === "") return style !== "" || resolveTag(value) === "!!str";
  return style !== "" || !isChecked(tag);
}
