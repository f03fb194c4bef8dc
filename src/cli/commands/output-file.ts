/** Writes a file that the command line names; docs/specification/command-line.md 2.2. */
import { closeSync, constants, ftruncateSync, lstatSync, openSync, readFileSync, writeSync } from "node:fs";
import {
  type Chunks,
  type CreateFile,
  partsOf,
  unwritable,
  writeFileAtomically,
  writeFully,
} from "../../render/index.ts";

/**
 * Replaces a file, or a symlink itself, in one step. Anything else, such as a pipe, is written to, and so is everything below
 * `/dev` and `/proc`: replacing `/dev/null` would harm every program of the machine. A file that may be written, but not
 * replaced, because of its directory or because it is mounted, is written to as well.
 * @throws KrmError `output-unwritable`
 */
export function writeOrReplace(path: string, text: string | Chunks, create?: CreateFile): void {
  const isOfSystem = /^\/(?:dev|proc)\//.test(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (isOfSystem || !(there === undefined || there.isFile() || there.isSymbolicLink())) return writeTo(path, text);
  try {
    writeFileAtomically(path, text, create);
  } catch (thrown) {
    const code = ((thrown as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? "";
    if (!there?.isFile() || !IRREPLACEABLE.has(code) || !overwrite(path, text)) throw thrown;
  }
}

const IRREPLACEABLE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "EBUSY"]);

function writeTo(path: string, text: string | Chunks): void {
  try {
    const file = openSync(path, "w");
    try {
      for (const part of partsOf(text)) writeFully(file, part);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Changes the content of a file, or restores it if the disk is full. Returns whether the file may be written. */
function overwrite(path: string, text: string | Chunks): boolean {
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  } catch {
    return false;
  }
  try {
    const before = readFileSync(file);
    try {
      fill(file, partsOf(text));
    } catch (error) {
      fill(file, [before]);
      throw error;
    }
    return true;
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    closeSync(file);
  }
}

/** Shortens the file last, so that the disk has room for the former content. */
function fill(file: number, parts: Iterable<Uint8Array>): void {
  let length = 0;
  for (const bytes of parts) {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(file, bytes, written, bytes.length - written, length + written);
    }
    length += bytes.length;
  }
  ftruncateSync(file, length);
}
