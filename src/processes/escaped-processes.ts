/**
 * Processes that have left the group they were started in, as daemons do; docs/specification/executables.md 4.2. They are
 * found by two properties that a process passes on to all that it starts: its variables, and its limit on file locks, which Linux
 * has not applied since version 2.4.25. A program may clear the first, but nothing sets the second by chance.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { isExecutable } from "./memory-limit.ts";
import { pause } from "./pause.ts";
import { isRunning, readIfPossible, sendSignal } from "./process-numbers.ts";

/** From util-linux. `--locks=N:` sets the soft limit and leaves the hard one, which cannot be raised again. */
const PRLIMIT = "/usr/bin/prlimit";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Marks a command and everything that it starts, so that {@link endEscaped} finds it. Returns the command unchanged if that
 * is not possible.
 * @param home a directory that was made for this run
 */
export function marked({ command, args }: Command, home: string): Command {
  if (!canMark()) return { command, args };
  return { command: PRLIMIT, args: [`--locks=${markOf(home)}:`, "--", command, ...args] };
}

/** Tells whether commands can be marked: on Linux, with util-linux, and with no limit on file locks yet. */
function canMark(): boolean {
  if (process.platform !== "linux" || !isExecutable(PRLIMIT)) return false;
  return /^Max file locks +unlimited +unlimited/m.test(readIfPossible("/proc/self/limits"));
}

/** A number that no other run has. */
function markOf(home: string): number {
  return 1 + Number.parseInt(createHash("sha256").update(home).digest("hex").slice(0, 12), 16);
}

const NOT_STARTED =
  /^prlimit: failed to execute .*: (No such file or directory|Permission denied|Argument list too long)\n$/;
const CODES: Readonly<Record<string, string>> = {
  "No such file or directory": "ENOENT",
  "Permission denied": "EACCES",
  "Argument list too long": "E2BIG",
};

/** The error of a {@link marked} command that could not be started, given the end of its run. Undefined if it has started. */
export function markedStartError(exitCode: number | undefined, stderr: string): NodeJS.ErrnoException | undefined {
  if (exitCode !== 126 && exitCode !== 127) return undefined;
  const [, reason] = NOT_STARTED.exec(stderr) ?? [];
  return reason === undefined ? undefined : Object.assign(new Error(reason), { code: CODES[reason] as string });
}

/** A process may start another and end while processes are listed. Only so many empty lists in a row prove that none is left. */
const EMPTY_LISTS = 2;
const MAX_LISTS = 200;
const BETWEEN_LISTS_MS = 2;

/**
 * Ends every process of this user whose variable `TMPDIR` is `home` or a directory in it, and every one that a command
 * {@link marked} with it has started, until none is left. Works on Linux only. This tidies up, and is not a security boundary.
 * @param home a directory that was made for one run
 */
export function endEscaped(home: string): void {
  if (process.platform !== "linux") return;
  let empty = 0;
  for (let lists = 0; empty < EMPTY_LISTS && lists < MAX_LISTS; lists++) {
    const found = escaped(home);
    empty = found.length === 0 ? empty + 1 : 0;
    for (const pid of found) sendSignal(pid, "SIGKILL");
    if (found.length > 0) pause(BETWEEN_LISTS_MS);
  }
}

function escaped(home: string): readonly number[] {
  const variables = [`TMPDIR=${home}\0`, `TMPDIR=${home}/`];
  const limit = new RegExp(`^Max file locks +${markOf(home)} `, "m");
  const found: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name) || name === String(process.pid)) continue;
    const environment = readIfPossible(`/proc/${name}/environ`);
    const isFound =
      variables.some((variable) => environment.includes(variable)) ||
      limit.test(readIfPossible(`/proc/${name}/limits`));
    // One that has ended still has a limit until its parent notices.
    if (isFound && isRunning(Number(name))) found.push(Number(name));
  }
  return found;
}
