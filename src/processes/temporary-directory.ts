import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failure } from "../diagnostics.ts";

/**
 * Makes a directory that only this user can enter. The caller removes it.
 * @returns its path, absolute and free of symlinks
 * @throws KrmError `output-unwritable`
 */
export function temporaryDirectory(prefix: string): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("output-unwritable", `a temporary directory cannot be created: ${reason}`, {
      hint: "Set the variable TMPDIR to a directory that can be written to.",
      cause: error,
    });
  }
}
