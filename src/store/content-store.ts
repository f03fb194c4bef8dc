/**
 * Stores on disk what was fetched: commits of repositories by their id, and files by their digest. Entries appear complete or
 * not at all, never change, and are verified when they are read. So any number of processes may share a store, and none has
 * to trust the others.
 *
 *     v1/git/<key of the repository>/<commit>/   the object database of this one commit
 *     v1/git/<key of the repository>/source      its address, for people
 *     v1/files/<key of the scope>-<digest>       a file
 *     v1/notes/<key of a question>               the digest of the file that was the answer
 *     v1/tmp/                                    what is being written
 *
 * docs/specification/store.md
 */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  makeDirectories,
  type PrivateDirectory,
  privateDirectory,
  removedAtExit,
  uninterrupted,
} from "../processes/index.ts";
import { isCommitId } from "../text/index.ts";
import { tidyStore } from "./entries.ts";
import { digestOfBytes, digestOfFile } from "./hashed-file.ts";
import {
  namesIn,
  quietly,
  removeLeftovers,
  removeQuietly,
  STORE_LAYOUT,
  type StoreLimits,
  temporaryPath,
} from "./layout.ts";

export interface ContentStore {
  /** The object database of a commit, absolute. Undefined if the store does not have it. */
  commit(repository: string, sha: string): string | undefined;
  /** Tells whether the store has any commit of the repository. */
  knows(repository: string): boolean;
  /** Makes a directory for the caller, who {@link ContentStore.discard}s it. It is removed at the end of the process, too. */
  workplace(): string;
  /**
   * Moves an object database to the place of its commit, and returns that place. If the store has the commit, that one stays,
   * unless it is the one that this process has found to be damaged. If the store cannot be written, the place is a temporary
   * one.
   */
  keepCommit(repository: string, shown: string, sha: string, objects: string, isDamaged?: boolean): string;
  discard(directory: string): void;
  /**
   * The file with a SHA-256 digest. Undefined if the store does not have it, or has it damaged.
   * @param maxBytes a larger file is not read: it cannot be the one that the caller wants
   */
  file(digest: string, maxBytes?: number): Buffer | undefined;
  keepFile(digest: string, bytes: Uint8Array): void;
  /** The place of a file, which is read once to verify it. Undefined if the store does not have it, or has it damaged. */
  filePath(digest: string): Promise<string | undefined>;
  /**
   * Moves a file of a workplace to the place of its digest, and returns that place. If the store cannot be written, the place
   * is a temporary one.
   * @throws Error if the file has another digest
   */
  moveFile(digest: string, from: string): Promise<string>;
  /**
   * The digest that was {@link ContentStore.note}d for a question. Nothing verifies it: use it where the answer cannot be another one
   * later, or has a digest of its own.
   */
  recall(question: string): string | undefined;
  note(question: string, digest: string): void;
  /** Removes what is temporary, and the entries that {@link StoreOptions.keep} does not keep. */
  close(): void;
}

export interface StoreOptions {
  readonly directory: string;
  /** Entries of one scope are not visible in others. For stores that users with different rights share. */
  readonly scope?: string;
  /**
   * For stores without an administrator: at the end, removes entries that were not used for long, and the least recently used
   * ones above a total size.
   */
  readonly keep?: StoreLimits;
}

/** Opens a store, and makes its directory. If that is not writable, the store is temporary. */
export function openStore({ directory, scope = "", keep }: StoreOptions): ContentStore {
  const { top, remove } = writableTop(directory);
  const workplaces = new Map<string, PrivateDirectory>();
  removeLeftovers(directory);
  const key = (text: string): string => digestOfBytes(`${scope}\0${text}`).slice(0, 40);
  const repositoryDirectory = (repository: string): string => join(top, "git", key(repository));
  const notePath = (question: string): string => join(top, "notes", key(`note ${question}`));
  const filePath = (digest: string): string => join(top, "files", `${key("files").slice(0, 12)}-${digest}`);
  /** The entries that this process has read. Another process may replace them. */
  const read = new Map<string, number>();
  const fresh = (): string => temporaryPath(top);
  /** Moves something that cannot move to its place, and is removed at the end. */
  const aside = (from: string): string => {
    const temporary = fresh();
    workplaces.set(temporary, removedAtExit(temporary));
    renameSync(from, temporary);
    return temporary;
  };

  return {
    commit(repository, sha) {
      if (!isCommitId(sha)) return undefined;
      const path = join(repositoryDirectory(repository), sha);
      const found = inodeOf(path);
      if (found === undefined) return undefined;
      read.set(path, found);
      touch(path);
      return path;
    },
    knows: (repository) => namesIn(repositoryDirectory(repository)).some(isCommitId),
    workplace() {
      const path = fresh();
      workplaces.set(path, removedAtExit(path));
      makeDirectories(path);
      return path;
    },
    keepCommit(repository, shown, sha, objects, isDamaged = false) {
      const home = repositoryDirectory(repository);
      const path = join(home, sha);
      const kept = quietly(() => {
        makeDirectories(home);
        const source = join(home, "source");
        if (quietly(() => readFileSync(source, "utf8")) !== `${shown}\n`) writeWhole(source, `${shown}\n`, fresh());
        if (isDamaged && inodeOf(path) === read.get(path)) moveAway(path, fresh());
        renameSync(objects, path);
        return path;
      });
      if (kept !== undefined) return kept;
      // Another process was faster, and has fetched the same commit.
      if (existsSync(path) && !(isDamaged && inodeOf(path) === read.get(path))) return path;
      return aside(objects);
    },
    discard(path) {
      workplaces.get(path)?.remove();
      workplaces.delete(path);
    },
    file(digest, maxBytes = Number.POSITIVE_INFINITY) {
      const path = filePath(digest);
      // It may be whole, and of use to others. One that is damaged is replaced by what the caller keeps.
      if ((quietly(() => statSync(path).size) ?? 0) > maxBytes) return undefined;
      const bytes = quietly(() => readFileSync(path));
      // Makes room for an intact one, whatever is there.
      if (bytes === undefined || digestOfBytes(bytes) !== digest) {
        removeQuietly(path);
        return undefined;
      }
      touch(path);
      return bytes;
    },
    keepFile(digest, bytes) {
      // A full disk makes later runs slower, but does not fail this one.
      quietly(() => writeWhole(filePath(digest), bytes, fresh()));
    },
    async filePath(digest) {
      const path = filePath(digest);
      const found = await digestOfFile(path).catch(() => undefined);
      if (found === digest) {
        touch(path);
        return path;
      }
      removeQuietly(path);
      return undefined;
    },
    async moveFile(digest, from) {
      const found = await digestOfFile(from);
      if (found !== digest) throw new Error(`a file with the digest ${found} was to be stored as ${digest}`);
      const path = filePath(digest);
      const moved = quietly(() => {
        renameSync(from, path);
        return path;
      });
      return moved ?? aside(from);
    },
    recall(question) {
      const path = notePath(question);
      const digest = quietly(() => readFileSync(path, "utf8"))?.trim();
      if (digest === undefined || !/^[0-9a-f]{64}$/.test(digest)) return undefined;
      touch(path);
      return digest;
    },
    note(question, digest) {
      quietly(() => writeWhole(notePath(question), `${digest}\n`, fresh()));
    },
    close() {
      for (const place of workplaces.values()) place.remove();
      workplaces.clear();
      remove();
      if (keep !== undefined) quietly(() => tidyStore(directory, keep));
    },
  };
}

/** Does work in a directory of its own, which is removed after it. */
export async function withWorkplace<T>(
  store: Pick<ContentStore, "workplace" | "discard">,
  work: (place: string) => Promise<T>,
): Promise<T> {
  const place = store.workplace();
  try {
    return await work(place);
  } finally {
    store.discard(place);
  }
}

function writableTop(directory: string): { readonly top: string; readonly remove: () => void } {
  const top = join(directory, STORE_LAYOUT);
  const made = quietly(() => {
    for (const part of ["git", "files", "notes", "tmp"]) makeDirectories(join(top, part), 0o700);
    uninterrupted(() => {
      const probe = temporaryPath(top);
      mkdirSync(probe);
      rmSync(probe, { recursive: true });
    });
    return true;
  });
  if (made) return { top, remove: () => {} };
  const temporary = privateDirectory();
  for (const part of ["git", "files", "notes", "tmp"]) mkdirSync(join(temporary.path, part));
  return { top: temporary.path, remove: () => temporary.remove() };
}

function writeWhole(path: string, content: string | Uint8Array, temporary: string): void {
  try {
    writeFileSync(temporary, content, { flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/** Removes an entry in one step, so that no process reads it while it is incomplete. */
function moveAway(path: string, aside: string): void {
  renameSync(path, aside);
  removeQuietly(aside);
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** Marks an entry as used, so that it is not removed as an old one. */
function touch(path: string): void {
  const now = new Date();
  quietly(() => utimesSync(path, now, now));
}
