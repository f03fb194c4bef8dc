/** Finds the paths at which two trees differ, by ids: no content is read, and no equal directory is entered. */
import { compareBytewise } from "../text/index.ts";
import { childOf } from "./paths.ts";
import type { StoredEntry, StoredTree, Tree } from "./tree.ts";

/** A file, a link or a submodule that only one of two trees has, or that differs in content, mode or type. */
export interface ChangedPath {
  /** Absolute within the trees; no link is followed. */
  readonly path: string;
  readonly op: "added" | "removed" | "changed";
  /** A link or a submodule on one of the sides: builds can reach it by other paths. */
  readonly isSpecial?: true;
}

/**
 * The most paths that are returned. Two commits differ in few files; a pull request can differ in any number at no cost, since
 * a directory can refer to one tree many times.
 */
const MAX_CHANGED = 200_000;
/** The most directories that are compared, for the same reason. */
const MAX_COMPARED = 200_000;

/**
 * The paths at which two trees differ, in bytewise order of the segments. A directory is never one of them: what lies below
 * it is, so one that becomes a file is a file that was added, and files that were removed.
 * @returns undefined if it cannot be known cheaply: a tree lacks ids, or too much differs
 */
export async function changedPaths(base: Tree, head: Tree): Promise<readonly ChangedPath[] | undefined> {
  if (base.stored === undefined || head.stored === undefined) return undefined;
  const comparison = new Comparison(base.stored, head.stored);
  await comparison.compare("/");
  return comparison.isComplete ? comparison.changes : undefined;
}

class Comparison {
  readonly changes: ChangedPath[] = [];
  readonly #base: StoredTree;
  readonly #head: StoredTree;
  #compared = 0;

  constructor(base: StoredTree, head: StoredTree) {
    this.#base = base;
    this.#head = head;
  }

  get isComplete(): boolean {
    return this.changes.length <= MAX_CHANGED && this.#compared <= MAX_COMPARED;
  }

  /** Compares directories, of which one may be missing. */
  async compare(path: string, sides: "both" | "base" | "head" = "both"): Promise<void> {
    this.#compared++;
    if (!this.isComplete) return;
    const [before = NONE, after = NONE] = await Promise.all([
      sides === "head" ? NONE : this.#base.entries(path),
      sides === "base" ? NONE : this.#head.entries(path),
    ]);
    for (const name of namesOf(before, after)) {
      const [old, now] = [before.get(name), after.get(name)];
      if (old !== undefined && now !== undefined && isEqual(old, now)) continue;
      await this.#add(childOf(path, name), old, now);
      if (!this.isComplete) return;
    }
  }

  async #add(path: string, old: StoredEntry | undefined, now: StoredEntry | undefined): Promise<void> {
    const [wasDirectory, isDirectory] = [old?.type === "directory", now?.type === "directory"];
    const [wasLeaf, isLeaf] = [old !== undefined && !wasDirectory, now !== undefined && !isDirectory];
    if (wasLeaf || isLeaf) {
      const isSpecial = [old, now].some((entry) => entry?.type === "link" || entry?.type === "other");
      const op = wasLeaf && isLeaf ? "changed" : isLeaf ? "added" : "removed";
      this.changes.push({ path, op, ...(isSpecial && { isSpecial }) });
    }
    if (wasDirectory || isDirectory) {
      await this.compare(path, wasDirectory && isDirectory ? "both" : wasDirectory ? "base" : "head");
    }
  }
}

const NONE: ReadonlyMap<string, StoredEntry> = new Map();

function isEqual(one: StoredEntry, other: StoredEntry): boolean {
  return one.id === other.id && one.type === other.type && one.executable === other.executable;
}

/** The names of both sides, each once. Those of one side are in order. */
function namesOf(before: ReadonlyMap<string, StoredEntry>, after: ReadonlyMap<string, StoredEntry>): readonly string[] {
  const added = [...after.keys()].filter((name) => !before.has(name));
  if (added.length === 0) return [...before.keys()];
  return [...before.keys(), ...added].sort(compareBytewise);
}
