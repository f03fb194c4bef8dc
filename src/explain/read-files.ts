/** Keeps the files that a build read, to find places in them. */
import { getOrInsert } from "../collections.ts";
import type { Tree } from "../sources/index.ts";
import { decodeText, parseConfig, parseResources } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";

export class ReadFiles {
  readonly #bytes = new Map<string, Uint8Array>();
  /** Paths without symbolic links, by the path that the build used. */
  readonly #targets = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #lines = new Map<string, readonly string[]>();
  readonly #nodes = new Map<string, Node | undefined>();
  readonly #documents = new Map<string, readonly Node[]>();

  /** A tree that reads from the given one, and keeps what was read. */
  watch(tree: Tree): Tree {
    return {
      label: tree.label,
      directory: tree.directory,
      lookup: async (path) => {
        const located = await tree.lookup(path);
        if (located !== undefined) this.#targets.set(tree.display(path), tree.display(located.path));
        return located;
      },
      list: (path) => tree.list(path),
      display: (path) => tree.display(path),
      read: async (path) => {
        const bytes = await tree.read(path);
        this.#bytes.set(tree.display(path), bytes);
        return bytes;
      },
    };
  }

  /** Reads files that the build need not have read, by their names in messages. Those that cannot be read have no places. */
  async readNamed(watched: Tree, files: Iterable<string>): Promise<void> {
    for (const file of files) {
      const path = `/${file}`;
      // A tree may name its files from another directory than its top.
      if (this.has(file) || watched.display(path) !== file) continue;
      const located = await watched.lookup(path).catch(() => undefined);
      if (located?.type === "file") await watched.read(located.path).catch(() => undefined);
    }
  }

  /** The path of a file that the build used, without symbolic links. */
  realPath(file: string): string {
    return this.#targets.get(file) ?? file;
  }

  has(file: string): boolean {
    return this.#get(file) !== undefined;
  }

  #get(file: string): Uint8Array | undefined {
    return this.#bytes.get(file) ?? this.#bytes.get(this.#targets.get(file) ?? "");
  }

  /** The text of a file; empty if the file was not read from the tree or is not valid text. */
  text(file: string): string {
    let text = this.#texts.get(file);
    if (text !== undefined) return text;
    const bytes = this.#get(file);
    text = bytes === undefined ? "" : (tryRead(() => decodeText(bytes, file)) ?? "");
    // A build that goes on may still read it.
    if (bytes !== undefined) this.#texts.set(file, text);
    return text;
  }

  lines(file: string): readonly string[] {
    return getOrInsert(this.#lines, file, () => this.text(file).split(/\r?\n/));
  }

  /** The first document of a file, read like a kustomization, which is enough to find places. */
  node(file: string): Node | undefined {
    if (!this.#nodes.has(file))
      this.#nodes.set(
        file,
        tryRead(() => parseConfig(this.text(file), file)),
      );
    return this.#nodes.get(file);
  }

  /** All documents of a file of objects. */
  documents(file: string): readonly Node[] {
    return getOrInsert(this.#documents, file, () => tryRead(() => parseResources(this.text(file), file)) ?? []);
  }
}

/** The result of `read`; undefined if it throws, because a text that cannot be read has no places. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
