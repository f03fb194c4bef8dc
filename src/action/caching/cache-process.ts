/** Runs the client of the Actions cache, and keeps it from the disk and the log of the runner; docs/specification/store.md 5.4. */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runProgram } from "../../processes/index.ts";
import { maskSecrets, shorten } from "../../text/index.ts";

/** The client derives the version of an entry from the paths, so equal paths find entries of other runners. */
export const CACHED_PATHS = ["."] as const;
/** The exit status for an entry that was not found, or not saved. */
export const NOT_DONE = 3;

/** The port to the entries of the cache. */
export interface CacheClient {
  /** Writes the content of an entry to a file. */
  restore(key: string, to: string, place: string): Promise<CacheAnswer>;
  /** Makes an entry of a file, which it may move away. Entries never change: the first one with a key stays. */
  save(key: string, from: string, place: string): Promise<CacheAnswer>;
}

/** The port to entries that follow one another. */
export interface NewestEntries extends Pick<CacheClient, "save"> {
  /** Writes the content of the newest entry whose key begins with a text to a file. */
  restoreNewest(beginning: string, to: string, place: string): Promise<CacheAnswer>;
}

export interface CacheAnswer {
  readonly isDone: boolean;
  /** The first complaint of the client. */
  readonly problem: string | undefined;
}

export interface CacheProcessOptions {
  /** The path of `dist/cache.js`. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The largest entry that is downloaded. */
  readonly maxBytes: number;
}

const TIMEOUT_MS = 10 * 60 * 1000;
const CHECK_MS = 500;
const TOO_LARGE = "the entry is too large";
const MAX_COMPLAINT = 300;
const LIMITS = { timeoutMs: TIMEOUT_MS, stdoutBytes: 1024 * 1024, stderrBytes: 64 * 1024 };

/** The runner's variables that the client needs: the service, proxies and certificates. No other token. */
const PASSED =
  /^(?:ACTIONS_(?:CACHE|RESULTS|RUNTIME|ORCHESTRATION)_.*|GITHUB_SERVER_URL|PATH|HOME|TMPDIR|LANG|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:HTTPS?|NO|ALL)_PROXY)$/i;

/**
 * Takes the place of tar. The client unpacks what it downloads by `tar -P`, which writes wherever the archive says, also
 * through links. This one only moves the file; {@link createStoreCache} reads it.
 */
const TAR = `#!/bin/sh
case " $* " in
*" -xf "*) exec mv "$KRM_RENDER_CACHE"/temp/*/cache.tgz "$KRM_RENDER_CACHE/archive" ;;
*" -cf "*) exec mv "$KRM_RENDER_CACHE/archive" cache.tgz ;;
esac
exit 1
`;
/** Without zstd the client names the file and the version of the entry the same on all runners. */
const ZSTD = "#!/bin/sh\nexit 1\n";

/**
 * Runs the client in a process of its own. So its annotations do not reach the log, the programs that it starts are ours, and
 * what it downloads can be limited: it checks no size.
 */
export function cacheProcess({ program, environment, maxBytes }: CacheProcessOptions): CacheClient & NewestEntries {
  async function run(task: string, key: string, place: string): Promise<CacheAnswer> {
    const bin = join(place, "bin");
    const temp = join(place, "temp");
    for (const directory of [bin, temp]) mkdirSync(directory, { recursive: true });
    for (const [name, script] of [["tar", TAR] as const, ["zstd", ZSTD] as const]) {
      writeFileSync(join(bin, name), script);
      chmodSync(join(bin, name), 0o700);
    }
    const passed = Object.entries(environment).filter(([name]) => PASSED.test(name));
    const env = {
      ...Object.fromEntries(passed),
      PATH: [bin, environment["PATH"] ?? ""].join(delimiter),
      KRM_RENDER_CACHE: place,
      RUNNER_TEMP: temp,
      GITHUB_WORKSPACE: place,
    };
    const tooLarge = new AbortController();
    const watch = setInterval(() => {
      if (bytesIn(temp) > maxBytes) tooLarge.abort();
    }, CHECK_MS);
    const args = [program, task, key];
    const outcome = await runProgram({
      command: process.execPath,
      args,
      cwd: place,
      env,
      limits: LIMITS,
      signal: tooLarge.signal,
    });
    clearInterval(watch);
    const isDone = outcome.exitCode === 0;
    if (tooLarge.signal.aborted) return { isDone: false, problem: TOO_LARGE };
    const complaint = complaintIn(Buffer.from(outcome.stdout).toString());
    const failed = isDone || outcome.exitCode === NOT_DONE ? undefined : (outcome.detail ?? "the client has failed");
    return { isDone, problem: complaint ?? failed };
  }

  async function restored(task: string, key: string, to: string, place: string): Promise<CacheAnswer> {
    const answer = await run(task, key, place);
    const archive = join(place, "archive");
    if (!answer.isDone || !existsSync(archive)) return { ...answer, isDone: false };
    if (statSync(archive).size > maxBytes) return { isDone: false, problem: TOO_LARGE };
    renameSync(archive, to);
    return answer;
  }

  return {
    restore: (key, to, place) => restored("restore", key, to, place),
    restoreNewest: (beginning, to, place) => restored("restore-newest", beginning, to, place),
    save(key, from, place) {
      renameSync(from, join(place, "archive"));
      return run("save", key, place);
    },
  };
}

/** The first warning or error that the client has written for the log of the runner. */
function complaintIn(output: string): string | undefined {
  const [, text] = /^::(?:warning|error)[^:\n]*::(.*)$/m.exec(output) ?? [];
  if (text === undefined) return undefined;
  const plain = text.replaceAll("%0D", "").replaceAll("%0A", " ").replaceAll("%25", "%");
  // The queries of the service's addresses are credentials.
  return shorten(maskSecrets(plain.replace(/(https?:\/\/[^\s?]*)\?\S*/g, "$1")), MAX_COMPLAINT);
}

/** The total size of the files below a directory. Files that the client removes meanwhile count nothing. */
function bytesIn(directory: string): number {
  let bytes = 0;
  try {
    for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
      bytes += statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
    }
  } catch {
    // A directory was removed while it was listed.
  }
  return bytes;
}
