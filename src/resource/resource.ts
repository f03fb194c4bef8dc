/** One object on its way through a build: its tree, and beside it what the engine remembers of it. */
import type { KrmError, Location } from "../diagnostics.ts";
import { cloneObject, get, locateOffset, type MapNode, type Node, type Source } from "../yaml/nodes/node.ts";
import { type BuildAnnotations, readBuildAnnotations } from "./build-annotations.ts";
import { builtInSchemas, type SchemaSource } from "./merge-schema.ts";
import type { Provenance } from "./provenance.ts";
import { describeId, type GvkPattern, type ResourceId, resourceId } from "./resource-id.ts";

/** What a generator asks for when an object of its identity is there already. */
export type GenerationBehavior = "create" | "merge" | "replace" | "unspecified";

/**
 * A previous identity. Group and version are not recorded: they are the present ones
 * (docs/specification/identity.md 2.1).
 */
interface PreviousId {
  readonly kind: string;
  readonly name: string;
  readonly effectiveNamespace: string;
}

/** A note that the reference would have added to the annotations, and behind how many of those that are there. */
export interface Note {
  readonly name:
    | "prefixes"
    | "suffixes"
    | "previousNames"
    | "previousNamespaces"
    | "previousKinds"
    | "allowNameChange"
    | "allowKindChange";
  readonly behind: number;
}

export class Resource {
  /** The object. Undefined once a patch has deleted it. */
  node: MapNode | undefined;
  /** Name prefixes and suffixes, innermost first (docs/specification/identity.md 3.1). */
  readonly prefixes: string[];
  readonly suffixes: string[];
  needsHash: boolean;
  /** What the generator asked for; undefined for objects that none made. */
  behavior: GenerationBehavior | undefined;
  /** The name before the content hash was appended; undefined for names without a hash. */
  unhashedName: string | undefined;
  /** Kept of objects whose file asks for a hash, since their notes are part of it; see builtins/node-hash.ts. */
  readonly notes: Note[] = [];
  /** What is wrong since a patch took the name away, unless another step gives one back. */
  lostName: KrmError | undefined;
  /** Tracked only when a build asks for it. */
  provenance: Provenance | undefined;
  /** The names of the variables that read this object (docs/specification/variables.md 1). */
  readonly variables: string[] = [];
  /** What a trace knows of the object. A copy starts with the same past. */
  history: object | undefined = undefined;
  readonly #previous: PreviousId[];
  /** Where the object was read, for as long as nobody asked for the line. */
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
    this.needsHash = annotations.needsHash;
    this.#previous = [...annotations.previous];
  }

  /** A copy that shares nothing that changes. */
  clone(): Resource {
    const node = this.node === undefined ? undefined : cloneObject(this.node);
    const copy = new Resource(node as MapNode, this.#origin, this.#annotations());
    copy.behavior = this.behavior;
    copy.unhashedName = this.unhashedName;
    copy.lostName = this.lostName;
    copy.notes.push(...this.notes);
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

  /** {@link origin} for those who keep it when the resource is gone. */
  originLater(): () => Location | undefined {
    let origin = this.#origin;
    const [source, offset] = [this.#source, this.#offset];
    return () => (origin ??= source && locateOffset(source, offset));
  }

  set origin(origin: Location | undefined) {
    this.#origin = origin;
  }

  /** The types that the object is known by. A set of resources gives them to its members. */
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

  /** The identity as the tree states it now. Cached: call {@link refresh} after a write to apiVersion, kind or metadata. */
  get id(): ResourceId {
    this.#id ??= identify(this.node, this.#schemas);
    return this.#id;
  }

  refresh(): void {
    this.#id = undefined;
    this.#original = undefined;
  }

  /** Drops what the engine remembers: the object is as one that was just read. */
  forget(): void {
    this.#previous.length = 0;
    this.prefixes.length = 0;
    this.suffixes.length = 0;
    this.needsHash = false;
    this.behavior = undefined;
    this.provenance = undefined;
    this.#original = undefined;
  }

  /** Records the present identity as a previous one. @throws KrmError for one without a name, on which kustomize breaks */
  pushPreviousId(): void {
    const { kind, name, effectiveNamespace } = this.id;
    if (name === "" && this.lostName !== undefined) throw this.lostName;
    this.#previous.push({ kind, name, effectiveNamespace });
    if (this.needsHash) this.note("previousNames", "previousNamespaces", "previousKinds");
    this.#original = undefined;
  }

  note(...names: readonly Note["name"][]): void {
    if (!this.needsHash || this.behavior !== undefined) return;
    const annotations = get(get(this.node, "metadata"), "annotations");
    const behind = annotations?.kind === "map" ? annotations.entries.length : 0;
    for (const name of names) if (!this.notes.some((note) => note.name === name)) this.notes.push({ name, behind });
  }

  get hasPreviousIds(): boolean {
    return this.#previous.length > 0;
  }

  /** The names of {@link previousIds}. */
  get previousNames(): readonly string[] {
    return this.#previous.map(({ name }) => name);
  }

  /** Whether any of {@link previousIds} is of such a kind. */
  wasOfKind({ group, version, kind }: GvkPattern): boolean {
    const { id } = this;
    if ((group && group !== id.group) || (version && version !== id.version)) return false;
    return this.#previous.some((previous) => !kind || previous.kind === kind);
  }

  /**
   * Whether the reference has annotations of its own on the object, which its JSON patches see
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

  /** Oldest first; without the present identity. */
  previousIds(): ResourceId[] {
    return this.#previous.map((previous) => this.#asId(previous));
  }

  #asId({ kind, name, effectiveNamespace }: PreviousId): ResourceId {
    const { group, version } = this.id;
    return { group, version, kind, name, namespace: effectiveNamespace, effectiveNamespace };
  }

  /** The first identity that the object ever had. */
  get originalId(): ResourceId {
    if (this.#original === undefined) {
      const first = this.#previous[0];
      this.#original = first === undefined ? this.id : this.#asId(first);
    }
    return this.#original;
  }

  /** Every identity that the object has or had, previous ones first. */
  allIds(): ResourceId[] {
    return [...this.previousIds(), this.id];
  }

  /** As people say it: `Deployment shop/web`. */
  describe(): string {
    return describeId(this.id);
  }
}

/** The identity that an object states; patches have one too. */
export function identify(node: MapNode | undefined, schemas: SchemaSource): ResourceId {
  const metadata = get(node, "metadata");
  return resourceId(
    scalarText(get(node, "apiVersion")),
    scalarText(get(node, "kind")),
    scalarText(get(metadata, "name")),
    scalarText(get(metadata, "namespace")),
    schemas,
  );
}

/** The text of a scalar whatever its tag; empty for null, blank and for what is no scalar. */
export function scalarText(node: Node | undefined): string {
  if (node?.kind !== "scalar" || node.tag === "!!null") return "";
  return node.value;
}
