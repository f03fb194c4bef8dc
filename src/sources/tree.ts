/** A tree of files: a directory on disk, or a git revision. The engine reads files through trees only. */
export interface TreeEntry {
  readonly name: string;
  /** The type after symlinks are followed. `other` for sockets, submodules, and links that dangle or leave the tree. */
  readonly type: "file" | "directory" | "other";
  /** Set for executable files of trees that are not on disk. */
  readonly executable?: true | undefined;
  /** Set if the name is no UTF-8. It has U+FFFD in it, the type is `other`, and it cannot be looked up. */
  readonly lost?: LostEntry | undefined;
}

/** An entry that has no path, because its name is no UTF-8. */
export interface LostEntry {
  /** The name for people: other bytes than printable ASCII are escaped, as in `caf\xe9`. */
  readonly shown: string;
  readonly type: "file" | "directory" | "other";
  /** Tells whether a file below the directory has one of these names. True also if there are too many directories to search. */
  holds(names: ReadonlySet<string>): Promise<boolean>;
}

export interface Located {
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
  readonly type: "file" | "directory" | "other";
  /** Identifies the content: equal ids mean equal bytes, in all trees. Absent if the tree cannot compute it cheaply. */
  readonly id?: string | undefined;
  /** Set for the directory of a submodule whose files the tree does not have. Its type is `other`. */
  readonly isSubmodule?: true | undefined;
}

/** An entry as it is stored, before links are followed. */
export interface StoredEntry {
  /** `other` for submodules, and for names that are no UTF-8. */
  readonly type: "file" | "directory" | "link" | "other";
  /** Equal ids mean an equal content, for directories of everything below: but not of what links in them lead to. */
  readonly id: string;
  readonly executable?: true | undefined;
}

/** The entry that a path leads to, and the way there. */
export interface Followed {
  /**
   * The paths of the links that were followed, and where the way ends or breaks off; each is free of symlinks. What is found
   * there depends on nothing else.
   */
  readonly visited: readonly string[];
  /** The result of {@link Tree.lookup}. */
  readonly located: Located | undefined;
}

/** The content of a tree by its ids: to find out cheaply where two trees differ. */
export interface StoredTree {
  /** The entries of a directory, by name. Undefined if there is none. @param path free of symlinks */
  entries(path: string): Promise<ReadonlyMap<string, StoredEntry> | undefined>;
  /** Follows a path as {@link Tree.lookup} does. */
  follow(path: string): Promise<Followed>;
}

/** The questions that were asked of a tree, see {@link ./recorded-tree.ts}. */
export interface TreeRecord {
  /** The tree that answered. */
  readonly tree: Tree;
  /** The paths that were looked up or read, without those of included records. */
  readonly lookups: ReadonlySet<string>;
  /** The directories that were listed, without those of included records. */
  readonly lists: ReadonlySet<string>;
  /** The reasons why the record is incomplete, such as programs that may read more. */
  readonly gaps: ReadonlySet<string>;
  /** Makes the record count as different from all trees. @param reason in a few words */
  markIncomplete(reason: string): void;
  /** Adds what shared work asked. */
  include(record: TreeRecord): void;
  /** This record and all that it includes, each once. */
  all(): Iterable<TreeRecord>;
}

/** The commit that a tree was fetched from. */
export interface FetchedFrom {
  /** The address of the repository, as {@link ./remote/git-url.ts} reads it. */
  readonly repository: string;
  /** The branch, tag or commit that was asked for. */
  readonly ref: string | undefined;
  /** The full id of the commit. */
  readonly sha: string;
}

/**
 * Paths are POSIX, absolute within the tree (`/apps/web`), normalised, without a trailing slash; the top is `/`.
 * Trees do not change while they are read.
 */
export interface Tree {
  /** The name of the tree in messages: `the working tree`, or a revision such as `main (1a2b3c4)`. */
  readonly label: string;
  /** For trees on disk, the directory of this machine that is the top. The tree path `/a` is at this path + `/a`. */
  readonly directory: string | undefined;
  /** For trees that were fetched from another repository. */
  readonly commit?: FetchedFrom | undefined;
  /** Set while the questions that are asked of the tree are recorded. */
  readonly record?: TreeRecord | undefined;
  /** Absent for trees that do not know the ids of their directories, such as those on disk. */
  readonly stored?: StoredTree | undefined;
  /** Follows symlinks. Undefined if nothing exists there, or a link dangles, loops or leaves the tree. */
  lookup(path: string): Promise<Located | undefined>;
  /** The bytes of a file. They are shared: do not write to them. @throws KrmError `file-not-found`, `not-a-file` */
  read(path: string): Promise<Uint8Array>;
  /** The entries of a directory, sorted bytewise by name. @throws KrmError `directory-not-found`, `not-a-directory` */
  list(path: string): Promise<readonly TreeEntry[]>;
  /** Tells whether the tree may lack files, so that it pays to {@link prefetch} them. Absent if it has everything. */
  readonly isPartial?: (() => Promise<boolean>) | undefined;
  /**
   * Fetches what the tree lacks of these files, and of all below these directories, in one request: reading what a partial
   * clone lacks takes a request for each file. Paths that lead to nothing are no error, nor is what cannot be fetched: reading
   * it is one. Absent if the tree has everything.
   */
  readonly prefetch?: ((paths: readonly string[]) => Promise<void>) | undefined;
  /**
   * The paths of files among these that git neither tracks nor would add. Absent if git has no say: for other trees, every
   * file counts.
   */
  readonly ignored?: ((paths: readonly string[]) => Promise<ReadonlySet<string>>) | undefined;
  /** The path as messages show it: relative to the repository or the working directory. `.` for the top. */
  display(path: string): string;
}
