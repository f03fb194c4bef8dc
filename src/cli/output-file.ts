/** A file that the command line names. */
import { lstatSync, writeFileSync } from "node:fs";
import { failure } from "../diagnostics.ts";
import { writeFileAtomically } from "../render/index.ts";

/**
 * Writes to whatever the path leads to.
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
 * Replaces a file, or a link to one, as a whole. What is no file, such as a pipe, is written to; and so is all that the
 * system keeps: to replace `/dev/null` would harm every program of the machine.
 * @throws KrmError `output-unwritable`
 */
export function writeOrReplace(path: string, text: string): void {
  const isOfSystem = /^\/(?:dev|proc)\//.test(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  const isReplaced = !isOfSystem && (there === undefined || there.isFile() || there.isSymbolicLink());
  (isReplaced ? writeFileAtomically : writeTo)(path, text);
}
