/** Reads the charts of a tree. Each is read once, even if several kustomizations inflate it. */
import {
  bytesOf,
  type Directory,
  includeRecord,
  originalOf,
  readDirectory,
  recordedApart,
  type TreeRecord,
} from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";

/** The limit of what is kept. Symlinks can place one large chart at any number of paths. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

interface Chart {
  readonly reading: Promise<Directory>;
  readonly record: TreeRecord | undefined;
}

export class Charts {
  readonly #byTree = new Map<Tree, Map<string, Chart>>();
  #kept = 0;

  /** @param path of the chart's directory, absolute within the tree and free of symlinks */
  read(tree: Tree, path: string): Promise<Directory> {
    const original = originalOf(tree);
    let known = this.#byTree.get(original);
    if (known === undefined) this.#byTree.set(original, (known = new Map()));
    let chart = known.get(path);
    if (chart === undefined) {
      const shared = recordedApart(tree);
      known.set(path, (chart = { reading: this.#counted(readDirectory(shared, path)), record: shared.record }));
    }
    includeRecord(tree, chart.record);
    return chart.reading;
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
