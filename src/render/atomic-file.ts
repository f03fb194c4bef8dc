/** Files that appear whole or not at all. */
import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failure } from "../diagnostics.ts";

/**
 * Writes a file beside its place and moves it there, so that nobody ever reads half of it. What stood there before is
 * replaced, a symlink itself and not what it points to.
 * @throws KrmError `output-unwritable`
 */
export function writeFileAtomically(path: string, text: string): void {
  // Not the name with something behind it: that may be one too long for the disk.
  const temporary = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    // `wx` refuses to follow a link that somebody else made under this name.
    writeFileSync(temporary, text, { flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const reason = (error as Error).message;
    throw failure("output-unwritable", `cannot be written: ${reason}`, { file: path, cause: error });
  }
}
