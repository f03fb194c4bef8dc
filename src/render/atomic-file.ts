/** Files that appear whole or not at all. */
import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { failure } from "../diagnostics.ts";

/**
 * Writes a file beside its place and moves it there, so that nobody ever reads half of it. What stood there before is
 * replaced, a symlink itself and not what it points to.
 * @throws KrmError `output-unwritable`
 */
export function writeFileAtomically(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
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
