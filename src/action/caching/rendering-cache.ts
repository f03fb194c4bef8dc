/**
 * Carries renderings of charts from run to run by the Actions cache; docs/specification/store.md 7.
 *
 * Unlike the files of the store, a rendering cannot be verified by what it is kept for: who writes an entry decides what reviews show.
 * So only runs use it whose files are by people who may write to the repository.
 */
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import { type KeptRenderings, questionOf, renderingsInStore } from "../../charts/index.ts";
import { digestOfBytes, type LazyStore, readTar, withWorkplace } from "../../store/index.ts";
import { packFiles } from "./cache-archive.ts";
import { type CacheClient, cacheComplaints, cacheOfRunner } from "./cache-process.ts";

/** The version of the key, and of what an entry contains. */
const KEY = "krm-render-renderings-v1-";
const MAX_TOTAL_BYTES = 64 * 1024 ** 2;
const MAX_BYTES = 16 * 1024 ** 2;
const MAX_RENDERINGS = 2000;
/** The most bytes that a tar archive adds to each file. */
const ENTRY_BYTES = 1024;
/** To restore an entry, or to save one, takes as long as helm needs for so many charts. */
const WORTH = 8;

export interface RenderingCacheOptions {
  /** Has what this machine keeps, and gets what is restored. Its limits and its scope stay in force. */
  readonly store: LazyStore;
  /** Receives one line for each result, and at most one for a cache that cannot be used. */
  readonly log: (line: string) => void;
  /** All variables of the runner: the client of the cache needs the token that other programs do not get. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isSaved: boolean;
  /** The client. Default: that of dist/. */
  readonly client?: CacheClient | undefined;
}

export type RenderingCache = KeptRenderings & {
  /** Saves what this run has used, if much of it was new. Never fails. */
  save(): Promise<void>;
};

export function createRenderingCache(options: RenderingCacheOptions): RenderingCache {
  const { store, log, environment, isSaved } = options;
  const client = options.client ?? cacheOfRunner(environment, MAX_TOTAL_BYTES + MAX_RENDERINGS * ENTRY_BYTES);
  const kept = renderingsInStore(store);
  const complain = cacheComplaints(log);
  /** The keys that this run has asked for, then those of the entry that was restored. */
  const [used, restored] = [new Set<string>(), new Set<string>()];
  let [missed, added] = [0, 0];
  let restoring: Promise<void> | undefined;

  async function restore(): Promise<void> {
    await withWorkplace(store, async (place) => {
      const archive = join(place, "entry");
      const { isDone, problem } = (await client?.restoreNewest(KEY, archive, place)) ?? {};
      if (problem !== undefined) complain(problem);
      if (isDone !== true) return;
      await unpack(archive).catch((thrown: unknown) => {
        complain(`its entry is damaged, because ${(thrown as Error).message}`);
      });
      log(`Restored ${restored.size} ${restored.size === 1 ? "rendering" : "renderings"} from the Actions cache.`);
    });
  }

  async function unpack(archive: string): Promise<void> {
    let left = MAX_TOTAL_BYTES;
    await readTar(createReadStream(archive), [], async ({ name, type, bytes, content }) => {
      const [, key, digest] = /^([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(name) ?? [];
      if (key === undefined || digest === undefined || type !== "file") throw new Error("it holds something else");
      left -= bytes;
      if (bytes > MAX_BYTES || left < 0 || restored.size >= MAX_RENDERINGS) throw new Error("it is too large");
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      const file = Buffer.concat(parts);
      if (digestOfBytes(file) !== digest) throw new Error("a rendering in it has another digest than its name");
      restored.add(key);
      // What the machine has counts.
      if (store.recall(questionOf(key)) !== undefined) return;
      store.keepFile(digest, file);
      store.note(questionOf(key), digest);
    });
  }

  async function saveAll(): Promise<void> {
    const files = new Map<string, string>();
    let bytes = 0;
    for (const key of new Set([...used, ...restored])) {
      const digest = store.recall(questionOf(key));
      const path = digest === undefined ? undefined : await store.filePath(digest);
      if (path === undefined) continue;
      bytes += statSync(path).size;
      if (bytes > MAX_TOTAL_BYTES || files.size === MAX_RENDERINGS) break;
      files.set(`${key}.${digest}`, path);
    }
    const key =
      KEY +
      createHash("sha256")
        .update([...files.keys()].sort().join("\n"))
        .digest("hex");
    await withWorkplace(store, async (place) => {
      const archive = join(place, "entry");
      await packFiles(files, archive);
      const { isDone, problem } = (await client?.save(key, archive, place)) ?? {};
      if (isDone === true) log(`Saved ${files.size} renderings to the Actions cache.`);
      else complain(problem ?? "it takes no entries in this run");
    });
  }

  /** Neither a full disk nor a defect of the client may end the run. */
  const attempt = (work: () => Promise<void>): Promise<void> =>
    work().catch((thrown: unknown) => complain((thrown as Error).message));

  return {
    async get(key) {
      used.add(key);
      const found = await kept.get(key);
      if (found !== undefined || client === undefined) return found;
      missed++;
      if (missed <= WORTH) return undefined;
      restoring ??= attempt(restore);
      await restoring;
      return kept.get(key);
    },
    async put(key, rendering) {
      added++;
      await kept.put(key, rendering);
    },
    async save() {
      if (client !== undefined && isSaved && added > WORTH) await attempt(saveAll);
    },
  };
}
