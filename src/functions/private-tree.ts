/** Real files for programs, where the tree they belong to is on no disk: a copy, made once and on first need (A5.14). */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { failure } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";

const MAX_FILES = 100_000;
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
  const made = new Set<string>();
  const remove = (): void => {
    for (const directory of made) rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    made.clear();
  };
  async function copy(tree: Tree): Promise<string> {
    if (made.size === 0) process.once("exit", remove);
    const directory = realpathSync(mkdtempSync(join(tmpdir(), `krm-render-${process.pid}-`)));
    made.add(directory);
    const top = join(directory, "tree");
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
      remove();
      process.off("exit", remove);
    },
  };
}

/** Links are replaced by what they lead to, so that none leaves the copy; what leads out of the tree is left out. */
async function writeTree(tree: Tree, top: string): Promise<void> {
  let files = 0;
  let bytes = 0;

  async function visit(from: string, to: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw tooLarge(`nests deeper than ${MAX_DEPTH} directories; does a link lead in a circle?`);
    mkdirSync(to, { recursive: true });
    for (const { name, type, executable } of await tree.list(from)) {
      const child = posix.join(from, name);
      if (type === "directory") await visit(child, join(to, name), depth + 1);
      if (type !== "file") continue;
      const content = await tree.read(child);
      bytes += content.length;
      if (++files > MAX_FILES) throw tooLarge(`holds more than ${MAX_FILES} files`);
      if (bytes > MAX_BYTES) throw tooLarge(`holds more than ${MAX_BYTES} bytes`);
      try {
        writeFileSync(join(to, name), content, { flag: "wx" });
        if (executable) chmodSync(join(to, name), 0o755);
      } catch (cause) {
        const reason = (cause as NodeJS.ErrnoException).code;
        throw failure("unwritable-copy", `a private copy of the file cannot be written (${reason})`, {
          file: tree.display(child),
          cause,
        });
      }
    }
  }

  function tooLarge(problem: string): Error {
    return failure("directory-too-large", `${tree.label} ${problem}, and is not copied`, { file: tree.display("/") });
  }

  await visit("/", top, 0);
}
