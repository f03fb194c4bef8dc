/** Lists, verifies and removes the entries of a content store. */
import { readFileSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { namesIn, quietly, removeQuietly, STORE_LAYOUT, type StoreLimits, temporaryPath } from "./layout.ts";

export { removeLeftovers } from "./layout.ts";

export interface StoreEntry {
  readonly kind: "commit" | "file";
  /** A commit's id or a file's digest. */
  readonly id: string;
  /** The repository of a commit, without credentials. */
  readonly source: string | undefined;
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: Date;
}

/** The entries of a store, the least recently used first. Empty if there is no store. */
export function storeEntries(directory: string): StoreEntry[] {
  const top = join(directory, STORE_LAYOUT);
  const commits = namesIn(join(top, "git")).flatMap((key) => {
    const home = join(top, "git", key);
    const source = quietly(() => readFileSync(join(home, "source"), "utf8").trim());
    const ids = namesIn(home).filter((name) => name !== "source");
    return ids.flatMap((id) => entryOf({ kind: "commit", id, source, path: join(home, id) }));
  });
  const files = namesIn(join(top, "files")).flatMap((name) => {
    const id = name.slice(name.indexOf("-") + 1);
    return entryOf({ kind: "file", id, source: undefined, path: join(top, "files", name) });
  });
  return [...commits, ...files].sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime());
}

/** Removes entries. A run that reads one of them fetches it again. */
export function removeEntries(directory: string, entries: readonly StoreEntry[]): void {
  for (const { path } of entries) {
    const aside = temporaryPath(join(directory, STORE_LAYOUT));
    quietly(() => renameSync(path, aside));
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Removes the entries that the limits do not keep, and returns them. @throws the error of the system */
export function tidyStore(directory: string, limits: StoreLimits): readonly StoreEntry[] {
  const removed = entriesBeyond(storeEntries(directory), limits);
  removeEntries(directory, removed);
  removeNotes(directory, limits);
  return removed;
}

/** Notes are tiny: only their age counts. */
function removeNotes(directory: string, { days }: StoreLimits): void {
  const place = join(directory, STORE_LAYOUT, "notes");
  for (const name of namesIn(place)) {
    const path = join(place, name);
    const stats = quietly(() => statSync(path));
    if (stats !== undefined && stats.mtimeMs < beginning(days)) removeQuietly(path);
  }
}

function beginning(days: number): number {
  return Date.now() - days * 24 * 60 * 60 * 1000;
}

/** The entries that the limits do not keep. @param entries the least recently used first */
function entriesBeyond(entries: readonly StoreEntry[], { days, bytes }: StoreLimits): readonly StoreEntry[] {
  const before = beginning(days);
  let left = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return entries.filter((entry) => {
    if (entry.usedAt.getTime() >= before && left <= bytes) return false;
    left -= entry.bytes;
    return true;
  });
}

/** Empty if another process has removed the entry meanwhile. */
function entryOf(known: Pick<StoreEntry, "kind" | "id" | "source" | "path">): StoreEntry[] {
  const stats = quietly(() => statSync(known.path));
  return stats === undefined ? [] : [{ ...known, bytes: sizeOf(known.path, stats), usedAt: stats.mtime }];
}

function sizeOf(path: string, stats: Stats): number {
  if (!stats.isDirectory()) return stats.size;
  return namesIn(path).reduce((sum, name) => {
    const below = quietly(() => statSync(join(path, name)));
    return below === undefined ? sum : sum + sizeOf(join(path, name), below);
  }, 0);
}
