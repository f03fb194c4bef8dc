/** The objects of one side of a target by their kinds: what a wrong name may mean. */
import { getOrInsert, groupBy } from "../../../collections.ts";
import { valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import { NearNames } from "./near-names.ts";
import { type ObjectKey, ObjectNames, textOf } from "./object-names.ts";

/** The kinds that a reference takes for each other by mistake, with their groups. */
const RELATED: readonly (readonly [group: string, kinds: readonly string[]])[] = [
  ["apps", ["Deployment", "StatefulSet"]],
  ["rbac.authorization.k8s.io", ["ClusterRole", "Role"]],
];

/** Annotations by which a controller copies an object into other namespaces, or fills it there. */
const COPIES = /reflect|replicat|copy|copies|sync/i;

export class KindIndex {
  readonly names: ObjectNames;
  readonly #byKind: ReadonlyMap<string, readonly RenderedResource[]>;
  /** By kind, then by the names that objects had before the build renamed them. */
  readonly #formerNames = new Map<string, ReadonlyMap<string, RenderedResource>>();
  /** By kind and namespace. */
  readonly #nearNames = new Map<string, NearNames>();
  #namespaces: ReadonlySet<string> | undefined;

  constructor(resources: readonly RenderedResource[]) {
    this.names = new ObjectNames(resources);
    this.#byKind = groupBy(resources, kindOf);
  }

  /** Tells whether there are objects of the kind in the namespace of the key. */
  hasKind(key: ObjectKey): boolean {
    return this.#ofKind(key).some(({ namespace }) => isNear(namespace, key.namespace));
  }

  /** The object of that name in another namespace, unless something copies it; undefined for a namespace of which nothing is here. */
  inOtherNamespace(key: ObjectKey): RenderedResource | undefined {
    this.#namespaces ??= new Set([...this.#byKind.values()].flat().map(({ namespace }) => namespace));
    const found = this.#namespaces.has(key.namespace) ? this.names.find({ ...key, namespace: "" }) : undefined;
    const annotations = found && valueAt(found.value(), "metadata", "annotations");
    return COPIES.test(Object.keys(annotations ?? {}).join("\n")) ? undefined : found;
  }

  /** The object that had the name before the build gave it another one, such as one with a hash. */
  renamedFrom(key: ObjectKey): RenderedResource | undefined {
    const former = getOrInsert(this.#formerNames, kindOf(key), () => formerNames(this.#ofKind(key)));
    const found = former.get(key.name);
    return found !== undefined && isNear(found.namespace, key.namespace) ? found : undefined;
  }

  /** The object of that name of a kind that is often taken for this one. */
  ofRelatedKind(key: ObjectKey): RenderedResource | undefined {
    const [group, kinds] = RELATED.find(([of, all]) => of === key.group && all.includes(key.kind)) ?? ["", []];
    return kinds.map((kind) => this.names.find({ ...key, group, kind })).find((each) => each !== undefined);
  }

  /** The name, without a hash, of an object of the kind in the namespace that differs from the name of the key in a few letters. */
  near(key: ObjectKey): string | undefined {
    const names = getOrInsert(this.#nearNames, `${kindOf(key)}\0${key.namespace}`, () => {
      const inNamespace = this.#ofKind(key).filter(({ namespace }) => isNear(namespace, key.namespace));
      return new NearNames(inNamespace.map(({ baseName }) => baseName));
    });
    return names.find(key.name);
  }

  #ofKind(key: ObjectKey): readonly RenderedResource[] {
    return this.#byKind.get(kindOf(key)) ?? [];
  }
}

function kindOf(object: RenderedResource | ObjectKey): string {
  return textOf({
    kind: object.kind,
    group: "group" in object ? object.group : groupOf(object),
    name: "",
    namespace: "",
  });
}

/** A namespace that the manifest does not name counts as the same one. */
function isNear(one: string, other: string): boolean {
  return one === other || one === "" || other === "";
}

function formerNames(resources: readonly RenderedResource[]): ReadonlyMap<string, RenderedResource> {
  return new Map(
    resources.flatMap((resource) => {
      const { name, baseName, original } = resource;
      return [baseName, original?.name ?? name]
        .filter((each) => each !== name)
        .map((each) => [each, resource] as const);
    }),
  );
}
