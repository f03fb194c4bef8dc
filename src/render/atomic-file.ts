/** Files that appear whole or not at all. */
import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failure } from "../diagnostics.ts";

/**
 * Writes a file beside its place and moves it there, so that nobody ever reads half of it. What stood there before is
 * replaced, a symlink itself and not what it points to; a file of the same bytes is left as it is.
 * @throws KrmError `output-unwritable`
 */
export function writeFileAtomically(path: string, text: string): void {
  const bytes = Buffer.from(text);
  // To replace a file takes a file system much longer than to read it.
  if (holds(path, bytes)) return;
  // Not the name with something behind it: that may be one too long for the disk.
  const temporary = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    // `wx` refuses to follow a link that somebody else made under this name.
    writeFileSync(temporary, bytes, { flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const reason = (error as Error).message;
    throw failure("output-unwritable", `cannot be written: ${reason}`, { file: path, cause: error });
  }
}

/** Whether a plain file stands there, no link to one, and holds exactly this. */
function holds(path: string, bytes: Uint8Array): boolean {
  let file: number;
  try {
    // A pipe would keep the opening waiting.
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
