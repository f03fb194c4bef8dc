/** Writes files atomically: readers see the old file or the new one, never a part. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { failure, KrmError } from "../diagnostics.ts";
import { cleanUpAtExit } from "../processes/index.ts";

/**
 * Makes a file that does not exist yet, with all of the bytes. A port, so that tests can fill the disk.
 * @param mode at most these permissions; those of the process if absent
 */
export type CreateFile = (path: string, bytes: Uint8Array, mode?: number) => void;

/** `wx` refuses to follow a link that another process made under this name. */
const createFile: CreateFile = (path, bytes, mode) => writeFileSync(path, bytes, { flag: "wx", mode });

/** A text that may be longer than a string can be: starts it anew at each call. */
export type Chunks = () => Iterable<string>;

/** A file is written in parts of at least so many bytes. */
const MIN_PART = 4 * 1024 * 1024;

/** The bytes of a text, in parts: one if the text is short. */
export function* partsOf(text: string | Chunks): Generator<Uint8Array, void> {
  if (typeof text === "string") return void (yield Buffer.from(text));
  let chunks: string[] = [];
  let length = 0;
  for (const chunk of text()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < MIN_PART) continue;
    yield Buffer.from(chunks.join(""));
    chunks = [];
    length = 0;
  }
  yield Buffer.from(chunks.join(""));
}

/**
 * Writes a temporary file in the same directory and renames it. Replaces an existing file, and keeps its permissions; replaces
 * a symbolic link itself and not its target. Leaves a file with the same bytes alone, unless they are several parts. A failure
 * leaves what was there. A signal ends the process after this, so that it leaves no temporary file.
 * @throws KrmError `output-unwritable`, and the errors of `text`
 */
export function writeFileAtomically(path: string, text: string | Chunks, create: CreateFile = createFile): void {
  const parts = partsOf(text);
  const bytes = parts.next().value ?? Buffer.of();
  const second = parts.next().value;
  const present = presentFile(path, bytes);
  // Reading a file is much faster than replacing it.
  if (second === undefined && present?.holdsBytes) return;
  // Not the name with a suffix, which may exceed the length limit of the file system.
  const temporary = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  const remove = (): void => rmSync(temporary, { force: true });
  // Without a listener, a signal would end the process at once.
  const cancelCleanup = cleanUpAtExit("directories", remove);
  try {
    create(temporary, bytes, present?.permissions);
    if (second !== undefined) append(temporary, second, parts);
    // The process may have left some out.
    if (present !== undefined) chmodSync(temporary, present.permissions);
    renameSync(temporary, path);
  } catch (error) {
    remove();
    throw error instanceof KrmError ? error : unwritable(path, error);
  } finally {
    cancelCleanup();
  }
}

function append(path: string, first: Uint8Array, rest: Iterable<Uint8Array>): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
  try {
    writeFully(file, first);
    for (const part of rest) writeFully(file, part);
  } finally {
    closeSync(file);
  }
}

/** Writes all bytes to an open file; one call may write only some. */
export function writeFully(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/** The error for a file that cannot be written. */
export function unwritable(file: string, cause: unknown): KrmError {
  const hint = HINTS[(cause as NodeJS.ErrnoException).code ?? ""];
  return failure("output-unwritable", `cannot be written: ${reasonOf(cause)}`, { file, cause, ...(hint && { hint }) });
}

/** The reason for an error, without the call and the path that Node adds, which may be that of a temporary file. */
export function reasonOf(error: unknown): string {
  return (error as Error).message.replace(/, [a-z]+(?: '.*')?$/s, "");
}

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "Free some space on its disk, or write to another one.",
  EDQUOT: "Free some space in the quota of this user, or write to another disk.",
};

/** The regular file at a path, not a link to one. Undefined if there is none, or if it may not be read. */
function presentFile(path: string, bytes: Uint8Array): { holdsBytes: boolean; permissions: number } | undefined {
  let file: number;
  try {
    // O_NONBLOCK, because opening a pipe would block.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const holdsBytes = stats.size === bytes.length && readFileSync(file).equals(bytes);
    return { holdsBytes, permissions: stats.mode & 0o777 };
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
