/** The files that a change edits, and the lines of them on each side. */

import { countBefore, getOrInsert } from "../../collections.ts";
import type { SideName, Trees } from "../../render/index.ts";
import type { Tree } from "../../sources/index.ts";
import { compareBytewise } from "../../text/index.ts";
import { decodeText } from "../../yaml/index.ts";
import { firstBetween, lineChanges } from "./line-changes.ts";

/** Larger files count as edited everywhere. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** The most files that an entry can name by their directory. */
const MAX_NAMED = 100;

/** The edited lines of a file on one side: all of them for a file that the other side does not have. */
type EditedLines = readonly number[] | "all" | "none";

export class EditedFiles {
  readonly #trees: Trees;
  readonly #files: ReadonlySet<string>;
  readonly #sorted: readonly string[];
  readonly #lines = new Map<string, Promise<Record<SideName, EditedLines>>>();

  /** @param files as messages name them */
  constructor(trees: Trees, files: ReadonlySet<string>) {
    this.#trees = trees;
    this.#files = files;
    this.#sorted = [...files].sort(compareBytewise);
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  /** The edited files at or below a path, in order; no more than a limit. */
  at(path: string): string[] {
    if (this.#files.has(path)) return [path];
    const prefix = path === "." ? "" : `${path}/`;
    const first = countBefore(this.#sorted, (file) => compareBytewise(file, prefix) < 0);
    return this.#sorted.slice(first, first + MAX_NAMED).filter((file) => file.startsWith(prefix));
  }

  /** The first edited line of a file between two lines; undefined for none. */
  async firstLine(side: SideName, file: string, from: number, to: number): Promise<number | undefined> {
    const edited = (await getOrInsert(this.#lines, file, () => this.#compare(file)))[side];
    if (edited === "all") return from;
    return edited === "none" ? undefined : firstBetween(edited, from, to);
  }

  async #compare(file: string): Promise<Record<SideName, EditedLines>> {
    const [base, head] = [await textOf(this.#trees.base, file), await textOf(this.#trees.head, file)];
    if (base === undefined && head === undefined) return { base: "none", head: "none" };
    if (base === undefined) return { base: "none", head: "all" };
    if (head === undefined) return { base: "all", head: "none" };
    if (base === "" || head === "") return { base: "all", head: "all" };
    return lineChanges(base, head);
  }
}

/** The text of a file; empty for one whose lines cannot be compared, undefined for none. */
async function textOf(tree: Tree, file: string): Promise<string | undefined> {
  const path = `/${file}`;
  // A tree may name its files from another directory than its top.
  if (tree.display(path) !== file) return "";
  const located = await tree.lookup(path).catch(() => undefined);
  if (located?.type !== "file") return undefined;
  try {
    const bytes = await tree.read(located.path);
    return bytes.length > MAX_FILE_BYTES ? "" : decodeText(bytes, file);
  } catch {
    return "";
  }
}
