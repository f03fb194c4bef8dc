/** A tree of files at one moment: the disk, or any git revision. The engine reads nothing else. */

export interface TreeEntry {
  readonly name: string;
  /** What the entry is after symlinks were followed; `other` for sockets, submodules and dangling or forbidden links. */
  readonly type: "file" | "directory" | "other";
  /** Whether a file of a tree that is on no disk is a program; on disk the file itself tells. */
  readonly executable?: true | undefined;
}

export interface Located {
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
  readonly type: "file" | "directory" | "other";
  /** Names the content: equal ids mean equal bytes, in this tree and others. Absent where the tree cannot tell cheaply. */
  readonly id?: string | undefined;
}

/**
 * Paths are POSIX, absolute within the tree (`/apps/web`), normalised, without a trailing slash; the top is `/`.
 * Trees never change while they are read, and never write.
 */
export interface Tree {
  /** Says which tree this is in messages: `the working tree`, or a revision such as `main (1a2b3c4)`. */
  readonly label: string;
  /** The directory of this machine that is the top, for trees that are on disk: `/a` is what is at this path + `/a`. */
  readonly directory: string | undefined;
  /** Follows symlinks. Undefined when nothing is there, when a link dangles or loops, or when it leaves the tree. */
  lookup(path: string): Promise<Located | undefined>;
  /** The bytes of a file, shared and not to be written to. Throws a KrmError `file-not-found` or `not-a-file`. */
  read(path: string): Promise<Uint8Array>;
  /** The entries of a directory, sorted bytewise by name. Throws a KrmError `directory-not-found` or `not-a-directory`. */
  list(path: string): Promise<readonly TreeEntry[]>;
  /** The path as a user would write it: relative to the repository or the working directory. `.` for the top. */
  display(path: string): string;
}
