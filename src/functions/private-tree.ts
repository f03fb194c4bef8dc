/** Real files for programs, where the tree they belong to is on no disk: a copy, made once and on first need (A5.14). */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { failure } from "../diagnostics.ts";
import { type PrivateDirectory, privateDirectory } from "../sources/index.ts";
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

/** Links are replaced by what they lead to, so that none leaves the copy; what leads out of the tree is left out. */
async function writeTree(tree: Tree, top: string): Promise<void> {
  let entries = 0;
  let bytes = 0;

  async function visit(from: string, to: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw tooLarge(`nests deeper than ${MAX_DEPTH} directories; does a link lead in a circle?`);
    // Links double what is below them, directories without any file as well.
    if (++entries > MAX_ENTRIES) throw tooLarge(`holds more than ${MAX_ENTRIES} files and directories`);
    // It fails once all of it was removed: nothing comes back.
    write(from, () => mkdirSync(to));
    for (const { name, type, executable } of await tree.list(from)) {
      const child = posix.join(from, name);
      if (type === "directory") await visit(child, join(to, name), depth + 1);
      if (type !== "file") continue;
      const content = await tree.read(child);
      bytes += content.length;
      if (++entries > MAX_ENTRIES) throw tooLarge(`holds more than ${MAX_ENTRIES} files and directories`);
      if (bytes > MAX_BYTES) throw tooLarge(`holds more than ${MAX_BYTES} bytes`);
      write(child, () => {
        writeFileSync(join(to, name), content, { flag: "wx" });
        if (executable) chmodSync(join(to, name), 0o755);
      });
    }
  }

  function write(path: string, work: () => void): void {
    try {
      work();
    } catch (cause) {
      const reason = (cause as NodeJS.ErrnoException).code;
      throw failure("unwritable-copy", `a private copy of it cannot be written (${reason})`, {
        file: tree.display(path),
        cause,
      });
    }
  }

  function tooLarge(problem: string): Error {
    return failure("directory-too-large", `${tree.label} ${problem}, and is not copied`, { file: tree.display("/") });
  }

  await visit("/", top, 0);
}
