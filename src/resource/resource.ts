/** One object in a build: its tree, and the bookkeeping that kustomize keeps in annotations. */
import { failure, type KrmError, type Location } from "../diagnostics.ts";
import { isYaml11NonString } from "../yaml/index.ts";
import { cloneObject, get, locateOffset, type MapNode, type Source, type Style } from "../yaml/nodes/node.ts";
import {
  asksForHash,
  type BuildAnnotations,
  INTERNAL,
  NEEDS_HASH,
  readBuildAnnotations,
  writeHashRequest,
} from "./build-annotations.ts";
import { identify } from "./identify.ts";
import { builtInSchemas, type SchemaSource } from "./merge-schema.ts";
import type { Provenance } from "./provenance.ts";
import { describeId, type GvkPattern, type ResourceId } from "./resource-id.ts";
import { metadataTexts, removeEmptyTwins, textsUnder, writeTexts } from "./text-map.ts";

/** The behavior of a generator if an object with its identity already exists. */
export type GenerationBehavior = "create" | "merge" | "replace" | "unspecified";

/** A previous identity. Its group and version are the current ones (docs/specification/identity.md 2.1). */
interface PreviousId {
  readonly kind: string;
  readonly name: string;
  readonly effectiveNamespace: string;
}

/**
 * A build annotation that kustomize would have added here. `annotationsBefore` is the number of annotations before it.
 * Needed for the content hash of objects that ask for one in their file.
 */
export interface Note {
  readonly name:
    | "prefixes"
    | "suffixes"
    | "previousNames"
    | "previousNamespaces"
    | "previousKinds"
    | "generatorBehavior"
    | "needsHashSuffix"
    | "allowNameChange"
    | "allowKindChange";
  readonly annotationsBefore: number;
  /** The style of its text; single quotes, unless kustomize has written all annotations again. */
  readonly style: Style;
}

export class Resource {
  /** The object. Undefined after a patch has deleted it. */
  node: MapNode | undefined;
  /** Name prefixes and suffixes, innermost first (docs/specification/identity.md 3.1). */
  readonly prefixes: string[];
  readonly suffixes: string[];
  /** True if the name gets a hash although no annotation of the object asks for it. */
  #needsHash: boolean;
  /** The behavior its generator asked for; undefined for objects that no generator made. */
  behavior: GenerationBehavior | undefined;
  /** The name before the content hash was appended; undefined if the name has no hash. */
  unhashedName: string | undefined;
  /** Kept for objects whose file asks for a hash, because the hash covers them; see builtins/node-hash.ts. */
  readonly notes: Note[] = [];
  /** For generated objects without annotations: the number of fields of the metadata before those of the notes. */
  annotationsIndex: number | undefined;
  /** True if a step changed the tree in a way that hashes of other kinds cannot follow; see builtins/node-hash.ts. */
  hasUnknownTree = false;
  /** The error to report because a patch removed the name, unless a later step sets a name. */
  lostName: KrmError | undefined;
  /** The entry of the last JSON patch, after which the values of the object have no places of their own. */
  patchedAt: Location | undefined;
  /** Origin and transformations; tracked only if the build asks for it. */
  provenance: Provenance | undefined;
  /** The names of the variables that read this object (docs/specification/variables.md 1). */
  readonly variables: string[] = [];
  /** The trace of the object, for `explain`. A copy starts with the same history. */
  history: object | undefined = undefined;
  readonly #previous: PreviousId[];
  /** True if {@link pushPreviousId} found no name to record. */
  #wasNameless = false;
  /** The place where the object was read. Its line is computed on first use. */
  readonly #source: Source | undefined;
  readonly #offset: number;
  #origin: Location | undefined;
  #schemas: SchemaSource = builtInSchemas;
  #id: ResourceId | undefined;
  #original: ResourceId | undefined;

  constructor(node: MapNode, origin?: Location, annotations: BuildAnnotations = readBuildAnnotations(node)) {
    this.node = node;
    this.#source = node?.source;
    this.#offset = node?.offset ?? 0;
    this.#origin = origin;
    this.prefixes = [...annotations.prefixes];
    this.suffixes = [...annotations.suffixes];
    this.#needsHash = annotations.needsHash && asksForHash(node) === undefined;
    this.#previous = [...annotations.previous];
  }

  /** A deep copy, which shares nothing mutable with the original. */
  clone(): Resource {
    const node = this.node === undefined ? undefined : cloneObject(this.node);
    const copy = new Resource(node as MapNode, this.#origin, this.#annotations());
    copy.behavior = this.behavior;
    copy.unhashedName = this.unhashedName;
    copy.lostName = this.lostName;
    copy.patchedAt = this.patchedAt;
    copy.#wasNameless = this.#wasNameless;
    copy.notes.push(...this.notes);
    copy.annotationsIndex = this.annotationsIndex;
    copy.hasUnknownTree = this.hasUnknownTree;
    copy.provenance = this.provenance;
    copy.history = this.history;
    copy.variables.push(...this.variables);
    return copy;
  }

  /** The file that the object was read from, or the generator entry that made it. */
  get origin(): Location | undefined {
    this.#origin ??= this.#source && locateOffset(this.#source, this.#offset);
    return this.#origin;
  }

  /** Returns a function that computes {@link origin} and does not keep the resource in memory. */
  originLater(): () => Location | undefined {
    let origin = this.#origin;
    const [source, offset] = [this.#source, this.#offset];
    return () => (origin ??= source && locateOffset(source, offset));
  }

  set origin(origin: Location | undefined) {
    this.#origin = origin;
  }

  /** True if the name gets a hash. An annotation of the object decides before the generator that made it. */
  get needsHash(): boolean {
    return asksForHash(this.node) ?? this.#needsHash;
  }

  set needsHash(needsHash: boolean) {
    this.#needsHash = needsHash;
  }

  /** Writes the request for a hash as an annotation, as kustomize keeps it, if a path or a patch names that. */
  exposeHashRequest(text: string): void {
    if (this.node !== undefined && this.#needsHash && text.includes(NEEDS_HASH)) writeHashRequest(this.node);
  }

  /** The types used to interpret the object. A {@link ResourceSet} sets them for its members. */
  get schemas(): SchemaSource {
    return this.#schemas;
  }

  set schemas(schemas: SchemaSource) {
    this.#schemas = schemas;
    this.refresh();
  }

  #annotations(): BuildAnnotations {
    return { prefixes: this.prefixes, suffixes: this.suffixes, needsHash: this.needsHash, previous: this.#previous };
  }

  /**
   * The current identity, read from the tree. Cached: call {@link refresh} after changing apiVersion, kind or metadata.
   */
  get id(): ResourceId {
    this.#id ??= identify(this.node, this.#schemas);
    return this.#id;
  }

  /** Drops the cached identities. */
  refresh(): void {
    this.#id = undefined;
    this.#original = undefined;
  }

  /** Resets the bookkeeping: the object is then like one that was just read. */
  forget(): void {
    this.#previous.length = 0;
    this.#wasNameless = false;
    this.prefixes.length = 0;
    this.suffixes.length = 0;
    this.needsHash = false;
    this.behavior = undefined;
    this.provenance = undefined;
    this.#original = undefined;
  }

  /**
   * Records the current identity as a previous one. An object without a name has no previous identities
   * (docs/specification/identity.md 2.7).
   * @throws KrmError if the object has a name only at some of its pushes, as kustomize fails then
   */
  pushPreviousId(): void {
    const { kind, name, effectiveNamespace } = this.id;
    this.#removeEmptyTwins();
    if (name === "" ? this.hasPreviousIds : this.#wasNameless) throw this.lostName ?? namelessOnce(this);
    if (name === "") this.#wasNameless = true;
    else this.#previous.push({ kind, name, effectiveNamespace });
    if (this.needsHash) this.note("previousNames", "previousNamespaces", "previousKinds");
    this.#original = undefined;
  }

  #removeEmptyTwins(): void {
    const metadata = get(this.node, "metadata");
    if (metadata?.kind === "map") removeEmptyTwins(metadata, "annotations");
    if (this.node !== undefined) removeEmptyTwins(this.node, "metadata");
  }

  /** Records build annotations that kustomize would add now, if the hash of the object covers them. */
  note(...names: readonly Note["name"][]): void {
    if (!this.needsHash) return;
    const annotations = get(get(this.node, "metadata"), "annotations");
    const annotationsBefore = annotations?.kind === "map" ? annotations.entries.length : 0;
    for (const name of names) {
      const style = name === "allowNameChange" || name === "allowKindChange" ? "" : "single";
      if (!this.notes.some((note) => note.name === name)) this.notes.push({ name, annotationsBefore, style });
    }
  }

  /**
   * Writes the annotations of a generated object again, as kustomize does when it adds its own, and records these if the
   * object asks for a hash.
   */
  noteGeneration(): void {
    const metadata = get(this.node, "metadata");
    if (metadata?.kind !== "map") return;
    if (get(metadata, "annotations") === undefined) this.annotationsIndex = metadata.entries.length;
    else writeTexts(metadata, "annotations", textsUnder(metadata, "annotations"));
    if (!this.#needsHash) return;
    this.note("generatorBehavior", "needsHashSuffix");
    this.sortNotes();
  }

  /** The build annotations that kustomize would have, by their full names. */
  noteTexts(): [name: string, text: string][] {
    return this.notes.map(({ name }) => [`${INTERNAL}${name}`, this.noteText(name)]);
  }

  /** The text of a build annotation. */
  noteText(name: Note["name"]): string {
    if (name === "prefixes") return this.prefixes.join(",");
    if (name === "suffixes") return this.suffixes.join(",");
    if (name === "previousNames") return this.previousNames.join(",");
    if (name === "previousKinds") return this.#previous.map(({ kind }) => kind).join(",");
    if (name === "previousNamespaces") return this.#previous.map((id) => id.effectiveNamespace).join(",");
    return name === "generatorBehavior" ? (this.behavior ?? "") : "enabled";
  }

  /** Sorts the build annotations among the sorted annotations of the object, as kustomize does when it writes all. */
  sortNotes(): void {
    const keys = [...metadataTexts(this.node, "annotations").keys()];
    const sorted = this.notes
      .map(({ name }): Note => {
        const annotationsBefore = keys.filter((key) => key < `${INTERNAL}${name}`).length;
        return { name, annotationsBefore, style: isYaml11NonString(this.noteText(name)) ? "double" : "" };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    this.notes.splice(0, this.notes.length, ...sorted);
  }

  get hasPreviousIds(): boolean {
    return this.#previous.length > 0;
  }

  /** The names of {@link previousIds}. */
  get previousNames(): readonly string[] {
    return this.#previous.map(({ name }) => name);
  }

  /** Tells whether one of {@link previousIds} matches the pattern. */
  wasOfKind({ group, version, kind }: GvkPattern): boolean {
    const { id } = this;
    if ((group && group !== id.group) || (version && version !== id.version)) return false;
    return this.#previous.some((previous) => !kind || previous.kind === kind);
  }

  /**
   * True if kustomize would keep build annotations on the object, which its JSON patches see
   * (docs/specification/json-patch.md 2.5).
   */
  get isAnnotated(): boolean {
    return (
      this.hasPreviousIds ||
      this.needsHash ||
      this.behavior !== undefined ||
      this.provenance !== undefined ||
      this.prefixes.length > 0 ||
      this.suffixes.length > 0
    );
  }

  /** The previous identities, oldest first, without the current one. */
  previousIds(): ResourceId[] {
    return this.#previous.map((previous) => this.#asId(previous));
  }

  #asId({ kind, name, effectiveNamespace }: PreviousId): ResourceId {
    const { group, version } = this.id;
    return { group, version, kind, name, namespace: effectiveNamespace, effectiveNamespace };
  }

  /** The first identity of the object. */
  get originalId(): ResourceId {
    if (this.#original === undefined) {
      const first = this.#previous[0];
      this.#original = first === undefined ? this.id : this.#asId(first);
    }
    return this.#original;
  }

  /** All identities, the previous ones first and the current one last. */
  allIds(): ResourceId[] {
    return [...this.previousIds(), this.id];
  }

  /** The object as messages name it: `Deployment shop/web`. */
  describe(): string {
    return describeId(this.id);
  }
}

function namelessOnce(resource: Resource): Error {
  const object = resource.describe();
  return failure("invalid-resource", `${object} has lost its metadata.name`, {
    ...resource.origin,
    object,
    hint: "Find the patch, the replacement or the variable that removes it.",
  });
}
