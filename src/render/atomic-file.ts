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
} from "node:fs";
import { dirname, join } from "node:path";
import { failure, type KrmError } from "../diagnostics.ts";
import { cleanUpAtExit } from "../processes/index.ts";

/**
 * Makes a file that does not exist yet, with all of the bytes. A port, so that tests can fill the disk.
 * @param mode at most these permissions; those of the process if absent
 */
export type CreateFile = (path: string, bytes: Uint8Array, mode?: number) => void;

/** `wx` refuses to follow a link that another process made under this name. */
const createFile: CreateFile = (path, bytes, mode) => writeFileSync(path, bytes, { flag: "wx", mode });

/**
 * Writes a temporary file in the same directory and renames it. Replaces an existing file, and keeps its permissions; replaces
 * a symbolic link itself and not its target. Leaves a file with the same bytes alone. A failure leaves what was there. A
 * signal ends the process after this, so that it leaves no temporary file.
 * @throws KrmError `output-unwritable`
 */
export function writeFileAtomically(path: string, text: string, create: CreateFile = createFile): void {
  const bytes = Buffer.from(text);
  const present = presentFile(path, bytes);
  // Reading a file is much faster than replacing it.
  if (present?.holdsBytes) return;
  // Not the name with a suffix, which may exceed the length limit of the file system.
  const temporary = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  const remove = (): void => rmSync(temporary, { force: true });
  // Without a listener, a signal would end the process at once.
  const cancelCleanup = cleanUpAtExit("directories", remove);
  try {
    create(temporary, bytes, present?.permissions);
    // The process may have left some out.
    if (present !== undefined) chmodSync(temporary, present.permissions);
    renameSync(temporary, path);
  } catch (error) {
    remove();
    throw unwritable(path, error);
  } finally {
    cancelCleanup();
  }
}

/** The error for a file that cannot be written. */
export function unwritable(file: string, cause: unknown): KrmError {
  // Node adds the call and the path, which may be that of a temporary file.
  const reason = (cause as Error).message.replace(/, [a-z]+(?: '.*')?$/s, "");
  const hint = HINTS[(cause as NodeJS.ErrnoException).code ?? ""];
  return failure("output-unwritable", `cannot be written: ${reason}`, { file, cause, ...(hint && { hint }) });
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
