/** What the collections have in common that can be changed. */
import { Fault, type Meter } from "./meter.ts";

/** What cannot be changed while something walks over it. */
export abstract class Mutable {
  /** How many loops run over it at the moment. */
  walkers = 0;
  protected abstract readonly noun: string;

  /** Throws when it is being walked over. `verb` completes "cannot … list". */
  check(verb: string): void {
    if (this.walkers > 0) {
      const copy = this.noun === "dict" ? "x.items()" : "list(x)";
      throw new Fault(`cannot ${verb} ${this.noun} during iteration`, "failed", `Walk over a copy, such as ${copy}.`);
    }
  }
}

/** What a key is looked up by: equal keys have equal identities, and no others. */
export type Identity = string | number | boolean | null | object;

/** What a key and its value take, beside what they are. */
const ENTRY_BYTES = 64;

/** So many places of removed keys are passed by in the time that a key takes that is put in. */
const PLACES_PER_STEP = 64;

/** The common part of dict and set: keys in the order of their first insertion. */
export abstract class Table<V> extends Mutable {
  protected entries: Map<Identity, V> = new Map();
  /** Keys that are not their own identity. */
  #originals: Map<Identity, V> | undefined;
  /** How many keys were removed since {@link compact} last made room. */
  #removed = 0;
  readonly #meter: Meter;

  constructor(meter: Meter) {
    super();
    meter.table();
    this.#meter = meter;
  }

  /** By which a key is found. Throws for what cannot be one. */
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
   * Counts the begin of a walk, which passes by the places of all keys that were removed, also where it ends at the first that
   * was not. Makes room where that takes less than it saves.
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

  /** Removes a key and returns what it stood for; undefined where it was not there. */
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
