/**
 * Carries renderings of charts from run to run by the Actions cache; docs/specification/helm-charts.md 9.4 to 9.7. Each run saves those that
 * it has used as one entry, and the next run reads the newest one.
 */
import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import { type KeptRenderings, questionOf, renderingsInStore } from "../../charts/index.ts";
import {
  type ContentStore,
  digestOfBytes,
  readTar,
  type TarEntry,
  withWorkplace,
  writeHashed,
} from "../../store/index.ts";
import type { FunctionInputs } from "../inputs/index.ts";
import { MAX_FILES, packFiles } from "./cache-archive.ts";
import type { NewestEntries } from "./cache-process.ts";
import { clientOfBundle } from "./store-cache.ts";

/** The version of the key, and of what an entry contains. */
const KEY = "krm-render-charts-v1-";
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;
/** The most bytes that a tar archive adds to each file, with a long name. */
const ENTRY_BYTES = 2048;
/** The names of files in an entry: the key of a rendering, and the digest of the file. */
const NAME = /^([0-9a-f]{64})-([0-9a-f]{64})$/;

export interface RenderingsCacheOptions {
  /** Keeps the renderings on this machine. Its limits and its scope stay in force. */
  readonly store: ContentStore;
  /** Receives one line for each result, and at most one for a cache that cannot be used. */
  readonly log: (line: string) => void;
  /** All variables of the runner: the client of the cache needs the token that other programs do not get. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly save: FunctionInputs["cacheSave"];
  /** True if strangers may have written the rendered files. Such runs keep nothing. */
  readonly isUntrusted: boolean;
  /** True if strangers can cause the event, and its runs have secrets. Such runs read nothing that was kept. */
  readonly isPrivileged: boolean;
  /** The client. Default: that of dist/. */
  readonly client?: NewestEntries | undefined;
}

export interface RenderingsCache {
  /** For the charts of the run. Undefined for runs that neither read nor keep anything. */
  readonly kept: KeptRenderings | undefined;
  /** Saves the renderings that the run has used, if some are new. Never fails. */
  readonly save: () => Promise<void>;
}

/** Opens the cache. The entry is read when a rendering is wanted that the store does not have. */
export function createRenderingsCache(options: RenderingsCacheOptions): RenderingsCache {
  const { store, log, environment, isUntrusted, isPrivileged } = options;
  if (isPrivileged) return { kept: undefined, save: async () => {} };
  const client = options.client ?? clientOfBundle(environment, MAX_TOTAL_BYTES + (MAX_FILES + 1) * ENTRY_BYTES);
  const inStore = renderingsInStore(store);
  /** The keys of the renderings that the run has used. */
  const used = new Set<string>();
  let hasNew = false;
  let restoring: Promise<void> | undefined;

  function complain(problem: string): void {
    const reason = problem.replace(/[.\s]+$/, "");
    log(`The Actions cache cannot be used for charts: ${reason}. The result of the run is the same without it.`);
  }

  /** Neither a full disk nor a defect of the client may end the run. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      complain((thrown as Error).message);
    }
  }

  async function restore(): Promise<void> {
    if (client === undefined) return;
    await withWorkplace(store, async (place) => {
      const archive = join(place, "entry");
      const { isDone, problem } = await client.restoreNewest(KEY, archive, place);
      if (problem !== undefined) complain(problem);
      if (!isDone) return;
      const { restored, damage } = await unpackRenderings(archive, place, store);
      if (damage !== undefined) complain(`its entry is damaged, because ${damage}`);
      log(`Restored ${countOf(restored)} from the Actions cache.`);
    });
  }

  async function saveUsed(): Promise<void> {
    if (client === undefined) return;
    const files = await storedFiles(store, used);
    if (files.size === 0) return;
    const key = KEY + digestOfBytes([...files.keys()].sort().join("\n"));
    await withWorkplace(store, async (place) => {
      const archive = join(place, "entry");
      await packFiles(files, archive);
      const { isDone, problem } = await client.save(key, archive, place);
      if (isDone) log(`Saved ${countOf(files.size)} to the Actions cache.`);
      else complain(problem ?? "it takes no entries in this run");
    });
  }

  return {
    kept: {
      async get(key) {
        let found = await inStore.get(key);
        if (found === undefined) {
          restoring ??= attempt(restore);
          await restoring;
          found = await inStore.get(key);
        }
        if (found !== undefined) used.add(key);
        return found;
      },
      async put(key, rendering) {
        if (isUntrusted) return;
        await inStore.put(key, rendering);
        used.add(key);
        hasNew = true;
      },
    },
    async save() {
      if (options.save === "never" || isUntrusted || !hasNew) return;
      await attempt(saveUsed);
    },
  };
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? "rendering" : "renderings"} of charts`;
}

/** The files of renderings by the names that they have in an entry, as many as it may hold. */
async function storedFiles(store: ContentStore, keys: ReadonlySet<string>): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  let left = MAX_TOTAL_BYTES;
  for (const key of keys) {
    const digest = store.recall(questionOf(key));
    const path = digest === undefined ? undefined : await store.filePath(digest);
    if (path === undefined || files.size === MAX_FILES) continue;
    const { size } = statSync(path);
    if (size > left) continue;
    left -= size;
    files.set(`${key}-${digest}`, path);
  }
  return files;
}

/**
 * Moves the files of an entry that have the digest of their name to the store. Everything in the archive is hostile: the first thing that
 * is no such file ends the reading.
 */
async function unpackRenderings(
  archive: string,
  place: string,
  store: ContentStore,
): Promise<{ readonly restored: number; readonly damage: string | undefined }> {
  let restored = 0;
  let entries = 0;
  let left = MAX_TOTAL_BYTES;

  async function take({ name, type, bytes, content }: TarEntry): Promise<void> {
    const [, key, digest] = NAME.exec(name) ?? [];
    if (key === undefined || digest === undefined || type !== "file") throw new Error("it holds something else");
    left -= bytes;
    if (++entries > MAX_FILES || left < 0) throw new Error("it holds too much");
    const to = join(place, `file-${entries}`);
    if ((await writeHashed(content, to)) !== digest) throw new Error("a file in it has another digest than its name");
    // What this machine has rendered counts more.
    const known = store.recall(questionOf(key));
    if (known !== undefined && (await store.filePath(known)) !== undefined) return;
    await store.moveFile(digest, to);
    store.note(questionOf(key), digest);
    restored++;
  }

  try {
    await readTar(createReadStream(archive), [], take);
    return { restored, damage: undefined };
  } catch (thrown) {
    return { restored, damage: (thrown as Error).message };
  }
}
