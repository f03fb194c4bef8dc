/** Keeps each distinct change once, by its content. */
import { createHash } from "node:crypto";
import { stableJson } from "../text/index.ts";
import type { OriginalName } from "./grouping/index.ts";
import type { Cause, Change } from "./report.ts";

/** A change before it is stored. */
export type NewChange = Omit<Change, "id" | "causes">;

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
   */
  add(change: NewChange, original?: OriginalName): string {
    const digest = digestOf(change);
    const known = this.#ids.get(digest);
    if (known !== undefined) {
      this.#changes.set(known, withSharedNoise(this.get(known), change));
      return known;
    }
    let id = digest.slice(0, ID_LENGTH);
    for (let at = ID_LENGTH; this.#changes.has(id); at += ID_LENGTH) id = digest.slice(at, at + ID_LENGTH);
    this.#ids.set(digest, id);
    this.#changes.set(id, change);
    if (original !== undefined) this.#originals.set(id, original);
    return id;
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

/**
 * The first change, with the noise that both have. What is around a list can decide whether its order means something, and is no
 * part of a change.
 */
function withSharedNoise(first: NewChange, second: NewChange): NewChange {
  const isShared = first.fields.every(
    ({ noise }, index) => noise === undefined || noise === second.fields[index]?.noise,
  );
  if (isShared) return first;
  const fields = first.fields.map(({ noise, ...field }, index) =>
    noise !== undefined && noise === second.fields[index]?.noise ? { ...field, noise } : field,
  );
  return { ...first, fields };
}

/**
 * The digest of the content. The order of keys does not count: it is no part of the content. Noise is no part of it either, so that
 * other rules give the same ids.
 */
function digestOf({ hunks, fields, ...rest }: NewChange): string {
  const plain = fields.map(({ noise: _noise, ...field }) => field);
  const hash = createHash("sha256").update(stableJson({ ...rest, fields: plain }));
  // One after the other, because all hunks of a large object together could be longer than a text can be.
  for (const { fields: at, lines, newLines, newStart, oldLines, oldStart } of hunks) {
    hash.update(`\n${JSON.stringify({ fields: at, lines, newLines, newStart, oldLines, oldStart })}`);
  }
  return hash.digest("hex");
}
