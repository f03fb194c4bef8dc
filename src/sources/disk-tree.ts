/** A directory of this machine as a tree. */
import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { failure } from "../diagnostics.ts";
import { compareBytewise } from "../text/index.ts";
import { assertNormalised, childOf, MAX_PATH_LENGTH, nameOf, parentOf, relativeToTop } from "./paths.ts";
import type { Located, Tree, TreeEntry } from "./tree.ts";
import { MAX_FILE_BYTES, requireDirectory, requireFile, tooLarge, unreadable } from "./tree-problems.ts";

export interface DiskTreeOptions {
  /** How paths are shown to the user; by default relative to the root. */
  readonly display?: (path: string) => string;
  /** By default `the working tree`. */
  readonly label?: string;
  /** Entries of this name are left out at every depth, also where a symlink leads to them; in lower case. */
  readonly hidden?: string;
}

interface Found extends Located {
  readonly size: number;
}

/**
 * The directory `root` (absolute) as a tree: the tree path `/a` is `root` + `/a`. With the root `/`, tree paths are the
 * paths of the machine. Symlinks are followed inside the root; what a link outside of it points to is not there.
 * Throws `directory-not-found` or `not-a-directory` when the root is none.
 *
 * File system calls are synchronous: many small reads are several times faster that way than through the thread pool.
 */
export function diskTree(root: string, options: DiskTreeOptions = {}): Tree {
  const label = options.label ?? "the working tree";
  const display = options.display ?? relativeToTop;
  const hidden = options.hidden;
  const place = { label, display };
  const top = realRoot(root);
  const prefix = top === "/" ? "" : top;
  const found = new Map<string, Found | undefined>([["/", { path: "/", type: "directory", size: 0 }]]);

  /** One lstat in the ordinary case: the directory is known already, and only a symlink needs the real path. */
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
    // The directory is reached through a symlink: what is known about the real path holds here too.
    if (real !== path) return locate(real);
    const stats = attempt(
      () => lstatSync(prefix + real, { throwIfNoEntry: false }),
      // What may not be seen need not be absent, and what is not absent must not be passed over.
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
    // Names that are no UTF-8 are listed with U+FFFD in them, and are not found again by that name.
    const spoilt = entry.name.includes("\ufffd");
    if (entry.isFile() && !spoilt) return { name: entry.name, type: "file" };
    if (entry.isDirectory() && !spoilt) return { name: entry.name, type: "directory" };
    return { name: entry.name, type: locate(childOf(directory, entry.name))?.type ?? "other" };
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

function typeOf(stats: Stats): Located["type"] {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}

/**
 * What the system does not find (ENOENT, ENOTDIR, ELOOP, a NUL in the name) is not there.
 * @param problem what is to be thrown for an error, if it means something else
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
