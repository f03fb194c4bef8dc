/**
 * Carries files of the content store from run to run by the Actions cache; docs/specification/store.md 5.
 *
 * The cache saves fetching, and decides nothing: whatever it answers, the run continues, and only files with a wanted digest
 * reach the store.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { ContentStore } from "../../store/index.ts";
import { sizeText } from "../../text/index.ts";
import type { FunctionInputs } from "../inputs/index.ts";
import { MAX_FILES, packFiles, unpackFiles } from "./cache-archive.ts";
import { closureOf } from "./cache-closure.ts";
import { type CacheClient, cacheProcess, type NewestEntries } from "./cache-process.ts";

declare const BUNDLED: true | undefined;

/** The version of the key, and of what an entry contains. */
const KEY = "krm-render-store-v1-";
const MAX_TOTAL_BYTES = 4 * 1024 ** 3;
/** The most bytes that a tar archive adds to each file. */
const ENTRY_BYTES = 1024;

export interface StoreCacheOptions {
  /** Gets the restored files, and has the files to save. Its limits and its scope stay in force. */
  readonly store: ContentStore;
  /** Receives one line for each result, and at most one for a cache that cannot be used. */
  readonly log: (line: string) => void;
  /** All variables of the runner: the client of the cache needs the token that other programs do not get. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly save: FunctionInputs["cacheSave"];
  /** True if strangers may have written the rendered files. With `auto`, such runs save nothing. */
  readonly isUntrusted: boolean;
  /** The client. Default: that of dist/. */
  readonly client?: CacheClient | undefined;
}

export type StoreCache = ReturnType<typeof createStoreCache>;

export function createStoreCache(options: StoreCacheOptions) {
  const { store, log, environment, save, isUntrusted } = options;
  const client = options.client ?? clientOfBundle(environment);
  /** The keys of entries that exist, or that could not be made. */
  const settled = new Set<string>();
  /** The keys of which the store had all files. */
  const complete = new Set<string>();
  let hasComplained = false;

  function complain(problem: string): void {
    if (hasComplained) return;
    hasComplained = true;
    const reason = problem.replace(/[.\s]+$/, "");
    log(`The Actions cache cannot be used: ${reason}. The result of the run is the same without it.`);
  }

  async function restore(digests: readonly string[]): Promise<number> {
    const wanted = sortedDigests(digests);
    const key = keyOf(wanted);
    if ((await closureOf(wanted, (digest) => store.filePath(digest))) !== undefined) {
      complete.add(key);
      return 0;
    }
    if (wanted.length > MAX_FILES || client === undefined) return 0;
    return within(store, async (place) => {
      const archive = join(place, "entry");
      const { isDone, problem } = await client.restore(key, archive, place);
      if (problem !== undefined) complain(problem);
      if (!isDone) return 0;
      const unpacked = await unpackFiles(archive, place, new Set(wanted), MAX_TOTAL_BYTES);
      if (unpacked.problem !== undefined) complain(`its entry is damaged, because ${unpacked.problem}`);
      // The entry stays until it expires: nothing can replace it.
      settled.add(key);
      let restored = 0;
      for (const [digest, path] of unpacked.files) {
        if ((await store.filePath(digest)) !== undefined) continue;
        await store.moveFile(digest, path);
        restored++;
      }
      log(`Restored ${restored} ${restored === 1 ? "file" : "files"} from the Actions cache.`);
      return restored;
    });
  }

  async function saveFiles(digests: readonly string[]): Promise<void> {
    const wanted = sortedDigests(digests);
    const key = keyOf(wanted);
    if (client === undefined || wanted.length === 0 || wanted.length > MAX_FILES || settled.has(key)) return;
    if (save === "auto" && complete.has(key)) return;
    const files = await closureOf(wanted, (digest) => store.filePath(digest));
    // An entry can never be completed, so an incomplete one would be in the way.
    if (files === undefined || files.size > MAX_FILES) return;
    const bytes = [...files.values()].reduce((sum, path) => sum + statSync(path).size, 0);
    if (bytes > MAX_TOTAL_BYTES) {
      complain(`${sizeText(bytes)} are too much for one entry`);
      return;
    }
    await within(store, async (place) => {
      const archive = join(place, "entry");
      await packFiles(files, archive);
      const { isDone, problem } = await client.save(key, archive, place);
      settled.add(key);
      if (isDone) log(`Saved ${files.size} files to the Actions cache.`);
      else complain(problem ?? "it takes no entries in this run");
    });
  }

  /** Neither a full disk nor a defect of the client may end the run. */
  async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      complain((thrown as Error).message);
      return otherwise;
    }
  }

  return {
    /** Fetches the files that the store lacks among these and the files that they lead to. Never fails. @returns the number of files */
    restore: (digests: readonly string[]): Promise<number> => attempt(() => restore(digests), 0),
    /** Saves these files and those that they lead to, if the store has all of them and the cache lacks some. Never fails. */
    async save(digests: readonly string[]): Promise<void> {
      if (save === "never" || (save === "auto" && isUntrusted)) return;
      await attempt(() => saveFiles(digests), undefined);
    },
  };
}

/** The key of an entry: it names exactly the files that the entry contains. */
function keyOf(digests: readonly string[]): string {
  return KEY + createHash("sha256").update(digests.join("\n")).digest("hex");
}

function sortedDigests(digests: readonly string[]): readonly string[] {
  return [...new Set(digests)].filter((digest) => /^[0-9a-f]{64}$/.test(digest)).sort();
}

async function within<T>(store: ContentStore, work: (place: string) => Promise<T>): Promise<T> {
  const place = store.workplace();
  try {
    return await work(place);
  } finally {
    store.discard(place);
  }
}

/** Undefined where no cache can be reached: on a runner without the service, on Windows, and outside of dist/. */
export function clientOfBundle(
  environment: StoreCacheOptions["environment"],
  maxBytes = MAX_TOTAL_BYTES + (MAX_FILES + 1) * ENTRY_BYTES,
): (CacheClient & NewestEntries) | undefined {
  const service = environment["ACTIONS_RESULTS_URL"] || environment["ACTIONS_CACHE_URL"];
  if (!service || process.platform === "win32" || typeof BUNDLED === "undefined") return undefined;
  return cacheProcess({ program: join(__dirname, "cache.js"), environment, maxBytes });
}
