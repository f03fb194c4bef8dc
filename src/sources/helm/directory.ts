/** Copies whole directories from a tree to the disk, for programs that need real files. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failure } from "../../diagnostics.ts";
import { once } from "../../store/index.ts";
import { childOf } from "../paths.ts";
import type { Tree } from "../tree.ts";
import type { Directory } from "./helm.ts";

/** More than any chart has. A pull request must not be able to fill the disk. */
const MAX_FILES = 20_000;
/** A few git objects, each listing the next one many times, can describe countless directories without a file. */
const MAX_DIRECTORIES = 20_000;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_DEPTH = 64;

/**
 * All files below a directory of a tree. Symlinks are followed inside the tree. Links that leave it, and entries that are
 * neither files nor directories, are left out.
 * @param ignores tells whether a file, or a directory with all that it holds, is left out; its path is relative to the directory
 * @throws KrmError `directory-too-large`, and what reading throws
 */
export async function readDirectory(
  tree: Tree,
  path: string,
  ignores: (path: string, isDirectory: boolean) => boolean = () => false,
): Promise<Directory> {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  let directories = 0;

  async function visit(directory: string, prefix: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw tooLarge(`nests deeper than ${MAX_DEPTH} directories; do links form a loop?`);
    if (++directories > MAX_DIRECTORIES) throw tooLarge(`holds more than ${MAX_DIRECTORIES} directories`);
    for (const { name, type } of await tree.list(directory)) {
      const child = childOf(directory, name);
      if (ignores(prefix + name, type === "directory")) continue;
      if (type === "directory") await visit(child, `${prefix}${name}/`, depth + 1);
      if (type !== "file") continue;
      const content = await tree.read(child);
      bytes += content.length;
      files.set(prefix + name, content);
      if (files.size > MAX_FILES) throw tooLarge(`holds more than ${MAX_FILES} files`);
      if (bytes > MAX_BYTES) throw tooLarge(`holds more than ${MAX_BYTES} bytes`);
    }
  }

  function tooLarge(problem: string): Error {
    return failure("directory-too-large", `cannot be copied: it ${problem}`, { file: tree.display(path) });
  }

  await visit(path, "", 0);
  return files;
}

export function bytesOf(directory: Directory): number {
  let bytes = 0;
  for (const content of directory.values()) bytes += content.length;
  return bytes;
}

const digests = new WeakMap<Directory, string>();

/** The SHA-256 digest of names and contents, computed once for each directory. */
export function digestOf(directory: Directory): string {
  return once(digests, directory, () => {
    const hash = createHash("sha256");
    for (const name of [...directory.keys()].sort()) {
      const bytes = directory.get(name) as Uint8Array;
      hash.update(`${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
    }
    return hash.digest("hex");
  });
}

/** Makes `target`, and writes the files below it. Names come from trees, whose entries are single segments. */
export function writeDirectory(files: Directory, target: string): void {
  mkdirSync(target, { recursive: true });
  const made = new Set([target]);
  for (const [name, content] of files) {
    const path = join(target, name);
    const parent = dirname(path);
    try {
      if (!made.has(parent)) mkdirSync(parent, { recursive: true });
      made.add(parent);
      writeFileSync(path, content, { flag: "wx" });
    } catch (cause) {
      throw unwritable(name, cause as NodeJS.ErrnoException);
    }
  }
}

/** The error for a name that is too long, or that equals another one for this file system. */
function unwritable(name: string, cause: NodeJS.ErrnoException): Error {
  const message = `the file ${name.slice(0, 200)} of the chart cannot be written here (${cause.code})`;
  return failure("helm-failed", message, { hint: "Rename it.", cause });
}
