/** Lists, verifies and removes the entries of a content store. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { failure } from "../../diagnostics.ts";
import { withPrivateDirectory } from "../../processes/index.ts";
import { objectReader } from "../git/object-reader.ts";
import { objectStore } from "../git/object-store.ts";
import { STORE_LAYOUT, type StoreOptions } from "./content-store.ts";
import { contextOf, prepareRepository } from "./git-fetch.ts";
import { verifiedReader } from "./verified-reader.ts";

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

/** Reads the whole entry, and compares it with its id. */
export async function isIntact({ kind, id, path }: StoreEntry, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (kind === "file") return createHash("sha256").update(readFileSync(path)).digest("hex") === id;
  return withPrivateDirectory((place) => isCommitIntact(place, path, id, env));
}

async function isCommitIntact(place: string, path: string, id: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  prepareRepository(place);
  const incomplete = (): Promise<never> => Promise.reject(failure("git-object-broken", `${id} is not intact`));
  const objects = objectStore(verifiedReader(objectReader(contextOf(place, { env }, path)), incomplete));
  try {
    const top = await objects.treeOfCommit(id);
    const pending = top === undefined ? [] : [top.id];
    for (let tree = pending.pop(); tree !== undefined; tree = pending.pop()) {
      for (const entry of (await objects.directory(tree)).values()) {
        if (entry.type === "directory") pending.push(entry.id);
        else if (!entry.isSubmodule) await objects.blob(entry.id);
      }
    }
    return top !== undefined;
  } catch {
    return false;
  } finally {
    objects.close();
  }
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
