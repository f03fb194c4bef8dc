/** A new directory among the machine's temporary files. */
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failure } from "../diagnostics.ts";

/**
 * Only this user can enter it. To be removed by whoever made it.
 * @returns its path, absolute and free of symlinks
 * @throws KrmError `output-unwritable`
 */
export function temporaryDirectory(prefix: string): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("output-unwritable", `there is no place for temporary files: ${reason}`, {
      hint: "Let the variable TMPDIR name a directory that can be written to.",
      cause: error,
    });
  }
}
