/**
 * Real files for programs, where the tree they belong to is on no disk: a copy, made once and on first need
 * (docs/specification/executables.md 3.1).
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { failure } from "../diagnostics.ts";
import { type PrivateDirectory, privateDirectory } from "../processes/index.ts";
import type { Tree } from "../sources/tree.ts";

const MAX_ENTRIES = 100_000;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_DEPTH = 64;

/** Directories that only this user can enter. They are gone after {@link PrivateTrees.close}. */
export interface PrivateTrees {
  /** The directory of this machine that holds the files of the tree. @throws KrmError `directory-too-large` */
  directoryOf(tree: Tree): Promise<string>;
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
      let copying = copies.get(tree);
      if (copying === undefined) copies.set(tree, (copying = copy(tree)));
      return copying;
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

/** Links are replaced by what they lead to, so that none leaves the copy; what leads out of the tree is left out. */
async function writeTree(tree: Tree, top: string): Promise<void> {
  let bytes = 0;
  for (const { from, to, type, executable } of await entriesOf(tree, top)) {
    const content = type === "file" ? await tree.read(from) : undefined;
    bytes += content?.length ?? 0;
    if (bytes > MAX_BYTES) throw tooLarge(tree, `holds more than ${MAX_BYTES} bytes`);
    try {
      // Both fail once all of it was removed: nothing comes back.
      if (content === undefined) mkdirSync(to);
      else writeFileSync(to, content, { flag: "wx" });
      if (executable) chmodSync(to, 0o755);
    } catch (cause) {
      const reason = (cause as NodeJS.ErrnoException).code;
      const message = `a private copy of it cannot be written (${reason})`;
      throw failure("unwritable-copy", message, { file: tree.display(from), cause });
    }
  }
}

/** Each directory before what is in it. Counted before anything is written: links double what is below them. */
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
      // By its own path: one that grows through links takes ever longer to follow.
      if (entry.type === "directory") await visit((await tree.lookup(inner))?.path ?? inner, copy, depth + 1);
      if (entries.length > MAX_ENTRIES) throw tooLarge(tree, `holds more than ${MAX_ENTRIES} files and directories`);
    }
  }

  await visit("/", top, 0);
  return entries;
}

function tooLarge(tree: Tree, problem: string): Error {
  return failure("directory-too-large", `${tree.label} ${problem}, and is not copied`, { file: tree.display("/") });
}
