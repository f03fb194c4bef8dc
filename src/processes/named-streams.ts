/**
 * Standard streams that a program can open by name, as scripts do with `/dev/stderr` and `/dev/stdin`. The streams that Node
 * makes are sockets, which cannot be opened. These are a file and two pipes.
 */
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, unlinkSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";

interface NamedStreams {
  /** For `spawn`. The caller calls {@link NamedStreams.release} once the program has them. */
  readonly stdio: readonly [stdin: number, stdout: number, stderr: number];
  readonly stdout: Readable;
  readonly stderr: Readable;
  release(): void;
}

/**
 * Opens the streams. Undefined where that is not possible: the system has no named pipes, or the disk is full.
 * @param directory a private one
 * @param input the whole standard input
 */
export function openNamedStreams(directory: string, input: string): NamedStreams | undefined {
  const pathOf = (name: string): string => join(directory, `.krm-${name}`);
  const [stdin, stdout, stderr] = [pathOf("stdin"), pathOf("stdout"), pathOf("stderr")];
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const descriptor = openSync(path, flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    execFileSync("mkfifo", [stdout, stderr], { stdio: "ignore" });
    writeFileSync(stdin, input, { mode: 0o600, flag: "wx" });
    const [output, errors] = [openPipe(stdout, open), openPipe(stderr, open)];
    const ends = [open(stdin, constants.O_RDONLY), output.write, errors.write] as const;
    for (const path of [stdin, stdout, stderr]) unlinkSync(path);
    return {
      stdio: ends,
      stdout: new Socket({ fd: output.read, readable: true, writable: false }),
      stderr: new Socket({ fd: errors.read, readable: true, writable: false }),
      release() {
        for (const end of ends) closeSync(end);
      },
    };
  } catch {
    for (const descriptor of opened) closeSync(descriptor);
    return undefined;
  }
}

/** Opening one end blocks until the other is open, unless one descriptor holds both. Writes to a full pipe must block. */
function openPipe(
  path: string,
  open: (path: string, flags: number) => number,
): { readonly read: number; readonly write: number } {
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const read = open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return { read, write: open(path, constants.O_WRONLY) };
  } finally {
    closeSync(both);
  }
}
