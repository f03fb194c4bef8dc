/** Writes a file that the command line names. */
import { lstatSync, writeFileSync } from "node:fs";
import { failure } from "../../diagnostics.ts";
import { writeFileAtomically } from "../../render/index.ts";

/**
 * Writes to a path, through symlinks.
 * @throws KrmError `output-unwritable`
 */
export function writeTo(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("output-unwritable", `cannot be written: ${reason}`, { file: path, cause: error });
  }
}

/**
 * Replaces a file, or a symlink, in one step. Anything else, such as a pipe, is written to, and so is everything below
 * `/dev` and `/proc`: replacing `/dev/null` would harm every program of the machine.
 * @throws KrmError `output-unwritable`
 */
export function writeOrReplace(path: string, text: string): void {
  const isOfSystem = /^\/(?:dev|proc)\//.test(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  const isReplaced = !isOfSystem && (there === undefined || there.isFile() || there.isSymbolicLink());
  (isReplaced ? writeFileAtomically : writeTo)(path, text);
}
