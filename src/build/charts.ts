/** Charts that stand beside kustomizations, each read once however many of them inflate it. */
import { type Directory, readDirectory } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";

export class Charts {
  readonly #byTree = new Map<Tree, Map<string, Promise<Directory>>>();

  /** @param path of the chart's directory, absolute within the tree and free of symlinks */
  read(tree: Tree, path: string): Promise<Directory> {
    let known = this.#byTree.get(tree);
    if (known === undefined) this.#byTree.set(tree, (known = new Map()));
    let reading = known.get(path);
    if (reading === undefined) known.set(path, (reading = readDirectory(tree, path)));
    return reading;
  }
}
