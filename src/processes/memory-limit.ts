/** Limits the memory of programs, and finds out how much the machine has. */
import { accessSync, constants } from "node:fs";
import { totalmem } from "node:os";
import { delimiter, resolve } from "node:path";
import type { ProgramStart } from "./start-program.ts";

const SHELL = "/bin/sh";
/** A limit that the system already sets lower stays. `ulimit` counts in KiB. */
const SCRIPT = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"';

/**
 * Starts the program with a limit on its data: the memory that it has allocated, not the addresses that it has reserved, of
 * which programs in Go reserve hundreds of megabytes. Its child processes have the same limit, each for itself. Linux only:
 * macOS does not enforce such a limit. A program that does not exist is returned unchanged, so that its start reports that.
 */
export function withMemoryLimit<T extends ProgramStart>(start: T, bytes: number): T {
  if (process.platform !== "linux" || !isExecutable(SHELL) || !exists(start)) return start;
  const kibibytes = String(Math.floor(bytes / 1024));
  return { ...start, command: SHELL, args: ["-c", SCRIPT, "sh", kibibytes, start.command, ...start.args] };
}

/** The memory that this process may use: that of the machine, or of its container if that is less. In bytes. */
export function machineMemory(): number {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, totalmem()) : totalmem();
}

const MIB = 1024 * 1024;
/** The part of the machine's memory that one program may take. Node needs most of it. */
const SHARE = 1 / 8;

/** The default memory of a program that may need much, in bytes: an eighth of the machine's, at least 256 MiB and at most 2 GiB. */
export function programMemory(): number {
  return Math.max(256 * MIB, Math.min(2048 * MIB, Math.floor(machineMemory() * SHARE)));
}

function exists({ command, cwd, env }: ProgramStart): boolean {
  if (command.includes("/")) return isExecutable(resolve(cwd, command));
  return (env["PATH"] ?? "").split(delimiter).some((directory) => isExecutable(resolve(cwd, directory, command)));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
