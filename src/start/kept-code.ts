/**
 * Keeps the compiled code of a script for the next process that runs it.
 *
 * Node's own `enableCompileCache` saves the code before the script runs. V8 compiles a function when it is first called, so
 * that cache lacks the hundreds of functions that even the smallest build calls. This one is saved when the process ends.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Script } from "node:vm";

const DAY = 24 * 60 * 60 * 1000;
const KEPT_FOR = 30 * DAY;

/** A first run may fail early or do little, so this many more runs add their code, and then one run a day. */
const RENEWALS = 2;

/** The exit status of a run that has executed almost nothing. */
const WRONG_USAGE = 2;

/**
 * Loads a script as a function. Its code is kept in `$XDG_CACHE_HOME/krm-render/code`, unless `NODE_DISABLE_COMPILE_CACHE` is
 * set or that directory cannot be written.
 * @param file its content must be ASCII
 * @param parameters of the function
 * @param key the name of the kept file; it must differ for every content, and for every command, which calls other functions
 */
export function keptScript(file: string, parameters: readonly string[], key: string): Script {
  const place = placeOf(key);
  const kept = place && keptIn(place);
  // Joined as bytes: V8 is slow with a source that is a concatenation of strings.
  const source = Buffer.concat([
    Buffer.from(`(function (${parameters.join(", ")}) {`),
    readFileSync(file),
    Buffer.from("\n})"),
  ]).toString("latin1");
  const script = new Script(source, { filename: file, ...(kept && { cachedData: kept.code }) });
  const isKept = kept !== undefined && !script.cachedDataRejected;
  if (place !== undefined && !(isKept && kept.isSettled)) {
    process.once("exit", (status) => {
      if (status === WRONG_USAGE) return;
      const code = script.createCachedData();
      // V8 drops code that has not run for long, so the new code may be less.
      if (isKept) keep(place, code.length > kept.code.length ? code : kept.code, kept.renewals + 1);
      else keep(place, code, 0);
    });
  }
  return script;
}

interface Place {
  readonly directory: string;
  readonly file: string;
}

function placeOf(key: string): Place | undefined {
  const { XDG_CACHE_HOME, HOME, NODE_DISABLE_COMPILE_CACHE } = process.env;
  const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
  if (!caches?.startsWith("/") || NODE_DISABLE_COMPILE_CACHE) return undefined;
  const directory = `${caches}/krm-render/code/${process.version}-${process.arch}`;
  return { directory, file: `${directory}/${key}` };
}

interface Kept {
  readonly code: Buffer;
  /** The number of times that it was rewritten, up to {@link RENEWALS}. */
  readonly renewals: number;
  /** True if this run leaves it unchanged. */
  readonly isSettled: boolean;
}

/** Kept code is as powerful as a program: it must belong to the user, be writable by nobody else, and be undamaged. */
function keptIn({ file }: Place): Kept | undefined {
  try {
    // O_NONBLOCK, because opening a pipe would block.
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { uid, mode, mtimeMs } = fstatSync(descriptor);
      if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined;
      const content = readFileSync(descriptor);
      const half = content.length >> 1;
      const code = content.subarray(0, half);
      const renewals = content[half + half];
      if (renewals === undefined || !code.equals(content.subarray(half, half + half))) return undefined;
      return { code, renewals, isSettled: renewals >= RENEWALS && mtimeMs > Date.now() - DAY };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/**
 * Writes the code twice. V8 crashes on damaged code, and comparing two copies is faster than a checksum. Errors are ignored:
 * the next run is then as slow as this one.
 */
function keep({ directory, file }: Place, code: Buffer, renewals: number): void {
  // Processes in different containers may share the directory and have the same process id.
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  try {
    makeDirectories(directory);
    removeOld(directory);
    const content = Buffer.concat([code, code, Buffer.of(Math.min(renewals, RENEWALS))]);
    writeFileSync(temporary, content, { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    try {
      rmSync(temporary, { force: true });
    } catch {}
  }
}

/** One level after the other: Node's recursive `mkdirSync` never returns below `/proc`. */
function makeDirectories(directory: string): void {
  for (let end = 0; end >= 0; ) {
    end = directory.indexOf("/", end + 1);
    const part = end < 0 ? directory : directory.slice(0, end);
    if (!existsSync(part)) mkdirSync(part, { mode: 0o700 });
  }
}

/** Removes the files of other versions and of killed processes. Files in use are rewritten once a day, so they are newer. */
function removeOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = `${directory}/${name}`;
    if (statSync(path).mtimeMs < Date.now() - KEPT_FOR) rmSync(path, { force: true });
  }
}
