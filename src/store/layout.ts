/** The directories of a content store, and its temporary files, which are removed once their process is gone. */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isAlive, processSpace } from "../processes/index.ts";

/** The version of the layout. */
export const STORE_LAYOUT = "v1";

/** The limits of what a store keeps (docs/specification/store.md 3.1). */
export interface StoreLimits {
  /** Entries that were not used for longer are removed. */
  readonly days: number;
  /** Above this total size, the least recently used entries are removed. */
  readonly bytes: number;
}

const LONGER_THAN_ANY_RUN = 7 * 24 * 60 * 60 * 1000;

let space: string | undefined;

/**
 * A path for something that is being written or removed, which does not exist. Its name says which process uses it, so that
 * {@link removeLeftovers} can tell when that one is gone (docs/specification/store.md 1.5).
 * @param top the directory of the layout
 */
export function temporaryPath(top: string): string {
  space ??= processSpace();
  return join(top, "tmp", `${process.pid}-${space}-${randomBytes(12).toString("hex")}`);
}

/**
 * Removes what killed processes have left behind: at once for processes of this machine that no longer run, and what was not
 * changed since a time for all others, which may run on another machine or in another container.
 * @param directory the store
 */
export function removeLeftovers(directory: string, before = new Date(Date.now() - LONGER_THAN_ANY_RUN)): void {
  const place = join(directory, STORE_LAYOUT, "tmp");
  space ??= processSpace();
  for (const name of namesIn(place)) {
    const [, pid, where] = /^(\d+)-([0-9a-f]{16})-/.exec(name) ?? [];
    const isDead = where === space && !isAlive(Number(pid));
    const stats = isDead ? undefined : quietly(() => statSync(join(place, name)));
    if (isDead || (stats !== undefined && stats.mtime < before)) removeQuietly(join(place, name));
  }
}

/** The names in a directory; none if it cannot be read. */
export function namesIn(directory: string): string[] {
  return quietly(() => readdirSync(directory)) ?? [];
}

/** Removes a file or a directory. What cannot be removed stays. */
export function removeQuietly(path: string): void {
  quietly(() => rmSync(path, { recursive: true, force: true }));
}

/** The result of the work; undefined if it throws. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
