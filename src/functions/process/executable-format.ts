/** Whether the system would take a file for a program. */
import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { isAbsolute } from "node:path";

/**
 * What the system does not take for a program, the C library gives to a shell: an empty file would then be a function that
 * ends well. kustomize starts programs without it.
 * @throws an error of the code ENOEXEC, for a file of words that does not begin with `#!`
 */
export function checkFormat(command: string): void {
  if (!isAbsolute(command) || process.platform === "win32") return;
  const first = beginning(command);
  if (first === undefined || first.includes(0) || first.toString("latin1").startsWith("#!")) return;
  throw Object.assign(new Error(`spawn ${command} ENOEXEC`), { code: "ENOEXEC" });
}

const BYTES = 128;

/** Undefined if it may not be run, which is told by whoever starts it, and if it may be run and not be read. */
function beginning(path: string): Buffer | undefined {
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
