/**
 * Keeps what V8 compiled of a script for the next process that runs it.
 *
 * Node can do that by itself (`enableCompileCache`), but it keeps what there is before the script runs, and functions are
 * compiled when they are first called: hundreds of them in the smallest build. What is kept here is kept when the process
 * ends.
 */
import {
  closeSync,
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

/** The first runs may have failed early, or had little to do: so many more add what they ran, and then one a day. */
const RENEWALS = 2;

/** Of the exit status: a command that was not understood has run hardly anything. */
const WRONG_USAGE = 2;

/**
 * The file of a script, as a function. Code is kept in `$XDG_CACHE_HOME/krm-render/code`, unless
 * `NODE_DISABLE_COMPILE_CACHE` is set or nothing can be written there.
 * @param file holds ASCII only
 * @param parameters of the function
 * @param key names what is kept: not the same for other bytes, nor for what runs other functions of it
 */
export function keptScript(file: string, parameters: readonly string[], key: string): Script {
  const place = placeOf(key);
  const kept = place && keptIn(place);
  // One string from the start: V8 is slow with a source that it was given as a sum.
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
      // V8 forgets what has not run for long.
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
  /** How often it was written anew, as far as that matters. */
  readonly renewals: number;
  /** Whether it may stay as it is. */
  readonly isSettled: boolean;
}

/** V8 runs what it is given, so only the user's own file counts, and only if every byte is what was written. */
function keptIn({ file }: Place): Kept | undefined {
  try {
    const descriptor = openSync(file, "r");
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
 * Written twice: to compare takes no time, to compute a checksum takes more than the compiled code saves. Where it cannot be
 * written, the next run is as slow as this one, and that is all.
 */
function keep({ directory, file }: Place, code: Buffer, renewals: number): void {
  // Processes in containers may share the directory, and their numbers.
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
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

/** What other versions left, and processes that were killed; what is still in use is written anew. */
function removeOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = `${directory}/${name}`;
    if (statSync(path).mtimeMs < Date.now() - KEPT_FOR) rmSync(path, { force: true });
  }
}
