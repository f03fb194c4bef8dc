/** Reads the files that git generators name; docs/specification/argocd-application-sets.md 3.5. */
import { getOrInsert } from "../../../collections.ts";
import { failure, type Location } from "../../../diagnostics.ts";
import { emptyMap, isMap } from "../../../manifests/index.ts";
import type { Tree } from "../../../sources/tree.ts";
import { decodeText, type MapValue } from "../../../yaml/index.ts";
import { INVALID } from "./set-problems.ts";
import { absolute } from "./tree-listing.ts";
import { readData } from "./yaml-data.ts";

/** Files of more bytes are refused: those that people write have a few hundred. */
const MAX_FILE = 1 << 20;
/** The bytes of all files of a set. */
const MAX_READ = 64 << 20;

/** The files of one tree, each read once. */
export class ParameterFiles {
  readonly #tree: Tree;
  readonly #known = new Map<string, Promise<readonly MapValue[]>>();
  #left = MAX_READ;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /**
   * The object that a file holds, or those of its list.
   * @param path relative to the top
   * @param place of the generator that names the file
   * @throws KrmError `argocd-set-invalid` for a file that holds something else, and what reading YAML throws
   */
  objects(path: string, place: Location): Promise<readonly MapValue[]> {
    return getOrInsert(this.#known, path, () => this.#read(path, place));
  }

  async #read(path: string, place: Location): Promise<readonly MapValue[]> {
    const shown = this.#tree.display(absolute(path));
    const bytes = await this.#tree.read(absolute(path));
    this.#left -= bytes.length;
    if (bytes.length > MAX_FILE || this.#left < 0)
      throw failure(INVALID, `the files of a git generator are too large, at ${shown}`, {
        ...place,
        hint: "Files may have 1 MiB each, and 64 MiB together. Name fewer files.",
      });
    const data = readData(decodeText(bytes, shown), shown);
    if (data === null) return [emptyMap()];
    const list = Array.isArray(data) ? data : [data];
    return list.map((one) => {
      if (one === null) return emptyMap();
      if (isMap(one)) return one;
      throw failure(INVALID, `a git generator reads ${shown}, which holds no map and no list of maps`, {
        file: shown,
        hint: "Write the parameters as a map, or exclude the file.",
      });
    });
  }
}
