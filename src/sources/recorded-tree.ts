/** Records what is asked of a tree, to find out later whether another tree would answer the same. */
import { once } from "../store/index.ts";
import type { Located, Tree, TreeEntry, TreeRecord } from "./tree.ts";

/**
 * Work that several builds share has a record of its own, which each of them includes: so no build depends on something that
 * is not in its record, and nothing is written down twice.
 */
class Recording implements TreeRecord {
  readonly tree: Tree;
  readonly lookups = new Set<string>();
  readonly lists = new Set<string>();
  readonly gaps = new Set<string>();
  readonly included = new Set<TreeRecord>();

  constructor(tree: Tree) {
    this.tree = tree;
  }

  markIncomplete(reason: string): void {
    this.gaps.add(reason);
  }

  include(record: TreeRecord): void {
    if (record !== this) this.included.add(record);
  }

  all(): Iterable<TreeRecord> {
    const found = new Set<TreeRecord>([this]);
    // Iterating over a set visits elements that are added meanwhile.
    for (const record of found) if (record instanceof Recording) for (const each of record.included) found.add(each);
    return found;
  }
}

export interface RecordedTree extends Tree {
  readonly record: TreeRecord;
}

/** The same tree, with a new record of what is asked of it. */
export function recordedTree(tree: Tree): RecordedTree {
  const original = originalOf(tree);
  const record = new Recording(original);
  return {
    label: original.label,
    directory: original.directory,
    commit: original.commit,
    record,
    async lookup(path) {
      record.lookups.add(path);
      const located = await original.lookup(path);
      // Whatever is parsed already is not read again by the path that it has itself.
      if (located !== undefined && located.path !== path) record.lookups.add(located.path);
      return located;
    },
    read(path) {
      record.lookups.add(path);
      return original.read(path);
    },
    list(path) {
      record.lists.add(path);
      return original.list(path);
    },
    display: (path) => original.display(path),
  };
}

/** The tree itself, without a record. Equal for all recorded trees of one tree. */
export function originalOf(tree: Tree): Tree {
  return tree.record?.tree ?? tree;
}

/**
 * For work that several builds share: the tree with a record of its own if `tree` is recorded, which then includes it; else
 * the tree itself.
 */
export function recordedApart(tree: Tree): Tree {
  if (tree.record === undefined) return tree;
  const apart = recordedTree(tree);
  tree.record.include(apart.record);
  return apart;
}

/** Notes that work on one tree has used shared work, of which this is the record. */
export function includeRecord(tree: Tree, shared: TreeRecord | undefined): void {
  if (shared !== undefined) tree.record?.include(shared);
}

type Answers = Map<string, boolean>;

/** The answers that two trees give to the same question: true if they are equal. Each path is compared once for all records. */
const compared = new WeakMap<Tree, WeakMap<Tree, Answers>>();

/**
 * Tells whether another tree answers everything in a record as the tree of the record did. Then a build of it gives the same.
 * Files are compared by their ids; no content is read.
 */
export async function answersEqually(record: TreeRecord, other: Tree): Promise<boolean> {
  const that = originalOf(other);
  if (that === record.tree) return true;
  for (const { gaps } of record.all()) if (gaps.size > 0) return false;
  const ofTree = once(compared, record.tree, () => new WeakMap<Tree, Answers>());
  const answers = once(ofTree, that, () => new Map<string, boolean>());

  async function compare<T>(key: string, asked: Promise<[T, T]>, isSame: (one: T, other: T) => boolean) {
    const both = await asked.catch(() => undefined);
    // An answer that is an error is not compared.
    const isEqual = both !== undefined && isSame(...both);
    answers.set(key, isEqual);
    return isEqual;
  }

  for (const { tree, lookups, lists } of record.all()) {
    for (const path of lookups) {
      const known = answers.get(path);
      if (!(known ?? (await compare(path, Promise.all([tree.lookup(path), that.lookup(path)]), isSameEntry))))
        return false;
    }
    for (const path of lists) {
      const key = LIST + path;
      const known = answers.get(key);
      if (!(known ?? (await compare(key, Promise.all([tree.list(path), that.list(path)]), isSameList)))) return false;
    }
  }
  return true;
}

/** Separates lists from lookups among the answers: no path begins with it. */
const LIST = "list ";

function isSameEntry(one: Located | undefined, other: Located | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  // A file without an id is not known to be the same.
  if (one.type === "file" && one.id === undefined) return false;
  return (
    one.path === other.path && one.type === other.type && one.id === other.id && one.isSubmodule === other.isSubmodule
  );
}

function isSameList(one: readonly TreeEntry[], other: readonly TreeEntry[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ name, type, executable }, index) => {
    const entry = other[index];
    return entry?.name === name && entry.type === type && entry.executable === executable;
  });
}
