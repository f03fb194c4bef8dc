/** Parsed files that the builds of several trees share: the base and the head of a change are equal in most of their files. */
import { clone, type MapNode } from "../../yaml/nodes/node.ts";

/** The characters of the files whose objects are kept. The objects take about twenty times as many bytes. */
const MAX_KEPT = 8 * 1024 * 1024;

interface Kept {
  readonly objects: readonly MapNode[];
  readonly length: number;
}

/** Keeps the objects of the files that were used last. */
export class ParsedFiles {
  readonly #kept = new Map<string, Kept>();
  #length = 0;

  /** Forgets everything. */
  release(): void {
    this.#kept.clear();
    this.#length = 0;
  }

  /**
   * The objects of a file, for the caller to change.
   * @param key equal for files whose objects are equal, with their places
   * @param length of the file
   */
  objects(key: string, length: number, parse: () => MapNode[]): MapNode[] {
    const known = this.#kept.get(key);
    if (known === undefined && length > MAX_KEPT) return parse();
    const kept = known ?? { objects: parse(), length };
    // Last in the map is used last.
    if (known !== undefined) this.#kept.delete(key);
    else this.#length += length;
    this.#kept.set(key, kept);
    for (const [oldest, { length: freed }] of this.#kept) {
      if (this.#length <= MAX_KEPT) break;
      this.#kept.delete(oldest);
      this.#length -= freed;
    }
    return kept.objects.map(clone);
  }
}
