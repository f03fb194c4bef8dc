/** The YAML files of a tree, and which of them hold a text. Strangers may have written them, so everything is bounded. */
import { getOrInsert } from "../../collections.ts";
import { KrmError } from "../../diagnostics.ts";
import { listYamlFiles, type YamlFileList } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { decodeText, type Node, parseResources } from "../../yaml/index.ts";

/** Files of more bytes are not read: manifests that people write have a few thousand. */
const MAX_FILE = 1 << 20;
/** The bytes of all files that are read. */
const MAX_READ = 2 ** 31;

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

/** The files that git does not ignore. */
export class YamlFiles {
  readonly #tree: Tree;
  readonly #paths: readonly string[];
  readonly #contents: KnownContents;
  readonly #isCutOff: boolean;
  /** True if the tree has files of jsonnet, which are none of these. */
  readonly hasJsonnet: boolean;
  readonly #large = new Set<string>();
  #left = MAX_READ;

  private constructor(tree: Tree, contents: KnownContents, { paths, isCutOff, jsonnet }: YamlFileList) {
    this.#tree = tree;
    this.hasJsonnet = jsonnet.length > 0;
    this.#paths = paths;
    this.#contents = contents;
    this.#isCutOff = isCutOff;
  }

  static async of(tree: Tree, contents = new KnownContents()): Promise<YamlFiles> {
    const list = await listYamlFiles(tree);
    await tree.prefetch?.([...list.paths, ...list.jsonnet]);
    return new YamlFiles(tree, contents, list);
  }

  /** True if some files are not looked at, because there are too many. */
  get isCutOff(): boolean {
    return this.#isCutOff || this.#left <= 0;
  }

  /** The files that are too large to be read, and begin an Application or an ApplicationSet of Argo CD; absolute within the tree. */
  get largeApplications(): ReadonlySet<string> {
    return this.#large;
  }

  /** The documents of a file, see {@link KnownContents.documents}. */
  documents(path: string): Promise<readonly Node[]> {
    return this.#contents.documents(this.#tree, path);
  }

  /** The files that hold all texts of a group, absolute within the tree and sorted, for each group. Reads each file once. */
  async holding(groups: readonly (readonly string[])[]): Promise<readonly (readonly string[])[]> {
    const found = groups.map((): string[] => []);
    for (const path of this.#paths) {
      const located = await this.#tree.lookup(path);
      if (located?.type !== "file") continue;
      let bytes: Promise<Buffer | undefined> | undefined;
      const read = () => (bytes ??= this.#read(located.path));
      for (const [index, texts] of groups.entries()) {
        let holds = true;
        for (const text of texts) holds &&= await this.#contents.holds(located.id, text, read);
        if (holds) found[index]?.push(path);
      }
    }
    return found;
  }

  /**
   * The files that may declare an object, absolute within the tree, by `KIND/NAME` as the files have them. Reads each file once.
   * Those that a build makes of others, such as with a prefix, are not there.
   */
  async declarations(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>();
    for (const path of this.#paths) {
      const located = await this.#tree.lookup(path);
      const bytes = located?.type === "file" ? await this.#read(located.path) : undefined;
      for (const declared of new Set(declarationsIn(bytes?.toString("utf8") ?? "")))
        getOrInsert(found, declared, (): string[] => []).push(path);
    }
    return found;
  }

  /** Undefined for a file that is too large, or cannot be read: a build that needs it reports that. */
  async #read(path: string): Promise<Buffer | undefined> {
    if (this.#left <= 0) return undefined;
    try {
      const bytes = await this.#tree.read(path);
      this.#left -= bytes.length;
      if (bytes.length > MAX_FILE) {
        if (holdsApplication(bytes)) this.#large.add(path);
        return undefined;
      }
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (thrown) {
      if (thrown instanceof KrmError) return undefined;
      throw thrown;
    }
  }
}

/** The most names of one document that may be that of its object: labels can stand before it. */
const MAX_NAMES = 4;

/** The kinds and names of objects, by the lines that YAML is written in: no file is parsed for them. */
function* declarationsIn(text: string): Iterable<string> {
  for (const document of text.split(/^---/m)) {
    const kind = /^kind:[ \t]*["']?([\w.-]+)/m.exec(document)?.[1];
    const start = document.search(/^metadata:/m);
    if (kind === undefined || start < 0) continue;
    let count = 0;
    for (const [, name] of document.slice(start).matchAll(/(?<=[\s{,])name:[ \t]*["']?([^\s"',}]+)/g)) {
      yield `${kind}/${name}`;
      if (++count === MAX_NAMES) break;
    }
  }
}

/** Tells whether a line begins an Application or an ApplicationSet: definitions of their kinds have it further right. */
function holdsApplication(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.indexOf("\nkind: Application") >= 0 || text.subarray(0, 17).equals(Buffer.from("kind: Application"));
}
