import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { isAbsolute } from "node:path";

/**
 * Refuses text files that do not begin with `#!`. The C library would run them by a shell, so that an empty file would be a
 * program that succeeds; kustomize does not.
 * @throws Error with the code ENOEXEC
 */
export function checkFormat(command: string): void {
  if (!isAbsolute(command) || process.platform === "win32") return;
  const start = startOf(command);
  if (start === undefined || start.includes(0) || start.toString("latin1").startsWith("#!")) return;
  throw Object.assign(new Error(`spawn ${command} ENOEXEC`), { code: "ENOEXEC" });
}

const BYTES = 128;

/** Undefined for a file that may not be executed, which the start reports, or that may be executed but not read. */
function startOf(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    accessSync(path, constants.X_OK);
    file = openSync(path, "r");
    const buffer = Buffer.alloc(BYTES);
    return buffer.subarray(0, readSync(file, buffer));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
