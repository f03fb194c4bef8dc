/**
 * Reads the directories that a kustomization or a composition includes. Lenient: a file with mistakes still names its
 * directories.
 */
import { posix } from "node:path";
import { openBudget, processPool } from "../budget/index.ts";
import { failure, KrmError } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, compositionIn, mayBeComposition } from "../documents/index.ts";
import { isRemote } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";
import { decodeText, parseConfig, parseResources } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { entriesOf, importsOf, includedBy, includedByEntry } from "./included-paths.ts";

/** A file of more bytes includes nothing: real ones have a few thousand. */
const MAX_FILE = 1 << 20;
/** Files of more bytes count for {@link MAX_PARSED}. */
const ORDINARY_FILE = 1 << 14;
/** The bytes of all large files of a tree that are parsed; further ones include nothing. */
const MAX_PARSED = 1 << 26;
/** The bytes of all files of a tree that are read; further ones include nothing. */
const MAX_READ = 2 ** 31;

/** What a search may still do, in bytes. No build pays for it, and a repository may hold one large file at many paths. */
export interface SearchLimits {
  parsed: number;
  read: number;
}

export function searchLimits(): SearchLimits {
  return { parsed: MAX_PARSED, read: MAX_READ };
}

/** The references of one kustomization or composition. */
export interface References {
  /** A component is never a target: it changes the objects of the kustomization that includes it. */
  readonly isComponent: boolean;
  /** The directories that it includes, absolute within the tree and free of symlinks. */
  readonly directories: readonly string[];
}

/**
 * Reads the kustomization files of a directory, or its compositions if it has none. Several files all count, because only the
 * build refuses them. A file that cannot be read or parsed includes nothing, nor does one that exceeds the limits.
 * @param files the names of the files
 * @returns undefined if the directory has no kustomization, and its composition.yaml is about something else
 */
export async function readReferences(
  tree: Tree,
  directory: string,
  files: readonly string[],
  limits = searchLimits(),
): Promise<References | undefined> {
  const reader = new ReferenceReader(tree, directory, limits);
  const kustomizations = files.filter((file) => !COMPOSITION_FILE_NAMES.includes(file));
  let isComponent = false;
  for (const file of kustomizations) {
    const document = await reader.document(file);
    if (document?.kind !== "map") continue;
    isComponent ||= textAt(document, "kind") === "Component";
    await reader.add(includedBy(document));
  }
  let isOurs = kustomizations.length > 0;
  for (const file of isOurs ? [] : files) {
    const document = await reader.composition(file);
    if (document === undefined) continue;
    isOurs = true;
    if (document === "invalid") continue;
    await reader.add(importsOf(document));
    await reader.addEntries(entriesOf(document));
  }
  return isOurs ? { isComponent, directories: [...reader.directories] } : undefined;
}

class ReferenceReader {
  readonly directories = new Set<string>();
  readonly #tree: Tree;
  readonly #directory: string;
  readonly #limits: SearchLimits;

  constructor(tree: Tree, directory: string, limits: SearchLimits) {
    this.#tree = tree;
    this.#directory = directory;
    this.#limits = limits;
  }

  /** Adds the directories among these paths, and those of compositions that are named by their files. */
  async add(paths: Iterable<string>): Promise<void> {
    for (const path of paths) {
      const located = await this.#lookUp(path);
      if (located?.type === "directory") this.directories.add(located.path);
      else if (located !== undefined && COMPOSITION_FILE_NAMES.includes(posix.basename(path))) {
        this.directories.add(posix.dirname(located.path));
      }
    }
  }

  /** Adds what the entries of a composition include. An entry may be a file of entries. */
  async addEntries(entries: Iterable<MapNode | string>): Promise<void> {
    for (const entry of entries) {
      if (typeof entry !== "string") await this.add(includedByEntry(entry));
      else if ((await this.#lookUp(entry))?.type !== "file") await this.add([entry]);
      else {
        const documents = await this.#read(entry, (bytes, display) => parseResources(decodeText(bytes), display));
        for (const document of documents ?? []) if (document.kind === "map") await this.add(includedByEntry(document));
      }
    }
  }

  async #lookUp(path: string): Promise<{ readonly path: string; readonly type: string } | undefined> {
    // The build refuses paths above the top of the tree.
    if (isRemote(path) || posix.join(this.#directory.slice(1), path).startsWith("..")) return undefined;
    return this.#tree.lookup(posix.resolve(this.#directory, path));
  }

  /** The first document of a file. */
  document(file: string): Promise<Node | undefined> {
    return this.#read(file, (bytes, display) => parseConfig(decodeText(bytes), display));
  }

  composition(file: string): Promise<Node | "invalid" | undefined> {
    const unparsed = (bytes?: Uint8Array) => (bytes === undefined || mayBeComposition(bytes) ? "invalid" : undefined);
    return this.#read(file, compositionIn, unparsed);
  }

  /** @param unparsed the result for a file that exceeds the limits */
  async #read<T>(
    file: string,
    parse: (bytes: Uint8Array, display: string) => T,
    unparsed: (bytes?: Uint8Array) => T | undefined = () => undefined,
  ): Promise<T | undefined> {
    const limits = this.#limits;
    if (limits.read <= 0) return unparsed();
    const path = posix.resolve(this.#directory, file);
    const tooLarge = (): Error => failure("build-too-large", "there is not enough memory to read the file");
    const budget = openBudget({ memory: processPool().share(1), tooLarge, late: tooLarge });
    try {
      const bytes = await this.#tree.read(path);
      limits.read -= bytes.length;
      if (bytes.length > MAX_FILE) return unparsed(bytes);
      if (bytes.length > ORDINARY_FILE && (limits.parsed -= bytes.length) < 0) return unparsed(bytes);
      budget.claim();
      return parse(bytes, this.#tree.display(path));
    } catch (error) {
      // The build of this directory reports the error.
      if (error instanceof KrmError) return undefined;
      throw error;
    } finally {
      budget.close();
    }
  }
}

function textAt(document: MapNode, field: string): string {
  for (const { key, value } of document.entries) {
    if (key.kind === "scalar" && key.value.toLowerCase() === field && value.kind === "scalar") return value.value;
  }
  return "";
}
