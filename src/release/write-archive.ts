/** Writes files into an archive that is the same bytes each time, in the form of a release. */
import { randomBytes } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanUpAtExit } from "../processes/index.ts";
import { unwritable } from "../render/index.ts";
import { REAL_DISK } from "./disk.ts";
import type { ReleaseFile } from "./format.ts";
import { gzipped } from "./gzip.ts";
import { tarOf } from "./tar.ts";

/**
 * Replaces the file at once.
 * @param files sorted by path. Their times are the start of 1970
 * @throws KrmError `output-unwritable`
 */
export function writeArchive(path: string, files: readonly Omit<ReleaseFile, "sha256">[]): void {
  const temporary = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  const remove = (): void => rmSync(temporary, { force: true });
  const cancelCleanup = cleanUpAtExit("directories", remove);
  try {
    REAL_DISK.write(temporary, gzipped(tarOf(files, 0)));
    renameSync(temporary, path);
  } catch (error) {
    remove();
    throw unwritable(path, error);
  } finally {
    cancelCleanup();
  }
}
