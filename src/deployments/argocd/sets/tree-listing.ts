/** The directories and files of a tree as git has them: links are not followed. Each directory is listed once. */
import { posix } from "node:path";
import { getOrInsert } from "../../../collections.ts";
import { failure } from "../../../diagnostics.ts";
import type { Tree, TreeEntry } from "../../../sources/tree.ts";
import { INVALID } from "./set-problems.ts";

export interface ListedEntry {
  /** Relative to the top of the tree. */
  readonly path: string;
  readonly name: string;
  /** `file` also for a link to a file; `other` for links to anything else, and for what is no file. */
  readonly type: "file" | "directory" | "submodule" | "other";
}

/** The most directories in one another, for trees on disk. */
const MAX_DEPTH = 200;
/**
 * The most directories, and ten times as many files. A repository that strangers wrote can have more than anybody can count: equal ones take
 * no room in it.
 */
const MAX_DIRECTORIES = 200_000;
const FILES_AS_DIRECTORY = 10;

/** The entries of the directories of one tree. The generators of a set share it. */
export class TreeListing {
  readonly tree: Tree;
  readonly #known = new Map<string, Promise<readonly ListedEntry[]>>();
  readonly #isIgnored = new Map<string, boolean>();
  #left = MAX_DIRECTORIES;

  constructor(tree: Tree) {
    this.tree = tree;
  }

  /** The entries of a directory, in the order of their names. @param directory relative to the top, `.` for the top; no link */
  entries(directory: string): Promise<readonly ListedEntry[]> {
    return getOrInsert(this.#known, directory, () => this.#list(directory));
  }

  /**
   * Goes through what is below a directory: names in their order, what is in a directory right behind it.
   * @param visit returns false for a directory whose content is not wanted
   */
  async walk(directory: string, visit: (entry: ListedEntry) => boolean): Promise<void> {
    for (const entry of await this.entries(directory))
      if (visit(entry) && entry.type === "directory" && entry.path.split("/").length < MAX_DEPTH)
        await this.walk(entry.path, visit);
  }

  /** The type of a path if git has it without following a link. */
  async typeOf(path: string): Promise<ListedEntry["type"] | undefined> {
    if (path === ".") return "directory";
    for (const above of parentsOf(path)) {
      const siblings = await this.entries(posix.dirname(above));
      const found = siblings.find(({ name }) => name === posix.basename(above));
      if (above === path) return found?.type;
      if (found?.type !== "directory") return undefined;
    }
    return undefined;
  }

  /** The paths of files that git does not ignore. */
  async tracked(paths: readonly string[]): Promise<readonly string[]> {
    const { ignored } = this.tree;
    if (ignored === undefined) return paths;
    const asked = paths.filter((path) => !this.#isIgnored.has(path));
    const found = await ignored.call(this.tree, asked.map(absolute));
    for (const path of asked) this.#isIgnored.set(path, found.has(absolute(path)));
    return paths.filter((path) => this.#isIgnored.get(path) === false);
  }

  /** @throws KrmError `argocd-set-invalid` */
  #count(type: TreeEntry["type"]): void {
    this.#left -= type === "file" ? 1 / FILES_AS_DIRECTORY : 1;
    if (this.#left >= 0) return;
    throw failure(INVALID, `a git generator goes through too many files and directories of ${this.tree.label}`, {
      hint: "Write patterns that begin with the directory that they are about.",
    });
  }

  async #list(directory: string): Promise<readonly ListedEntry[]> {
    const at = absolute(directory);
    const located = await this.tree.lookup(at);
    if (located?.type !== "directory" || located.path !== at) return [];
    const listed: ListedEntry[] = [];
    for (const { name, type, lost } of await this.tree.list(at)) {
      this.#count(type);
      // A name that is no UTF-8 is in no pattern.
      if (name === ".git" || lost !== undefined) continue;
      const path = posix.join(directory, name);
      if (type === "file") {
        listed.push({ path, name, type });
        continue;
      }
      const found = await this.tree.lookup(absolute(path));
      const isDirectory = type === "directory" && found?.path === absolute(path);
      listed.push({ path, name, type: isDirectory ? "directory" : found?.isSubmodule ? "submodule" : "other" });
    }
    return listed;
  }
}

/** A path within a tree. @param path relative to its top */
export function absolute(path: string): string {
  return posix.join("/", path);
}

/** `a`, `a/b` and `a/b/c` of `a/b/c` */
function parentsOf(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}
