/**
 * The three streams of a program. What Node makes are sockets, which no program can open by name, and scripts write to
 * `/dev/stderr` and read `/dev/stdin`. So these are a file and two pipes.
 */
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, unlinkSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";

export interface Streams {
  /** For `spawn`. To be closed here by {@link Streams.release} once the program has them. */
  readonly stdio: readonly [stdin: number, stdout: number, stderr: number];
  readonly stdout: Readable;
  readonly stderr: Readable;
  release(): void;
}

/**
 * Undefined where they cannot be made: there are no named pipes, or no room for the input.
 * @param directory a private one; nothing that counts is left in it
 * @param input all that there is to read
 */
export function openStreams(directory: string, input: string): Streams | undefined {
  const [stdin, stdout, stderr] = ["stdin", "stdout", "stderr"].map((name) => join(directory, `.krm-${name}`)) as [
    string,
    string,
    string,
  ];
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

/** Opening one end waits for the other, unless somebody holds both. The program's end must wait when it is full. */
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
