/** The common parts of mutable collections. */
import { Fault, type Meter } from "./meter.ts";

/** A collection that cannot be changed during an iteration over it. */
export abstract class Mutable {
  /** The number of active iterations. */
  iterations = 0;
  protected abstract readonly noun: string;

  /** Throws a fault during an iteration. `verb` completes "cannot … list". */
  check(verb: string): void {
    if (this.iterations > 0) {
      const copy = this.noun === "dict" ? "x.items()" : "list(x)";
      throw new Fault(`cannot ${verb} ${this.noun} during iteration`, `Iterate over a copy, such as ${copy}.`);
    }
  }
}

/** The identity by which a key is found. Two keys have the same identity exactly if they are equal. */
export type Identity = string | number | boolean | null | object;

/** The bytes of an entry, without its key and value. */
const ENTRY_BYTES = 64;

/** Skipping this many places of removed keys takes as long as inserting one key. */
const PLACES_PER_STEP = 64;

/** The common part of dict and set: keys in the order of their insertion. */
export abstract class Table<V> extends Mutable {
  protected entries: Map<Identity, V> = new Map();
  /** The keys that differ from their identity. */
  #originals: Map<Identity, V> | undefined;
  /** The number of keys removed since {@link compact} last made a new map. */
  #removed = 0;
  readonly #meter: Meter;

  constructor(meter: Meter) {
    super();
    meter.table();
    this.#meter = meter;
  }

  /** The identity of a key. Throws a fault for a value that cannot be a key. */
  protected abstract identify(meter: Meter, key: V): Identity;

  get size(): number {
    return this.entries.size;
  }

  /** The keys in order. */
  *keys(): Generator<V> {
    this.compact();
    for (const identity of this.entries.keys()) yield this.#original(identity);
  }

  /**
   * Counts the start of an iteration, which skips the places of removed keys. Makes a new map without these places if
   * that costs less than it saves.
   */
  protected compact(): void {
    const { size } = this.entries;
    this.#meter.work(this.#removed / PLACES_PER_STEP);
    if (this.#removed ** 2 < (size + PLACES_PER_STEP) * PLACES_PER_STEP) return;
    this.#meter.work(size);
    this.entries = new Map(this.entries);
    this.#removed = 0;
  }

  #original(identity: Identity): V {
    const original = this.#originals?.get(identity);
    return original === undefined ? (identity as V) : original;
  }

  protected find(meter: Meter, key: V): V | undefined {
    return this.entries.get(typeof key === "string" ? key : this.identify(meter, key));
  }

  protected insert(meter: Meter, key: V, value: V): void {
    this.check("insert into");
    const identity = typeof key === "string" ? key : this.identify(meter, key);
    const { size } = this.entries;
    this.entries.set(identity, value);
    if (this.entries.size === size) return;
    meter.allocate(ENTRY_BYTES);
    if (identity === (key as Identity)) return;
    meter.allocate(ENTRY_BYTES);
    if (this.#originals === undefined) meter.table();
    this.#originals ??= new Map();
    this.#originals.set(identity, key);
  }

  /** Removes a key and returns its value; undefined if it is not present. */
  delete(meter: Meter, key: V): V | undefined {
    this.check("delete from");
    const identity = this.identify(meter, key);
    const value = this.entries.get(identity);
    if (value === undefined) return undefined;
    this.entries.delete(identity);
    this.#removed++;
    this.#originals?.delete(identity);
    return value;
  }

  clear(): void {
    this.check("clear");
    this.entries.clear();
    this.#originals = undefined;
  }
}
