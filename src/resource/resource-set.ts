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
  readonly #byId = new Map<string, Set<Resource>>();
  /** The same by name alone. */
  readonly #byName = new Map<string, Set<Resource>>();
  readonly #members = new Set<Resource>();
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
    const present = this.byCurrentId(resource.id);
    if (present.length > 0) throw conflict(resource, present[0] as Resource);
    if (this.#items.length >= MAX_RESOURCES) throw tooMany(resource);
    this.#items.push(resource);
    this.#members.add(resource);
    this.#register(resource);
  }

  appendAll(resources: Iterable<Resource>): void {
    for (const resource of resources) this.append(resource);
  }

  /** To be called after the identity of a member may have changed, or a previous identity was pushed. */
  changed(resource: Resource): void {
    resource.refresh();
    this.#register(resource);
    this.#unchecked = true;
  }

  /** To be called after what is known of kinds may have changed. */
  identifyAll(): void {
    for (const resource of this.#items) this.changed(resource);
  }

  #register(resource: Resource): void {
    this.#index(resource.id, resource);
    if (resource.hasPreviousIds) for (const id of resource.previousIds()) this.#index(id, resource);
  }

  #index(id: ResourceId, resource: Resource): void {
    enter(this.#byId, keyOf(id), resource);
    enter(this.#byName, id.name, resource);
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

  #live(found: Set<Resource> | undefined, matches: (resource: Resource) => boolean): Resource[] {
    const live: Resource[] = [];
    if (found !== undefined) for (const one of found) if (this.#isLive(one) && matches(one)) live.push(one);
    return live;
  }

  #isLive(resource: Resource): boolean {
    return resource.node !== undefined && this.#members.has(resource);
  }

  /** Drops resources that `keep` refuses. */
  filter(keep: (resource: Resource) => boolean): void {
    const kept = this.#items.filter(keep);
    if (kept.length === this.#items.length) return;
    this.#items = kept;
    this.#members.clear();
    for (const resource of kept) this.#members.add(resource);
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
      const same = this.byCurrentId(resource.id);
      if (same.length > 1) throw conflict(same[1] as Resource, same[0] as Resource);
    }
    this.#unchecked = false;
  }
}

function enter(index: Map<string, Set<Resource>>, key: string, resource: Resource): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, new Set([resource]));
  else found.add(resource);
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
