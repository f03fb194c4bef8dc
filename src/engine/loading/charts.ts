/** Reads the charts of a tree. Each is read once, even if several kustomizations inflate it. */
import { bytesOf, type Directory, readDirectory } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";

/** The limit of what is kept. Symlinks can place one large chart at any number of paths. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

export class Charts {
  readonly #byTree = new Map<Tree, Map<string, Promise<Directory>>>();
  #kept = 0;

  /** @param path of the chart's directory, absolute within the tree and free of symlinks */
  read(tree: Tree, path: string): Promise<Directory> {
    let known = this.#byTree.get(tree);
    if (known === undefined) this.#byTree.set(tree, (known = new Map()));
    let reading = known.get(path);
    if (reading === undefined) known.set(path, (reading = this.#counted(readDirectory(tree, path))));
    return reading;
  }

  /** Forgets all charts. */
  release(): void {
    this.#byTree.clear();
    this.#kept = 0;
  }

  async #counted(reading: Promise<Directory>): Promise<Directory> {
    const directory = await reading;
    this.#kept += bytesOf(directory);
    if (this.#kept > MAX_KEPT_BYTES) this.release();
    return directory;
  }
}
