/** Finds the objects that a partial clone lacks, without fetching, and fetches them in one request. */
import { resolve as resolvePath } from "node:path";
import { type PrivateDirectory, privateDirectory } from "../../processes/index.ts";
import { type GitContext, type GitOutput, outputOfGit, runGit, runTwice } from "./git-process.ts";
import { listedDirectory } from "./snapshot.ts";

export interface MissingObjects {
  /** Tells whether git fetches objects of this clone when they are read, one by one. */
  isPartial(): Promise<boolean>;
  /**
   * Fetches those of the objects that the clone lacks, with the credentials of its configuration. Calls of the same moment
   * make one request. What cannot be fetched stays missing: reading it fails with git's reason.
   */
  fetch(ids: Iterable<string>): Promise<void>;
  close(): void;
}

interface MissingObjectsOptions {
  /** Gets a line before each fetch, and one if it fails. */
  readonly log: (line: string) => void;
  /** The context in which objects are read. It may change. */
  readonly reading: () => GitContext;
  /** Runs one fetch of the repository at a time. */
  readonly oneByOne: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The options with which git fetches single objects itself. It does not ask the server what both sides have. */
const FETCH = [
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--recurse-submodules=no",
  "--filter=blob:none",
  "--stdin",
];
const TIMEOUT_SECONDS = 600;
/** The exit code of a git that does not know an option: `--stdin` is of version 2.29. */
const USAGE = 129;

export function missingObjects(git: GitContext, options: MissingObjectsOptions): MissingObjects {
  const { log, reading, oneByOne } = options;
  const known = new Set<string>();
  let wanted = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let remote: Promise<string | undefined> | undefined;
  let objects: Promise<string> | undefined;
  let probe: PrivateDirectory | undefined;

  const promisor = (): Promise<string | undefined> => (remote ??= promisorOf(git));

  async function flush(): Promise<void> {
    // The trees of both sides may ask at the same time.
    await new Promise(setImmediate);
    const ids = [...wanted];
    wanted = new Set();
    const from = ids.length === 0 ? undefined : await promisor();
    if (from === undefined) return;
    for (const id of ids) known.add(id);
    const missing = await missingAmong(ids);
    if (missing.length === 0) return;
    log(`Fetching ${missing.length} objects from ${from}, as this partial clone does not have them.`);
    const result = await oneByOne(() => fetchFrom(git, from, missing));
    if (result.code !== 0 && result.code !== USAGE) {
      log(`They could not be fetched together, so each is fetched when it is read: ${result.message}`);
    }
  }

  /**
   * Asked about an object that it lacks, git would fetch it, and versions before 2.45 cannot be told not to. So a repository
   * without remotes, which borrows all objects, is asked.
   */
  async function missingAmong(ids: readonly string[]): Promise<readonly string[]> {
    probe ??= await emptyRepository(git, ids[0]?.length === 64 ? "sha256" : "sha1");
    objects ??= outputOfGit(git, ["rev-parse", "--git-path", "objects"]);
    const also = reading().env["GIT_ALTERNATE_OBJECT_DIRECTORIES"];
    const own = listedDirectory(resolvePath(git.directory, await objects));
    const env = { ...git.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: also === undefined ? own : `${own}:${also}` };
    const context = { directory: probe.path, env };
    const args = ["cat-file", "--batch-check=%(objecttype)"];
    const lines = (await outputOfGit(context, args, { stdin: linesOf(ids) })).split("\n");
    return ids.filter((_, index) => lines[index]?.endsWith(" missing"));
  }

  return {
    isPartial: async () => (await promisor()) !== undefined,
    fetch(ids) {
      for (const id of ids) if (!known.has(id)) wanted.add(id);
      if (wanted.size > 0) running = running.then(flush, flush);
      return running;
    },
    close: () => probe?.remove(),
  };
}

/** The remote that a partial clone fetches missing objects from. */
async function promisorOf(git: GitContext): Promise<string | undefined> {
  const pattern = "^(remote\\..*\\.promisor|extensions\\.partialclone)$";
  const { stdout } = await runGit(git, ["config", "--null", "--get-regexp", pattern]);
  for (const row of stdout.split("\0")) {
    const [key = "", value = "true"] = row.split("\n");
    const name = /^remote\.(.*)\.promisor$/s.exec(key)?.[1];
    if (name === undefined ? key !== "" : isTrue(value)) {
      const remote = name ?? value;
      // It must not become an option.
      return remote.startsWith("-") ? undefined : remote;
    }
  }
  return undefined;
}

function isTrue(value: string): boolean {
  return ["true", "yes", "on", "1"].includes(value.toLowerCase());
}

async function emptyRepository(git: GitContext, format: string): Promise<PrivateDirectory> {
  const directory = privateDirectory();
  const formats = format === "sha1" ? [] : [`--object-format=${format}`];
  const args = ["init", "--quiet", "--bare", "--template=", ...formats];
  await outputOfGit({ ...git, directory: directory.path }, args);
  return directory;
}

async function fetchFrom(git: GitContext, remote: string, ids: readonly string[]): Promise<GitOutput> {
  const context = { ...git, settings: ["fetch.negotiationAlgorithm=noop"] };
  const options = { stdin: linesOf(ids), timeoutSeconds: TIMEOUT_SECONDS };
  return runTwice(() => runGit(context, ["fetch", ...FETCH, remote], options));
}

function linesOf(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}
