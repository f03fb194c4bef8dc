/** The files that a build read, to look up where in them something stands. */
import type { Tree } from "../sources/index.ts";
import { decodeText, parseConfig } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";

export class ReadFiles {
  readonly #bytes = new Map<string, Uint8Array>();
  /** What is behind links. */
  readonly #targets = new Map<string, string>();
  readonly #lines = new Map<string, readonly string[]>();
  readonly #nodes = new Map<string, Node | undefined>();

  /** The same tree, which remembers what is read from it. */
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

  has(file: string): boolean {
    return this.#get(file) !== undefined;
  }

  #get(file: string): Uint8Array | undefined {
    return this.#bytes.get(file) ?? this.#bytes.get(this.#targets.get(file) ?? "");
  }

  /** Empty for a file that was not read from the tree, or is no text. */
  text(file: string): string {
    const bytes = this.#get(file);
    try {
      return bytes === undefined ? "" : decodeText(bytes, file);
    } catch {
      return "";
    }
  }

  lines(file: string): readonly string[] {
    let lines = this.#lines.get(file);
    if (lines === undefined) this.#lines.set(file, (lines = this.text(file).split(/\r?\n/)));
    return lines;
  }

  /** The first document in the dialect of kustomizations, which is enough to find places. */
  node(file: string): Node | undefined {
    if (!this.#nodes.has(file))
      this.#nodes.set(
        file,
        attempt(() => parseConfig(this.text(file), file)),
      );
    return this.#nodes.get(file);
  }
}

/** What cannot be read has no places in it. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
