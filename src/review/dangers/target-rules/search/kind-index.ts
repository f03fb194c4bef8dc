/** The objects of one side of a target by their kinds: what a wrong name may mean. */
import { getOrInsert, groupBy } from "../../../../collections.ts";
import type { RenderedResource } from "../../../../render/rendering.ts";
import { isUnfinished } from "../../../../schemas/index.ts";
import { groupOf } from "../../../differences/index.ts";
import { isFilled } from "./makers.ts";
import { NearNames } from "./near-names.ts";
import { type ObjectKey, ObjectNames, textOf } from "./object-names.ts";

/** The kinds that a reference takes for each other by mistake, with their groups. */
const RELATED: readonly (readonly [group: string, kinds: readonly string[]])[] = [
  ["apps", ["Deployment", "StatefulSet"]],
  ["rbac.authorization.k8s.io", ["ClusterRole", "Role"]],
];

export class KindIndex {
  readonly names: ObjectNames;
  readonly #byKind: ReadonlyMap<string, OfKind>;
  readonly #namespaces: ReadonlySet<string>;

  constructor(resources: readonly RenderedResource[]) {
    this.names = new ObjectNames(resources);
    this.#byKind = new Map([...groupBy(resources, kindOf)].map(([kind, all]) => [kind, new OfKind(all)]));
    this.#namespaces = new Set(resources.map(({ namespace }) => namespace));
  }

  /** Tells whether there are objects of the kind in the namespace of the key, of which nothing completes the names later. */
  hasKind(key: ObjectKey): boolean {
    return this.#byKind.get(kindOf(key))?.isIn(key.namespace) ?? false;
  }

  /** The object of that name in another namespace, unless something copies it; undefined for a namespace of which nothing is here. */
  inOtherNamespace(key: ObjectKey): RenderedResource | undefined {
    const found = this.#namespaces.has(key.namespace) ? this.names.find({ ...key, namespace: "" }) : undefined;
    return found === undefined || isFilled(found) ? undefined : found;
  }

  /** The object that had the name before the build gave it another one, such as one with a hash. */
  renamedFrom(key: ObjectKey): RenderedResource | undefined {
    const found = this.#byKind.get(kindOf(key))?.former(key.name);
    return found !== undefined && isNear(found.namespace, key.namespace) ? found : undefined;
  }

  /** The object of that name of a kind that is often taken for this one. */
  ofRelatedKind(key: ObjectKey): RenderedResource | undefined {
    const [group, kinds] = RELATED.find(([of, all]) => of === key.group && all.includes(key.kind)) ?? ["", []];
    return kinds.map((kind) => this.names.find({ ...key, group, kind })).find((each) => each !== undefined);
  }

  /** The name, without a hash, of an object of the kind in the namespace that differs from the name of the key in a few letters. */
  near(key: ObjectKey): string | undefined {
    return this.#byKind.get(kindOf(key))?.near(key);
  }
}

/** The objects of one kind. Its indexes are built when they are first asked for. */
class OfKind {
  readonly #resources: readonly RenderedResource[];
  readonly #byNamespace: ReadonlyMap<string, readonly RenderedResource[]>;
  #former: ReadonlyMap<string, RenderedResource> | undefined;
  #all: NearNames | undefined;
  #areWhole: boolean | undefined;
  readonly #near = new Map<string, NearNames>();

  constructor(resources: readonly RenderedResource[]) {
    this.#resources = resources;
    this.#byNamespace = groupBy(resources, ({ namespace }) => namespace);
  }

  isIn(namespace: string): boolean {
    this.#areWhole ??= !this.#resources.some(({ name }) => isUnfinished(name));
    return this.#areWhole && (namespace === "" || this.#byNamespace.has(namespace) || this.#byNamespace.has(""));
  }

  former(name: string): RenderedResource | undefined {
    return (this.#former ??= formerNames(this.#resources)).get(name);
  }

  near({ namespace, name }: ObjectKey): string | undefined {
    if (namespace === "") return (this.#all ??= new NearNames(namesOf(this.#resources))).find(name);
    return this.#namesIn(namespace).find(name) ?? this.#namesIn("").find(name);
  }

  #namesIn(namespace: string): NearNames {
    return getOrInsert(this.#near, namespace, () => new NearNames(namesOf(this.#byNamespace.get(namespace) ?? [])));
  }
}

function namesOf(resources: readonly RenderedResource[]): readonly string[] {
  return resources.map(({ baseName }) => baseName);
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
