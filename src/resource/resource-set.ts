/** An ordered set of resources with indexes, so that no step has to scan all resources for each resource. */
import { charge, checkTime } from "../budget/index.ts";
import { failure } from "../diagnostics.ts";
import { builtInSchemas, type SchemaSource } from "./merge-schema.ts";
import type { Resource } from "./resource.ts";
import { idText, type ResourceId, sameId } from "./resource-id.ts";

/** The most resources of a build. A base that is included twice at each of many levels would multiply without end. */
const MAX_RESOURCES = 300_000;

/** A member and the entries of one of its identities in the indexes, without the names. */
const MEMBER_BYTES = 1000;

export class ResourceSet {
  readonly schemas: SchemaSource;
  #items: Resource[] = [];
  /**
   * Resources by their current identities. Entries are added when identities change and never removed, so every hit is
   * checked against the identities of the resource.
   */
  readonly #byId: Index = new Map();
  /** Resources by a property of their current and previous identities; see {@link #byId}. Each is made when first needed. */
  readonly #byAny = new Map<keyof typeof KEYS, Index>();
  /** The positions of the members; undefined until they are needed, and after they have changed. */
  #positions: Map<Resource, number> | undefined;
  /** The members, with the identity that each had when it was last added to the indexes. */
  readonly #members = new Map<Resource, ResourceId>();
  /** The members whose identities have changed since uniqueness was last checked. */
  #unchecked = new Set<Resource>();
  /** True if a member may have been deleted or emptied. */
  #mayHaveEmpty = false;

  /** @param schemas the types that all members use */
  constructor(schemas: SchemaSource = builtInSchemas) {
    this.schemas = schemas;
  }

  static of(resources: Iterable<Resource>, schemas?: SchemaSource): ResourceSet {
    const set = new ResourceSet(schemas);
    for (const resource of resources) set.append(resource);
    return set;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The members in order. Not a copy: do not add or remove members while iterating. */
  get items(): readonly Resource[] {
    return this.#items;
  }

  /**
   * Adds a resource at the end.
   * @throws KrmError `id-conflict` if another member has its identity, `too-many-objects`
   */
  append(resource: Resource): void {
    if (resource.schemas !== this.schemas) resource.schemas = this.schemas;
    const present = this.#otherOf(resource);
    if (present !== undefined) throw conflict(resource, present);
    if (this.#items.length >= MAX_RESOURCES) throw tooMany(resource);
    this.#positions?.set(resource, this.#items.length);
    this.#items.push(resource);
    this.#mayHaveEmpty ||= isEmpty(resource);
    if (this.#byAny.size > 0) for (const id of resource.previousIds()) this.#index(id, resource);
    this.#register(resource);
  }

  appendAll(resources: Iterable<Resource>): void {
    for (const resource of resources) this.append(resource);
  }

  /**
   * Call this when the identity of a member may have changed, when a previous identity was recorded, or when the member
   * may have been deleted or emptied.
   */
  changed(resource: Resource): void {
    checkTime();
    resource.refresh();
    this.#mayHaveEmpty ||= isEmpty(resource);
    const known = this.#members.get(resource);
    // Most changes affect no identity. A recorded previous identity is the one already in the indexes.
    if (known !== undefined && sameId(known, resource.id)) return;
    this.#register(resource);
    this.#unchecked.add(resource);
  }

  /** Updates all identities. Call this when {@link schemas} may have changed. */
  identifyAll(): void {
    for (const resource of this.#items) this.changed(resource);
  }

  /** Adds the current identity to the indexes. Previous ones are there already. */
  #register(resource: Resource): void {
    const { id } = resource;
    this.#members.set(resource, id);
    charge(MEMBER_BYTES + 2 * id.name.length);
    enter(this.#byId, keyOf(id), resource);
    this.#index(id, resource);
  }

  #index(id: ResourceId, resource: Resource): void {
    for (const [property, index] of this.#byAny) enter(index, KEYS[property](id), resource);
  }

  /** Looks a property of all identities up. */
  #any(property: keyof typeof KEYS, key: string): Found | undefined {
    let index = this.#byAny.get(property);
    if (index === undefined) {
      this.#byAny.set(property, (index = new Map()));
      for (const resource of this.#items)
        for (const id of resource.allIds()) enter(index, KEYS[property](id), resource);
    }
    return index.get(key);
  }

  /** Another member with the same current identity. */
  #otherOf(resource: Resource): Resource | undefined {
    const { id } = resource;
    const found = this.#byId.get(keyOf(id));
    if (found === undefined || found === resource) return undefined;
    return membersOf(found).find((one) => one !== resource && this.#isLive(one) && sameId(one.id, id));
  }

  /** The members whose current identity is `id`. */
  byCurrentId(id: ResourceId): Resource[] {
    return this.#live(this.#byId.get(keyOf(id)), (resource) => sameId(resource.id, id));
  }

  /** The members whose current identity, or a previous one, is `id`. */
  byAnyId(id: ResourceId): Resource[] {
    return this.#live(this.#any("id", keyOf(id)), (resource) =>
      resource.allIds().some((candidate) => sameId(candidate, id)),
    );
  }

  /** The members that have or had this name, of any kind and namespace. */
  byAnyName(name: string): Resource[] {
    return this.#live(this.#any("name", name), (resource) => resource.allIds().some((id) => id.name === name));
  }

  /**
   * The members that have or had this kind and this name, in order, and possibly others: use it to select from fewer.
   * @param kind undefined for any
   * @param name undefined for any
   */
  candidates(kind: string | undefined, name: string | undefined): readonly Resource[] {
    checkTime();
    let found = this.#items.length;
    let least: Found | undefined;
    for (const [property, key] of [
      ["name", name],
      ["kind", kind],
    ] as const) {
      if (key === undefined) continue;
      const members = this.#any(property, key);
      if (members === undefined) return [];
      const size = members instanceof Set ? members.size : 1;
      if (size >= found) continue;
      [found, least] = [size, members];
    }
    // Many are not worth being put in order.
    if (least === undefined || found > this.#items.length / WORTH_ORDERING) return this.#items;
    const live = membersOf(least).filter((one) => this.#isLive(one));
    return live.length < 2 ? live : this.#inOrder(live);
  }

  #inOrder(members: Resource[]): Resource[] {
    const positions = (this.#positions ??= new Map(this.#items.map((resource, at) => [resource, at])));
    return members.sort((a, b) => (positions.get(a) as number) - (positions.get(b) as number));
  }

  #live(found: Found | undefined, matches: (resource: Resource) => boolean): Resource[] {
    if (found === undefined) return [];
    return membersOf(found).filter((one) => this.#isLive(one) && matches(one));
  }

  #isLive(resource: Resource): boolean {
    return resource.node !== undefined && this.#members.has(resource);
  }

  /** Removes the resources for which `keep` is false. */
  filter(keep: (resource: Resource) => boolean): void {
    this.#positions = undefined;
    const kept: Resource[] = [];
    for (const resource of this.#items) {
      if (keep(resource)) kept.push(resource);
      else this.#members.delete(resource);
    }
    this.#items = kept;
  }

  /** Replaces all members, in this order. @throws KrmError `id-conflict` */
  replaceAll(resources: Iterable<Resource>): void {
    this.#items = [];
    this.#byId.clear();
    this.#byAny.clear();
    this.#positions = undefined;
    this.#members.clear();
    this.#mayHaveEmpty = false;
    this.appendAll(resources);
    this.#unchecked.clear();
  }

  /** Removes resources that patches have deleted or emptied. */
  dropEmpty(): void {
    if (!this.#mayHaveEmpty) return;
    this.#mayHaveEmpty = false;
    this.filter((resource) => !isEmpty(resource));
  }

  sort(compare: (a: Resource, b: Resource) => number): void {
    this.#positions = undefined;
    this.#items.sort(compare);
  }

  /** Checks that current identities are unique. @throws KrmError `id-conflict` */
  checkUnique(): void {
    const changed = this.#unchecked;
    this.#unchecked = new Set();
    for (const one of changed) if (this.#isLive(one) && this.#otherOf(one) !== undefined) throw this.#firstConflict();
  }

  #firstConflict(): Error {
    const first = this.#items.find((one) => one.node !== undefined && this.#otherOf(one) !== undefined) as Resource;
    const same = this.byCurrentId(first.id);
    return conflict(same[1] as Resource, same[0] as Resource);
  }
}

/** The resources under a key. Most keys have one, which needs no set. */
type Found = Resource | Set<Resource>;
type Index = Map<string, Found>;

/** The keys of the indexes of all identities. */
const KEYS = {
  id: keyOf,
  name: ({ name }: ResourceId): string => name,
  kind: ({ kind }: ResourceId): string => kind,
};

/** The candidates have to be this many times fewer than all members. */
const WORTH_ORDERING = 4;

function isEmpty({ node }: Resource): boolean {
  return node === undefined || node.entries.length === 0;
}

function enter(index: Index, key: string, resource: Resource): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, resource);
  else if (found instanceof Set) found.add(resource);
  else if (found !== resource) index.set(key, new Set([found, resource]));
}

function membersOf(found: Found): Resource[] {
  return found instanceof Set ? [...found] : [found];
}

function keyOf(id: ResourceId): string {
  return `${id.kind}\n${id.name}\n${id.effectiveNamespace}`;
}

function conflict(resource: Resource, present: Resource): Error {
  const where = present.origin === undefined ? "" : `; the other one is from ${present.origin.file}`;
  return failure(
    "id-conflict",
    `may not add ${idText(resource.id)}: an object with that identity already exists${where}`,
    {
      ...resource.origin,
      object: resource.describe(),
      hint: "Remove one of the two, rename one (namePrefix, nameSuffix, namespace), or turn it into a patch.",
    },
  );
}

function tooMany(resource: Resource): Error {
  return failure("too-many-objects", `the build has more than ${MAX_RESOURCES} objects`, {
    ...resource.origin,
    hint: "Look for bases that are included many times, or split the directory.",
  });
}
