/**
 * Copies trees that are not on disk, such as git revisions, for programs that need real files. Each tree is copied once, at
 * first need (docs/specification/executables.md 3.1).
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { failure } from "../diagnostics.ts";
import { type PrivateDirectory, privateDirectory } from "../processes/index.ts";
import type { Tree } from "../sources/tree.ts";
import { once } from "../store/index.ts";

const MAX_ENTRIES = 100_000;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_DEPTH = 64;

/** Copies of trees, in a directory that only this user can enter. */
export interface PrivateTrees {
  /** The directory of this machine that holds the files of the tree. @throws KrmError `directory-too-large`, `unwritable-copy` */
  directoryOf(tree: Tree): Promise<string>;
  /** Removes the copies. */
  close(): void;
}

export function createPrivateTrees(): PrivateTrees {
  const copies = new Map<Tree, Promise<string>>();
  let parent: PrivateDirectory | undefined;
  async function copy(tree: Tree): Promise<string> {
    parent ??= privateDirectory();
    const top = join(parent.path, `tree-${copies.size}`);
    await writeTree(tree, top);
    return top;
  }
  return {
    directoryOf(tree) {
      if (tree.directory !== undefined) return Promise.resolve(tree.directory);
      return once(copies, tree, () => copy(tree));
    },
    close() {
      copies.clear();
      parent?.remove();
      parent = undefined;
    },
  };
}

interface Entry {
  /** Absolute within the tree. */
  readonly from: string;
  readonly to: string;
  readonly type: "file" | "directory" | "other";
  readonly executable?: true | undefined;
}

/** Replaces links by their targets, so that none leaves the copy. Leaves out links that lead out of the tree. */
async function writeTree(tree: Tree, top: string): Promise<void> {
  let bytes = 0;
  for (const { from, to, type, executable } of await entriesOf(tree, top)) {
    const content = type === "file" ? await tree.read(from) : undefined;
    bytes += content?.length ?? 0;
    if (bytes > MAX_BYTES) throw tooLarge(tree, `holds more than ${MAX_BYTES} bytes`);
    try {
      // Both fail after `close` has removed the parent directory, so a late copy leaves nothing behind.
      if (content === undefined) mkdirSync(to);
      else writeFileSync(to, content, { flag: "wx" });
      if (executable) chmodSync(to, 0o755);
    } catch (cause) {
      const reason = (cause as NodeJS.ErrnoException).code;
      const message = `its private copy cannot be written (${reason})`;
      throw failure("unwritable-copy", message, { file: tree.display(from), cause });
    }
  }
}

/** Lists each directory before its content. Counts before anything is written, because links multiply the content. */
async function entriesOf(tree: Tree, top: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];

  async function visit(from: string, to: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) {
      throw tooLarge(tree, `nests deeper than ${MAX_DEPTH} directories; does a link lead in a circle?`);
    }
    entries.push({ from, to, type: "directory" });
    for (const entry of await tree.list(from)) {
      const [inner, copy] = [posix.join(from, entry.name), join(to, entry.name)];
      if (entry.type === "file") entries.push({ ...entry, from: inner, to: copy });
      // Uses the resolved path: a path through many links takes ever longer to follow.
      if (entry.type === "directory") await visit((await tree.lookup(inner))?.path ?? inner, copy, depth + 1);
      if (entries.length > MAX_ENTRIES) throw tooLarge(tree, `holds more than ${MAX_ENTRIES} files and directories`);
    }
  }

  await visit("/", top, 0);
  return entries;
}

function tooLarge(tree: Tree, problem: string): Error {
  return failure("directory-too-large", `${tree.label} ${problem} and is not copied`, { file: tree.display("/") });
}
