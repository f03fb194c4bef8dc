/** Lists, verifies and removes the entries of a content store. */
import { readdirSync, readFileSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { STORE_LAYOUT, type StoreOptions } from "./content-store.ts";

export { removeLeftovers } from "./content-store.ts";

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
  const commits = names(join(top, "git")).flatMap((key) => {
    const home = join(top, "git", key);
    const source = attempt(() => readFileSync(join(home, "source"), "utf8").trim());
    const ids = names(home).filter((name) => name !== "source");
    return ids.flatMap((id) => entryOf({ kind: "commit", id, source, path: join(home, id) }));
  });
  const files = names(join(top, "files")).flatMap((name) => {
    const id = name.slice(name.indexOf("-") + 1);
    return entryOf({ kind: "file", id, source: undefined, path: join(top, "files", name) });
  });
  return [...commits, ...files].sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime());
}

/** Removes entries. A run that reads one of them fetches it again. */
export function removeEntries(directory: string, entries: readonly StoreEntry[]): void {
  for (const [index, { path }] of entries.entries()) {
    const aside = join(directory, STORE_LAYOUT, "tmp", `removed-${process.pid}-${index}`);
    attempt(() => renameSync(path, aside));
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Removes the entries that {@link StoreOptions.keep} does not keep. */
export function tidyStore(directory: string, { days, bytes }: NonNullable<StoreOptions["keep"]>): void {
  const before = Date.now() - days * 24 * 60 * 60 * 1000;
  const entries = storeEntries(directory);
  let left = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const removed = entries.filter((entry) => {
    if (entry.usedAt.getTime() >= before && left <= bytes) return false;
    left -= entry.bytes;
    return true;
  });
  removeEntries(directory, removed);
}

/** Empty if another process has removed the entry meanwhile. */
function entryOf(known: Pick<StoreEntry, "kind" | "id" | "source" | "path">): StoreEntry[] {
  const stats = attempt(() => statSync(known.path));
  return stats === undefined ? [] : [{ ...known, bytes: sizeOf(known.path, stats), usedAt: stats.mtime }];
}

function sizeOf(path: string, stats: Stats): number {
  if (!stats.isDirectory()) return stats.size;
  return names(path).reduce((sum, name) => {
    const below = attempt(() => statSync(join(path, name)));
    return below === undefined ? sum : sum + sizeOf(join(path, name), below);
  }, 0);
}

function names(directory: string): string[] {
  return attempt(() => readdirSync(directory)) ?? [];
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
