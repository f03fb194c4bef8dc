/** Finds keys in large maps without reading all entries again and again. */
import { charge } from "../../budget/index.ts";

/** An entry of a map. */
interface Entry {
  readonly key: { readonly kind: "scalar"; readonly value: string } | { readonly kind: "map" | "seq" };
}

/** Up to this number of entries, reading all is as fast as an index. */
export const FEW_ENTRIES = 24;
/** An index is made when this many entries were read for each entry of a map. */
const READS_BEFORE_INDEX = 8;
/** The memory of a key in an index, in bytes. */
const KEY_BYTES = 50;
/** The most keys in all indexes. */
const MAX_INDEXED = 1_000_000;

interface KeyIndex {
  /** The position of the first entry with each key. */
  positions: Map<string, number> | undefined;
  /** The number of entries that are in `positions`. Later ones are added by the next search. */
  known: number;
  /** The last of these. If it has moved, entries were removed. */
  last: Entry | undefined;
  /** The number of entries that were read without an index. */
  reads: number;
}

let indexes = new WeakMap<readonly Entry[], KeyIndex>();
let indexed = 0;

/** The first entry with this key. Entries may be added at the end and removed at any time, but not reordered. */
export function findEntry<T extends Entry>(entries: readonly T[], key: string): T | undefined {
  let index = indexes.get(entries);
  if (index === undefined) {
    index = { positions: undefined, known: 0, last: undefined, reads: 0 };
    indexes.set(entries, index);
  }
  if (index.positions === undefined) {
    if (index.reads <= READS_BEFORE_INDEX * entries.length) return read(entries, key, index);
    index.positions = new Map();
  }
  const { positions } = index;
  if (index.known > 0 && entries[index.known - 1] !== index.last) {
    positions.clear();
    index.known = 0;
  }
  charge(KEY_BYTES * (entries.length - index.known));
  for (; index.known < entries.length; index.known++) {
    const entry = entries[index.known] as T;
    index.last = entry;
    const node = entry.key;
    if (node.kind === "scalar" && !positions.has(node.value)) positions.set(node.value, index.known);
    indexed++;
  }
  const position = positions.get(key);
  if (indexed > MAX_INDEXED) forgetAll();
  return position === undefined ? undefined : entries[position];
}

function read<T extends Entry>(entries: readonly T[], key: string, index: KeyIndex): T | undefined {
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as T;
    if (entry.key.kind !== "scalar" || entry.key.value !== key) continue;
    index.reads += at + 1;
    return entry;
  }
  index.reads += entries.length;
  return undefined;
}

function forgetAll(): void {
  indexes = new WeakMap();
  indexed = 0;
}
