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

const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

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
  const cachedData = place && keptIn(place);
  // One string from the start: V8 is slow with a source that it was given as a sum.
  const source = Buffer.concat([
    Buffer.from(`(function (${parameters.join(", ")}) {`),
    readFileSync(file),
    Buffer.from("\n})"),
  ]).toString("latin1");
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  if (place !== undefined && (cachedData === undefined || script.cachedDataRejected)) {
    process.once("exit", (status) => {
      if (status !== WRONG_USAGE) keep(place, script.createCachedData());
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

/** V8 runs what it is given, so only the user's own file counts, and only if every byte is what was written. */
function keptIn({ file }: Place): Buffer | undefined {
  try {
    const descriptor = openSync(file, "r");
    try {
      const { uid, mode } = fstatSync(descriptor);
      if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined;
      const twice = readFileSync(descriptor);
      const half = twice.length / 2;
      const [first, second] = [twice.subarray(0, half), twice.subarray(half)];
      return first.equals(second) ? first : undefined;
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
function keep({ directory, file }: Place, code: Buffer): void {
  // Processes in containers may share the directory, and their numbers.
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeOld(directory);
    writeFileSync(temporary, Buffer.concat([code, code]), { flag: "wx", mode: 0o600 });
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
