/**
 * The dependencies of the directories of one tree. A build reads in and below the directories that it reaches, and looks for what
 * these name elsewhere; links lead further. So all of that is a dependency, and what may read more is in doubt.
 */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import { COMPOSITION_FILE_NAMES } from "../documents/index.ts";
import { isRemote, KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import type { Located, StoredEntry, StoredTree, Tree } from "../sources/tree.ts";
import { resolvedFrom } from "./included-directories.ts";
import type { Role } from "./mentions.ts";
import { PathIndex } from "./path-index.ts";
import { FETCHED, type UnboundProgram } from "./programs.ts";
import { type RootFile, type RootFiles } from "./root-files.ts";

/** The most directories of one tree that are searched for links; see `MAX_DIRECTORIES` of discovery. */
const MAX_DIRECTORIES = 200_000;
/** The most files of configs that are read for one directory. */
const MAX_CONFIGS = 1000;
/** The most links of one tree. */
const MAX_LINKS = 100_000;

/** A directory, or a link. */
export interface GraphNode {
  /** Absolute within the tree. A directory depends on all that lies below it. */
  readonly path: string;
  readonly isLink: boolean;
  /** The directories that a build of it reaches. */
  readonly reaches: Set<GraphNode>;
  /** Paths at which a build finds that there is a directory, and goes no further. */
  readonly presences: string[];
  /** The files that it names, and the directories of charts. */
  readonly files: Set<string>;
  /** Why it may depend on everything, in a few words. */
  doubt: string | undefined;
}

/** Which programs a build may run. */
export interface ProgramRules {
  /** True if functions may be executables that their configs name. Default true. */
  readonly executables?: boolean;
  /** True if plugins may be installed on the machine. Default true. */
  readonly plugins?: boolean;
  /** The catalogs in the trees that functions are looked for in, beside those that are listed; absolute within the trees. */
  readonly catalogs?: readonly string[];
}

export class Graph {
  readonly tree: Tree;
  /** The nodes by what they depend on. */
  readonly index = new PathIndex<GraphNode>();
  readonly #stored: StoredTree;
  readonly #files: RootFiles;
  readonly #nodes = new Map<string, GraphNode>();
  readonly #waiting: GraphNode[] = [];
  /** Directories in and below which all links are known. */
  readonly #searched = new Set<string>();
  readonly #withoutLinks: Set<string>;
  readonly #programs: ProgramRules;
  #links = 0;
  #isTooLarge = false;

  /**
   * @param withoutLinks the ids of directories below which there is no link; may be shared with other graphs
   */
  constructor(tree: Tree, files: RootFiles, withoutLinks: Set<string>, programs: ProgramRules = {}) {
    if (tree.stored === undefined) throw new Error("the tree does not know its ids");
    this.tree = tree;
    this.#stored = tree.stored;
    this.#files = files;
    this.#withoutLinks = withoutLinks;
    this.#programs = programs;
  }

  /** Why every target may depend on everything, in a few words. */
  get doubt(): string | undefined {
    return this.#isTooLarge ? "there are too many directories and links" : undefined;
  }

  get nodes(): Iterable<GraphNode> {
    return this.#nodes.values();
  }

  /** Returns the files that builds of some targets read beside the kustomizations, and the directories of charts. */
  filesOf(targets: Iterable<GraphNode>): readonly string[] {
    const files = new Set<string>();
    const reached = new Set(targets);
    // Iterating over a set visits elements that are added meanwhile.
    for (const node of reached) {
      for (const file of node.files) files.add(file);
      for (const next of node.reaches) reached.add(next);
    }
    return [...files];
  }

  /** The node of a target, with all that it depends on. @param directory absolute within the tree */
  async add(directory: string): Promise<GraphNode> {
    const node = this.#directory(directory);
    await this.#followOutside(node, directory);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) await this.#read(next);
    return node;
  }

  /** A node that reaches several directories and files, of what is no directory itself. @param id no path */
  async addTogether(id: string, paths: readonly string[]): Promise<GraphNode> {
    const node = nodeAt(paths[0] ?? "/", false);
    for (const path of paths) node.reaches.add(await this.add(path));
    this.#nodes.set(id, node);
    return node;
  }

  #directory(path: string): GraphNode {
    return getOrInsert(this.#nodes, path, () => {
      const node = nodeAt(path, false);
      this.index.add(path, node);
      this.#waiting.push(node);
      return node;
    });
  }

  async #read(node: GraphNode): Promise<void> {
    const entries = await this.#stored.entries(node.path);
    if (entries === undefined) return;
    await this.#searchLinks(node.path, entries);
    const names = new RootNames(node, entries);
    for (const [name, role] of ROOT_FILES) {
      if (!entries.has(name)) continue;
      const file = await this.#files.file(this.tree, posix.join(node.path, name), role);
      if (file?.isOurs) await this.#addFile(names, file, role);
    }
  }

  /** Adds what a file names, by paths that are relative to the directory of a node. */
  async #addFile(names: RootNames, file: RootFile, role: Role): Promise<void> {
    const { node } = names;
    if (file.problem !== undefined) node.doubt ??= `${this.tree.display(node.path)}: ${file.problem}`;
    for (const program of file.mentions.programs.values()) await this.#addProgram(names, program);
    const rolesOfConfigs: Role = role === "composition" || role === "entries" ? "entries" : "configs";
    for (const text of file.mentions.paths) {
      await this.#addMention(names, text, file.mentions.configs.has(text) ? rolesOfConfigs : undefined);
    }
    for (const text of file.mentions.catalogs) {
      const path = resolvedFrom(node.path, text);
      if (path !== undefined) await this.#addCatalog(names, path);
    }
    for (const text of file.mentions.charts) {
      const path = resolvedFrom(node.path, text);
      const located = path === undefined ? undefined : await this.#followOutside(node, path);
      if (located?.type === "directory") node.files.add(located.path);
    }
  }

  async #addProgram(names: RootNames, { kind, reason }: UnboundProgram): Promise<void> {
    const { executables = true, plugins = true, catalogs = [] } = this.#programs;
    const isPossible = { executable: executables, mounts: true, elsewhere: plugins, fetched: true };
    if (isPossible[kind]) names.node.doubt ??= reason;
    for (const path of catalogs) await this.#addCatalog(names, path);
  }

  /** Adds a catalog and the programs that it names by paths, which are relative to it. */
  async #addCatalog(names: RootNames, path: string): Promise<void> {
    if (!names.isNewConfig(path)) return;
    const located = await this.#followOutside(names.node, path);
    if (located?.type !== "file") return;
    const file = await this.#files.file(this.tree, located.path, "catalog");
    for (const text of file?.mentions.paths ?? []) {
      const program = resolvedFrom(posix.dirname(located.path), text.replace(/#.*$/s, ""));
      if (program !== undefined) await this.#addPlace(names.node, program);
    }
  }

  /** @param role that of the configs, if the text is listed as one */
  async #addMention(names: RootNames, text: string, role: Role | undefined): Promise<void> {
    const { node } = names;
    if (names.lacks(text)) return;
    const path = resolvedFrom(node.path, text);
    if (path === undefined || !names.isNew(path, role)) return;
    if (COMPOSITION_FILE_NAMES.includes(posix.basename(path)) && path !== "/") {
      await this.#addMention(names, posix.join(text, ".."), undefined);
    }
    // Directories are not entered by absolute paths, which often mean something else.
    const isAbsolute = text.startsWith("/");
    const located = isAbsolute ? await this.#addPlace(node, path) : await this.#followOutside(node, path);
    if (located?.type === "file") node.files.add(located.path);
    if (role !== undefined) await this.#addConfigs(names, located?.path ?? path, located?.type, role);
  }

  /** Adds a path that is not entered if it is a directory. */
  async #addPlace(node: GraphNode, path: string): Promise<Located | undefined> {
    const located = await this.tree.lookup(path);
    if (located?.type !== "directory") return this.#followOutside(node, path);
    node.presences.push(path);
    return undefined;
  }

  /** Follows a path. Files below the directory of the node are its own; on the way to anything else, each link counts. */
  async #followOutside(node: GraphNode, path: string): Promise<Located | undefined> {
    const { visited, located } = await this.#stored.follow(path);
    for (const each of visited) if (!isIn(node.path, each)) this.index.add(each, node);
    if (located?.type === "directory" && located.path !== node.path) node.reaches.add(this.#directory(located.path));
    return located;
  }

  /** Adds what listed configs name: those of a file, or those that a directory makes. */
  async #addConfigs(names: RootNames, path: string, type: string | undefined, role: Role): Promise<void> {
    const { node } = names;
    if (++names.configs > MAX_CONFIGS) {
      node.doubt ??= `it lists more than ${MAX_CONFIGS} files of configs`;
      return;
    }
    if (type === "file") {
      const file = await this.#files.file(this.tree, path, role);
      if (file !== undefined) await this.#addFile(names, file, role);
    }
    if (type !== "directory") return;
    for (const [name, roleOfFile] of ROOT_FILES) {
      const file = await this.#files.file(this.tree, posix.join(path, name), roleOfFile);
      // A composition runs in its own directory.
      if (file === undefined || !file.isOurs || roleOfFile === "composition") continue;
      if (!file.isPlain) node.doubt ??= `its configs are made by ${this.tree.display(path)}`;
      for (const text of file.mentions.paths) {
        if (isRemote(text)) node.doubt ??= FETCHED.reason;
        const inner = resolvedFrom(path, text);
        const located = inner === undefined ? undefined : await this.tree.lookup(inner);
        if (located === undefined || !names.isNewConfig(located.path)) continue;
        await this.#addConfigs(names, located.path, located.type, role);
      }
    }
  }

  /**
   * Makes nodes of the links in and below a directory. What a link leads to counts for all that contains the link.
   * @returns whether there may be links
   */
  async #searchLinks(directory: string, entries: ReadonlyMap<string, StoredEntry>): Promise<boolean> {
    if (this.#searched.has(directory)) return true;
    this.#searched.add(directory);
    if (this.#searched.size > MAX_DIRECTORIES || this.#links > MAX_LINKS) this.#isTooLarge = true;
    if (this.#isTooLarge) return true;
    let hasLinks = false;
    for (const [name, { type, id }] of entries) {
      const path = posix.join(directory, name);
      if (type === "link") await this.#addLink(path);
      const inner = type === "directory" && !this.#withoutLinks.has(id) ? await this.#stored.entries(path) : undefined;
      const mayBelow = inner !== undefined && (await this.#searchLinks(path, inner));
      if (inner !== undefined && !mayBelow) this.#withoutLinks.add(id);
      hasLinks ||= type === "link" || mayBelow;
    }
    return hasLinks;
  }

  async #addLink(path: string): Promise<void> {
    this.#links++;
    const link = nodeAt(path, true);
    this.#nodes.set(`link ${path}`, link);
    const { visited, located } = await this.#stored.follow(path);
    for (const each of visited) if (each !== path) this.index.add(each, link);
    const entries = located?.type === "directory" ? await this.#stored.entries(located.path) : undefined;
    if (entries !== undefined && located !== undefined) await this.#searchLinks(located.path, entries);
  }
}

const ROOT_FILES: readonly (readonly [name: string, role: Role])[] = [
  ...KUSTOMIZATION_FILE_NAMES.map((name) => [name, "kustomization"] as const),
  ...COMPOSITION_FILE_NAMES.map((name) => [name, "composition"] as const),
];

/** The paths that a directory names, each once. */
class RootNames {
  readonly node: GraphNode;
  configs = 0;
  readonly #entries: ReadonlyMap<string, StoredEntry>;
  readonly #seen = new Set<string>();

  constructor(node: GraphNode, entries: ReadonlyMap<string, StoredEntry>) {
    this.node = node;
    this.#entries = entries;
  }

  /** Tells whether a text is the name of an entry that the directory does not have. Most texts are. */
  lacks(text: string): boolean {
    return text !== "" && text !== "." && text !== ".." && !text.includes("/") && !this.#entries.has(text);
  }

  /** False also for what the directory does not have, since it depends on its own entries anyway. */
  isNew(path: string, role: Role | undefined): boolean {
    const top = this.node.path;
    if (isIn(top, path)) {
      const [name = ""] = path.slice(top === "/" ? 1 : top.length + 1).split("/");
      if (name !== "" && !this.#entries.has(name)) return false;
    }
    return this.#isFirst(`${role ?? ""} ${path}`);
  }

  /** @param path of a file or directory that makes configs */
  isNewConfig(path: string): boolean {
    return this.#isFirst(`made ${path}`);
  }

  #isFirst(key: string): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}

function nodeAt(path: string, isLink: boolean): GraphNode {
  return { path, isLink, reaches: new Set(), presences: [], files: new Set(), doubt: undefined };
}

/** Tells whether a path is a directory or below it. */
function isIn(directory: string, path: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}
