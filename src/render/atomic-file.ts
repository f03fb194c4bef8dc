/** Writes files atomically: readers see the old file or the new one, never a part. */
import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failure } from "../diagnostics.ts";

/**
 * Writes a temporary file in the same directory and renames it. Replaces an existing file; replaces a symbolic link itself
 * and not its target. Leaves a file with the same bytes alone.
 * @throws KrmError `output-unwritable`
 */
export function writeFileAtomically(path: string, text: string): void {
  const bytes = Buffer.from(text);
  // Reading a file is much faster than replacing it.
  if (holds(path, bytes)) return;
  // Not the name with a suffix, which may exceed the length limit of the file system.
  const temporary = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    // `wx` refuses to follow a link that another process made under this name.
    writeFileSync(temporary, bytes, { flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const reason = (error as Error).message;
    throw failure("output-unwritable", `cannot be written: ${reason}`, { file: path, cause: error });
  }
}

/** Whether the path is a regular file, not a link to one, with exactly these bytes. */
function holds(path: string, bytes: Uint8Array): boolean {
  let file: number;
  try {
    // O_NONBLOCK, because opening a pipe would block.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size === bytes.length && readFileSync(file).equals(bytes);
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}
