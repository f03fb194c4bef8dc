/** Reads files that the command line names. */
import { readFileSync } from "node:fs";
import { failure } from "../diagnostics.ts";

/**
 * @param file the name of the file in messages
 * @param subject begins the message, with a space behind it
 * @returns undefined if there is no such file
 * @throws KrmError `unreadable`
 */
export function readNamedFile(path: string | number, file: string, subject = ""): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw failure("unreadable", `${subject}cannot be read: ${(cause as Error).message}`, { file, cause });
  }
}
