/** Divides the memory of the process among the builds that are in work. */

import { totalmem } from "node:os";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { MemoryShare } from "./budget.ts";

/** The memory that builds may take, and how much of it is in use. In bytes. */
export interface Memory {
  readonly limit: number;
  /** The bytes in use and those that can be collected. Cheap. */
  used(): number;
  /** The bytes in use. Collects garbage first, which takes a second for each gigabyte. */
  inUse(): number;
}

/** The part of the limit below which nothing needs to be collected. */
const AMPLE = 0.4;
/** The part of the limit below which everything is released that was kept to save time. */
const SCARCE = 1 / 8;
/** The part of the limit that must be left, or a build is refused. */
const LEAST = 1 / 16;
/** The part of what is left that a build may ask for before the next measurement. Growing arrays take more at once. */
const STEP = 0.4;

/** The bytes that every build may ask for without a measurement. Nearly all builds ask for less. */
const FIRST = 32 * 1024 * 1024;

/** Bytes that may gather before {@link MemoryPool.tidy} collects them. */
const GARBAGE = 256 * 1024 * 1024;

export class MemoryPool {
  readonly #open: () => Memory;
  #opened: Memory | undefined;
  readonly #releases = new Set<WeakRef<Releasable>>();
  /** The bytes in use after {@link tidy} collected garbage. */
  #live = 0;

  /** @param open called at the first measurement: a small build does not need one */
  constructor(open: () => Memory) {
    this.#open = open;
  }

  get #memory(): Memory {
    return (this.#opened ??= this.#open());
  }

  /** In bytes. */
  get limit(): number {
    return this.#memory.limit;
  }

  /** Calls `release` of this object when memory gets scarce, as long as the object lives. */
  register(releasable: Releasable): void {
    this.#releases.add(new WeakRef(releasable));
  }

  /**
   * Collects garbage if much has gathered. Call it when something large is dropped: the engine itself waits until a large heap
   * has grown fourfold.
   */
  tidy(): void {
    const memory = this.#memory;
    if (memory.used() - this.#live >= GARBAGE) this.#live = memory.inUse();
  }

  /** @param builds how many builds are in work at the same time */
  share(builds: number): MemoryShare {
    return {
      first: FIRST,
      more: () => {
        const { limit } = this.#memory;
        const room = this.#room();
        return room < limit * LEAST ? 0 : Math.max(limit * LEAST, (room * STEP) / builds);
      },
      has: (bytes) => this.#memory.limit - this.#memory.used() >= bytes || this.#room() >= bytes,
    };
  }

  #room(): number {
    const memory = this.#memory;
    const { limit } = memory;
    let room = limit - memory.used();
    if (room < limit * AMPLE) room = limit - memory.inUse();
    if (room >= limit * SCARCE) return room;
    for (const reference of this.#releases) {
      const releasable = reference.deref();
      if (releasable === undefined) this.#releases.delete(reference);
      else releasable.release();
    }
    return limit - memory.inUse();
  }
}

/** Something that keeps results only to save time. */
export interface Releasable {
  /** Forgets them. */
  release(): void;
}

/**
 * The part of the heap's limit that builds may take. The rest is for arrays, which take half of their size in addition
 * when they grow, and for garbage: Node ends the process when it often collects little.
 */
const SHARE_OF_HEAP = 0.5;
/** The same for the machine's memory. Node derives the heap's limit from that of a control group, unless it is given. */
const SHARE_OF_MACHINE = 0.5;

/** The memory of this process. */
function processMemory(): Memory {
  const limit = Math.min(getHeapStatistics().heap_size_limit * SHARE_OF_HEAP, totalmem() * SHARE_OF_MACHINE);
  return { limit, used, inUse };
}

function used(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

let collect: (() => void) | undefined;

function inUse(): number {
  if (collect === undefined) {
    // The option makes a function known to contexts that are made after it.
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
  return used();
}

let ofProcess: MemoryPool | undefined;

/** The pool that all builds of this process share. */
export function processPool(): MemoryPool {
  return (ofProcess ??= new MemoryPool(processMemory));
}
