/** Writes a file that must not exist, inside a directory that others filled. */
import { closeSync, constants, lstatSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { failure, KrmError } from "../../diagnostics.ts";
import { unwritable, writeFully } from "../../render/index.ts";

/**
 * Creates the file and the directories above it. Follows no link below `top`: one could lead anywhere.
 * @param top an absolute directory @param path from the top, with slashes
 * @throws KrmError `output-unwritable` also if the file exists
 */
export function writeNewFile(top: string, path: string, text: string): void {
  const file = join(top, path);
  requireDirectories(top, dirname(path));
  let descriptor: number;
  try {
    descriptor = openSync(
      file,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o666,
    );
  } catch (error) {
    throw unwritable(file, error);
  }
  try {
    writeFully(descriptor, Buffer.from(text));
  } catch (error) {
    rmSync(file, { force: true });
    throw unwritable(file, error);
  } finally {
    closeSync(descriptor);
  }
}

function requireDirectories(top: string, path: string): void {
  let directory = top;
  for (const step of path.split("/").filter((each) => each !== "" && each !== ".")) {
    directory = join(directory, step);
    try {
      const there = lstatSync(directory, { throwIfNoEntry: false });
      if (there === undefined) mkdirSync(directory);
      else if (!there.isDirectory())
        throw failure("output-unwritable", `${directory} is no directory, so nothing is written below it`, {
          hint: "Links are not followed. Replace it by a directory.",
        });
    } catch (error) {
      throw error instanceof KrmError ? error : unwritable(directory, error);
    }
  }
}
