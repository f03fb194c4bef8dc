/** Directories of this machine as trees. */
import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { checkRoom } from "../budget/index.ts";
import { failure } from "../diagnostics.ts";
import { compareBytewise } from "../text/index.ts";
import {
  assertNormalised,
  childOf,
  escapedName,
  MAX_PATH_LENGTH,
  MAX_SEARCHED,
  nameOf,
  parentOf,
  relativeToTop,
} from "./paths.ts";
import type { Located, LostEntry, Tree, TreeEntry } from "./tree.ts";
import { MAX_FILE_BYTES, requireDirectory, requireFile, tooLarge, unreadable } from "./tree-problems.ts";

/** The name of the working tree in messages. */
export const WORKING_TREE = "the working tree";

export interface DiskTreeOptions {
  /** The form of a path in messages. Default: relative to the root. */
  readonly display?: (path: string) => string;
  /** The name of the tree in messages. Default: `the working tree`. */
  readonly label?: string;
  /** A name, in lower case. Entries of this name are left out at every depth, also if a symlink leads to them. */
  readonly hidden?: string;
}

interface Found extends Located {
  readonly size: number;
}

/**
 * Opens the directory `root` (absolute) as a tree: the tree path `/a` is `root` + `/a`. With the root `/`, tree paths are
 * the paths of the machine. Symlinks are followed inside the root; a link that leaves it leads to nothing.
 *
 * File system calls are synchronous: for many small reads that is several times faster than the thread pool. A large file is
 * read only if the running build has room for it.
 * @throws KrmError `directory-not-found` or `not-a-directory` for the root
 */
export function diskTree(root: string, options: DiskTreeOptions = {}): Tree {
  const label = options.label ?? WORKING_TREE;
  const display = options.display ?? relativeToTop;
  const hidden = options.hidden;
  const place = { label, display };
  const top = realRoot(root);
  const prefix = top === "/" ? "" : top;
  const found = new Map<string, Found | undefined>([["/", { path: "/", type: "directory", size: 0 }]]);

  /** Usually costs one lstat, since the directory is known already and only symlinks need the real path. */
  function locate(path: string): Found | undefined {
    const known = found.get(path);
    if (known !== undefined || found.has(path)) return known;
    if (path.length > MAX_PATH_LENGTH) return undefined;
    assertNormalised(path);
    const result = locateUnknown(path);
    found.set(path, result);
    return result;
  }

  function locateUnknown(path: string): Found | undefined {
    const directory = locate(parentOf(path));
    if (directory?.type !== "directory" || isHidden(nameOf(path))) return undefined;
    const real = childOf(directory.path, nameOf(path));
    // The directory is reached through a symlink, so the result for the real path applies.
    if (real !== path) return locate(real);
    const stats = attempt(
      () => lstatSync(prefix + real, { throwIfNoEntry: false }),
      // An entry that this user may not see can exist all the same, and must not be skipped.
      (error) => isRefused(error) && unreadable(place, path, error),
    );
    if (stats === undefined) return undefined;
    return stats.isSymbolicLink() ? follow(real) : { path: real, type: typeOf(stats), size: stats.size };
  }

  function follow(link: string): Found | undefined {
    const target = attempt(() => realpathSync.native(prefix + link));
    if (target === undefined || !(target === top || target.startsWith(`${prefix}/`))) return undefined;
    const path = target === top ? "/" : target.slice(prefix.length);
    return locate(path);
  }

  function isHidden(name: string): boolean {
    return hidden !== undefined && name.length === hidden.length && name.toLowerCase() === hidden;
  }

  function entryOf(directory: string, entry: Dirent): TreeEntry {
    if (entry.name.includes("\ufffd")) return spoiltEntry(directory, entry);
    if (entry.isFile()) return { name: entry.name, type: "file" };
    if (entry.isDirectory()) return { name: entry.name, type: "directory" };
    return { name: entry.name, type: locate(childOf(directory, entry.name))?.type ?? "other" };
  }

  /** A name with U+FFFD in it is one that is no UTF-8, which has lost its path, or indeed has this character. */
  function spoiltEntry(directory: string, entry: Dirent): TreeEntry {
    const { name } = entry;
    const located = locate(childOf(directory, name));
    if (located !== undefined) return { name, type: located.type };
    const raw = readdirSync(`${prefix}${directory}`, { encoding: "buffer" }).find((bytes) => bytes.toString() === name);
    const path = Buffer.concat([Buffer.from(`${prefix}${childOf(directory, "")}`), raw ?? Buffer.from(name)]);
    return { name, type: "other", lost: lostEntry(path, raw ?? Buffer.from(name), entry) };
  }

  return {
    label,
    directory: prefix,
    display,
    async lookup(path) {
      const result = locate(path);
      return result === undefined ? undefined : { path: result.path, type: result.type };
    },
    async read(path) {
      const file = requireFile(place, path, locate(path));
      if (file.size > MAX_FILE_BYTES) throw tooLarge(display(path), file.size);
      checkRoom(file.size);
      try {
        return readFileSync(prefix + file.path);
      } catch (error) {
        throw unreadable(place, path, error);
      }
    },
    async list(path) {
      const directory = requireDirectory(place, path, locate(path));
      try {
        return readdirSync(`${prefix}${directory.path}`, { withFileTypes: true })
          .filter((entry) => !isHidden(entry.name))
          .map((entry) => entryOf(directory.path, entry))
          .sort((a, b) => compareBytewise(a.name, b.name));
      } catch (error) {
        throw unreadable(place, path, error);
      }
    },
  };
}

function realRoot(root: string): string {
  const real = attempt(() => realpathSync.native(root));
  if (real === undefined) throw failure("directory-not-found", "no such directory", { file: root });
  if (!statSync(real).isDirectory()) throw failure("not-a-directory", "expected a directory", { file: root });
  return real;
}

function lostEntry(path: Buffer, name: Buffer, entry: Dirent): LostEntry {
  const type = entry.isDirectory() ? "directory" : entry.isFile() ? "file" : "other";
  return { shown: escapedName(name), type, holds: async (names) => type === "directory" && holds(path, names) };
}

function holds(directory: Buffer, names: ReadonlySet<string>): boolean {
  let count = 0;
  const pending = [directory];
  for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
    if (++count > MAX_SEARCHED) return true;
    const entries = attempt(() => readdirSync(here, { withFileTypes: true, encoding: "buffer" }));
    if (entries === undefined) return true;
    for (const entry of entries) {
      const name = entry.name as unknown as Buffer;
      if (entry.isDirectory()) pending.push(Buffer.concat([here, Buffer.from("/"), name]));
      else if (names.has(name.toString())) return true;
    }
  }
  return false;
}

function typeOf(stats: Stats): Located["type"] {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}

/**
 * Undefined if the file does not exist: ENOENT, ENOTDIR, ELOOP, or a NUL in the name.
 * @param problem makes the error to throw for other errors
 */
function attempt<T>(call: () => T, problem?: (error: unknown) => Error | false): T | undefined {
  try {
    return call();
  } catch (error) {
    const thrown = problem?.(error);
    if (thrown) throw thrown;
    return undefined;
  }
}

function isRefused(error: unknown): boolean {
  return ["EACCES", "EPERM", "EIO"].includes((error as NodeJS.ErrnoException).code ?? "");
}
