/** Reads files of a repository. Strangers may have written them, so everything is bounded. */
import { openBudget } from "../../budget/index.ts";
import { KrmError, LimitError } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import { decodeText, parseResources } from "../../yaml/index.ts";
import { get, locate, type MapNode, type Node } from "../../yaml/nodes/node.ts";

/** Files of more bytes are not read: manifests that people write have a few thousand. */
export const MAX_FILE = 1024 * 1024;
/** The bytes of all files that are read. Further files are not. */
const MAX_READ = 512 * 1024 * 1024;
/** The bytes of all files that are parsed. Further files are not. */
const MAX_PARSED = 64 * 1024 * 1024;
/** The bytes that the nodes of one file take: several times what a file of {@link MAX_FILE} needs without aliases. */
const NODES = { first: 256 * 1024 * 1024, more: () => 0, has: () => true };

/** The parts of one file that are mappings. */
export type Documents = readonly MapNode[];

/** Reads files, and counts those that cannot be read. */
export class DocumentReader {
  readonly #tree: Tree;
  #read = MAX_READ;
  #parsed = MAX_PARSED;
  /** The paths of files that were not read, because they are too large or have mistakes. */
  readonly unread = new Set<string>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The bytes of a file; undefined if there is none, or it is too large. @param path absolute within the tree */
  async bytes(path: string): Promise<Buffer | undefined> {
    if (this.#read <= 0) return this.#leaveOut(path);
    try {
      const located = await this.#tree.lookup(path);
      if (located?.type !== "file") return this.#leaveOut(path);
      const bytes = await this.#tree.read(located.path);
      this.#read -= bytes.length;
      if (bytes.length > MAX_FILE) return this.#leaveOut(path);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (thrown) {
      if (thrown instanceof KrmError) return this.#leaveOut(path);
      throw thrown;
    }
  }

  /** The documents of a file; none of a file with mistakes, which a build would report. */
  documents(path: string, bytes: Buffer): Documents {
    this.#parsed -= bytes.length;
    if (this.#parsed < 0) return this.#leaveOut(path) ?? [];
    const tooLarge = (): Error => new LimitError("build-too-large", "there is not enough memory to read the file");
    const budget = openBudget({ memory: NODES, tooLarge, late: tooLarge });
    try {
      budget.claim();
      const display = this.#tree.display(path);
      return parseResources(decodeText(bytes, display), display).filter((node) => node.kind === "map");
    } catch (thrown) {
      if (thrown instanceof KrmError || thrown instanceof LimitError) return this.#leaveOut(path) ?? [];
      throw thrown;
    } finally {
      budget.close();
    }
  }

  #leaveOut(path: string): undefined {
    this.unread.add(path);
    return undefined;
  }
}

/** The value at a path of keys. */
export function at(node: Node | undefined, ...keys: readonly string[]): Node | undefined {
  let found = node;
  for (const key of keys) found = get(found, key);
  return found;
}

/** The text of a scalar at a path of keys; empty for anything else. */
export function textAt(node: Node | undefined, ...keys: readonly string[]): string {
  const found = at(node, ...keys);
  return found?.kind === "scalar" ? found.value : "";
}

/** The elements of a list at a path of keys; none of anything else. */
export function itemsAt(node: Node | undefined, ...keys: readonly string[]): readonly Node[] {
  const found = at(node, ...keys);
  return found?.kind === "seq" ? found.items : [];
}

/** The line of a node; 1 if it is unknown. */
export function lineOf(node: Node | undefined): number {
  return locate(node)?.line ?? 1;
}
