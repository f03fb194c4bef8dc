/** Charts that stand beside kustomizations, each read once however many of them inflate it. */
import { bytesOf, type Directory, readDirectory } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";

/** What is kept: one large chart may stand at any number of places, by links. */
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

  async #counted(reading: Promise<Directory>): Promise<Directory> {
    const directory = await reading;
    this.#kept += bytesOf(directory);
    if (this.#kept > MAX_KEPT_BYTES) {
      this.#byTree.clear();
      this.#kept = 0;
    }
    return directory;
  }
}
