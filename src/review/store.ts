/** Keeps each distinct change once, by its content. */
import { contentDigest, withShared } from "./differences/index.ts";
import type { Cause, Change, NewChange } from "./report.ts";
import type { OriginalName } from "./summary/index.ts";

/** The length of an id, in hexadecimal digits. */
const ID_LENGTH = 16;

/**
 * Gives ids to changes, and keeps one of those that are equal. So a base that changes under 200 overlays takes the memory of one
 * change. Equality is that of the whole digest: two changes whose digests begin alike both stay, with different ids.
 */
export class ChangeStore {
  readonly #ids = new Map<string, string>();
  readonly #changes = new Map<string, NewChange>();
  readonly #originals = new Map<string, OriginalName>();

  /** The names of the objects before prefixes, suffixes and namespaces, by the ids of their changes, where they are known. */
  get originals(): ReadonlyMap<string, OriginalName> {
    return this.#originals;
  }

  /**
   * Returns the id of the change. The same content has the same id in all runs.
   *
   * @param original the name of the object before prefixes, suffixes and namespaces: it is no part of the report, and lets the
   *   same object of several targets be one row
   * @param digest of the content
   */
  add(change: NewChange, original?: OriginalName, digest = contentDigest(change)): string {
    const known = this.#ids.get(digest);
    if (known !== undefined) {
      this.#changes.set(known, withShared(this.get(known), change));
      return known;
    }
    let id = digest.slice(0, ID_LENGTH);
    for (let at = ID_LENGTH; this.#changes.has(id); at += ID_LENGTH) id = digest.slice(at, at + ID_LENGTH);
    this.#ids.set(digest, id);
    this.#changes.set(id, change);
    if (original !== undefined) this.#originals.set(id, original);
    return id;
  }

  /** Returns the id of a change that was added. */
  idOf(digest: string): string {
    return this.#ids.get(digest) as string;
  }

  /** The change with an id that `add` returned. */
  get(id: string): NewChange {
    const change = this.#changes.get(id);
    if (change === undefined) throw new Error(`no change has the id ${id}`);
    return change;
  }

  /** The changes with the given ids, each once, in the order of the ids. */
  list(ids: Iterable<string>, causes: ReadonlyMap<string, readonly Cause[]>): Change[] {
    return [...new Set(ids)].map((id) => ({ id, ...this.get(id), causes: causes.get(id) ?? [] }));
  }
}
