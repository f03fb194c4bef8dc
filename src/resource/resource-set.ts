/** An ordered set of resources with indexes, so that nothing has to scan all of them for each of them. */
import { failure } from "../diagnostics.ts";
import { builtInSchemas, type SchemaSource } from "./merge-schema.ts";
import type { Resource } from "./resource.ts";
import { idText, type ResourceId, sameId } from "./resource-id.ts";

/** Bases that are included twice by two levels, and so on, make objects without end; no cluster holds as many as this. */
const MAX_RESOURCES = 300_000;

export class ResourceSet {
  readonly schemas: SchemaSource;
  #items: Resource[] = [];
  /**
   * Resources by any identity that they have or had. Entries are added when identities change and never removed,
   * so every hit is checked against the identities of the resource.
   */
  readonly #byId: Index = new Map();
  /** The same by name alone. */
  readonly #byName: Index = new Map();
  /** With the identity that each of them had when it was last entered in the indexes. */
  readonly #members = new Map<Resource, ResourceId>();
  /** Whether identities changed since uniqueness was last established. */
  #unchecked = false;

  /** @param schemas the types that its members are known by */
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

  /** In order. Not a copy: do not add or remove while walking it. */
  get items(): readonly Resource[] {
    return this.#items;
  }

  /** Adds at the end. @throws KrmError `id-conflict` when an object of that identity is there already */
  append(resource: Resource): void {
    if (resource.schemas !== this.schemas) resource.schemas = this.schemas;
    const present = this.#otherOf(resource);
    if (present !== undefined) throw conflict(resource, present);
    if (this.#items.length >= MAX_RESOURCES) throw tooMany(resource);
    this.#items.push(resource);
    if (resource.hasPreviousIds) for (const id of resource.previousIds()) this.#index(id, resource);
    this.#register(resource);
  }

  appendAll(resources: Iterable<Resource>): void {
    for (const resource of resources) this.append(resource);
  }

  /** To be called after the identity of a member may have changed, or a previous identity was pushed. */
  changed(resource: Resource): void {
    resource.refresh();
    const known = this.#members.get(resource);
    // Most changes touch no identity; and one that was pushed is the last known one.
    if (known !== undefined && sameId(known, resource.id)) return;
    this.#register(resource);
    this.#unchecked = true;
  }

  /** To be called after what is known of kinds may have changed. */
  identifyAll(): void {
    for (const resource of this.#items) this.changed(resource);
  }

  /** Identities that it had before were present ones once, and are entered already. */
  #register(resource: Resource): void {
    const { id } = resource;
    this.#members.set(resource, id);
    this.#index(id, resource);
  }

  #index(id: ResourceId, resource: Resource): void {
    enter(this.#byId, keyOf(id), resource);
    enter(this.#byName, id.name, resource);
  }

  /** Another member of the same present identity. */
  #otherOf(resource: Resource): Resource | undefined {
    const { id } = resource;
    const found = this.#byId.get(keyOf(id));
    if (found === undefined || found === resource) return undefined;
    return membersOf(found).find((one) => one !== resource && this.#isLive(one) && sameId(one.id, id));
  }

  /** Members whose present identity is `id`. */
  byCurrentId(id: ResourceId): Resource[] {
    return this.#live(this.#byId.get(keyOf(id)), (resource) => sameId(resource.id, id));
  }

  /** Members that have or had the identity `id`. */
  byAnyId(id: ResourceId): Resource[] {
    return this.#live(this.#byId.get(keyOf(id)), (resource) =>
      resource.allIds().some((candidate) => sameId(candidate, id)),
    );
  }

  /** Members that have or had the name, whatever their kind and namespace. */
  byAnyName(name: string): Resource[] {
    return this.#live(this.#byName.get(name), (resource) => resource.allIds().some((id) => id.name === name));
  }

  #live(found: Found | undefined, matches: (resource: Resource) => boolean): Resource[] {
    if (found === undefined) return [];
    return membersOf(found).filter((one) => this.#isLive(one) && matches(one));
  }

  #isLive(resource: Resource): boolean {
    return resource.node !== undefined && this.#members.has(resource);
  }

  /** Drops resources that `keep` refuses. */
  filter(keep: (resource: Resource) => boolean): void {
    const kept: Resource[] = [];
    for (const resource of this.#items) {
      if (keep(resource)) kept.push(resource);
      else this.#members.delete(resource);
    }
    this.#items = kept;
  }

  /** Makes these the members, in this order. @throws KrmError `id-conflict` */
  replaceAll(resources: Iterable<Resource>): void {
    this.#items = [];
    this.#byId.clear();
    this.#byName.clear();
    this.#members.clear();
    this.appendAll(resources);
    this.#unchecked = false;
  }

  /** Drops what patches have deleted or emptied. */
  dropEmpty(): void {
    this.filter((resource) => resource.node !== undefined && resource.node.entries.length > 0);
  }

  sort(compare: (a: Resource, b: Resource) => number): void {
    this.#items.sort(compare);
  }

  /** Establishes that present identities are unique. @throws KrmError `id-conflict` */
  checkUnique(): void {
    if (!this.#unchecked) return;
    for (const resource of this.#items) {
      if (resource.node === undefined) continue;
      if (this.#otherOf(resource) === undefined) continue;
      const same = this.byCurrentId(resource.id);
      throw conflict(same[1] as Resource, same[0] as Resource);
    }
    this.#unchecked = false;
  }
}

/** Most keys have one resource, for which no set is made. */
type Found = Resource | Set<Resource>;
type Index = Map<string, Found>;

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
  const where = present.origin === undefined ? "" : `; the other one comes from ${present.origin.file}`;
  return failure(
    "id-conflict",
    `may not add ${idText(resource.id)}: an object of that identity is there already${where}`,
    {
      ...resource.origin,
      object: resource.describe(),
      hint: "Remove one of the two, rename one (namePrefix, nameSuffix, namespace), or turn it into a patch.",
    },
  );
}

function tooMany(resource: Resource): Error {
  return failure("too-many-objects", `a build makes more than ${MAX_RESOURCES} objects`, {
    ...resource.origin,
    hint: "Look for bases that are included again and again; or split the directory.",
  });
}
