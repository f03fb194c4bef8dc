/** The YAML files of a tree, and which of them hold a text. Strangers may have written them, so everything is bounded. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { KrmError } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import { compareBytewise } from "../../text/index.ts";
import { decodeText, type Node, parseResources } from "../../yaml/index.ts";

/** Files of more bytes are not read: manifests that people write have a few thousand. */
const MAX_FILE = 1 << 20;
/** A hostile repository can have any number of directories at no cost. */
const MAX_LISTED = 200_000;
/** The bytes of all files that are read. */
const MAX_READ = 2 ** 31;
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Remembers facts about contents by their ids, for both sides of a comparison: most of their files are equal. */
export class KnownContents {
  readonly #known = new Map<string, Map<string, boolean>>();
  readonly #documents = new Map<string, Promise<readonly Node[]>>();

  /** The documents of a file; none of one with mistakes, such as a template. @param path absolute within the tree */
  async documents(tree: Tree, path: string): Promise<readonly Node[]> {
    const id = (await tree.lookup(path))?.id;
    const display = tree.display(path);
    if (id === undefined) return documentsOf(tree, path, display);
    return getOrInsert(this.#documents, `${id} ${display}`, () => documentsOf(tree, path, display));
  }

  /** Tells whether a content holds a text. @param id of the content; undefined where it has none */
  async holds(id: string | undefined, text: string, read: () => Promise<Buffer | undefined>): Promise<boolean> {
    const find = async (): Promise<boolean> => (await read())?.includes(text) ?? false;
    if (id === undefined) return find();
    const known = getOrInsert(this.#known, text, () => new Map<string, boolean>());
    let holds = known.get(id);
    if (holds === undefined) known.set(id, (holds = await find()));
    return holds;
  }
}

async function documentsOf(tree: Tree, path: string, display: string): Promise<readonly Node[]> {
  try {
    return parseResources(decodeText(await tree.read(path), display), display);
  } catch (thrown) {
    if (thrown instanceof KrmError) return [];
    throw thrown;
  }
}

export class YamlFiles {
  readonly #tree: Tree;
  readonly #paths: readonly string[];
  readonly #contents: KnownContents;
  #left = MAX_READ;

  private constructor(tree: Tree, paths: readonly string[], contents: KnownContents) {
    this.#tree = tree;
    this.#paths = paths;
    this.#contents = contents;
  }

  /** Lists the files that git does not ignore. Does not enter symbolic links. */
  static async of(tree: Tree, contents = new KnownContents()): Promise<YamlFiles> {
    const directories = new Set(["/"]);
    const paths: string[] = [];
    // Iterating over a set visits elements that are added meanwhile.
    for (const directory of directories) {
      for (const { name, type } of await tree.list(directory)) {
        if (directories.size + paths.length >= MAX_LISTED) break;
        const path = posix.join(directory, name);
        if (type === "file" && /\.ya?ml$/.test(name)) paths.push(path);
        const isOwn = type === "directory" && !SKIPPED.has(name) && (await tree.lookup(path))?.path === path;
        if (isOwn) directories.add(path);
      }
    }
    const ignored = (await tree.ignored?.(paths)) ?? new Set<string>();
    const kept = paths.filter((path) => !ignored.has(path)).sort(compareBytewise);
    await tree.prefetch?.(kept);
    return new YamlFiles(tree, kept, contents);
  }

  /** The documents of a file, see {@link KnownContents.documents}. */
  documents(path: string): Promise<readonly Node[]> {
    return this.#contents.documents(this.#tree, path);
  }

  /** The files that hold all of the texts, absolute within the tree and sorted. */
  async holding(...texts: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const path of this.#paths) if (await this.#holds(path, texts)) found.push(path);
    return found;
  }

  async #holds(path: string, texts: readonly string[]): Promise<boolean> {
    const located = await this.#tree.lookup(path);
    if (located?.type !== "file") return false;
    let bytes: Promise<Buffer | undefined> | undefined;
    const read = () => (bytes ??= this.#read(located.path));
    for (const text of texts) if (!(await this.#contents.holds(located.id, text, read))) return false;
    return true;
  }

  /** Undefined for a file that is too large, or cannot be read: a build that needs it reports that. */
  async #read(path: string): Promise<Buffer | undefined> {
    if (this.#left <= 0) return undefined;
    try {
      const bytes = await this.#tree.read(path);
      this.#left -= bytes.length;
      if (bytes.length > MAX_FILE) return undefined;
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (thrown) {
      if (thrown instanceof KrmError) return undefined;
      throw thrown;
    }
  }
}
