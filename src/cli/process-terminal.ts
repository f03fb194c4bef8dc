/** The terminal, or the pipes, of this process. */
import { writeSync } from "node:fs";
import type { Sink, Terminal } from "./terminal.ts";

export interface ProcessTerminal extends Terminal {
  /** Whether all that was written is out: nothing waits in a stream. */
  readonly isDrained: boolean;
}

export function processTerminal(): ProcessTerminal {
  const stdout = sinkOf(1, () => process.stdout);
  const stderr = sinkOf(2, () => process.stderr);
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout,
    stderr,
    get isDrained() {
      return !stdout.isConnected() && !stderr.isConnected();
    },
  };
}

/** Ends the process. */
export function endWith(terminal: ProcessTerminal, status: number): void {
  // A stream may still be draining into a pipe, which leaving would cut off. Without one, leaving saves a millisecond.
  // oxlint-disable-next-line no-restricted-properties
  if (terminal.isDrained) process.exit(status);
  process.exitCode = status;
}

/** Opening a stream takes a millisecond or two, which is spared where the system takes all of the text at once. */
function sinkOf(descriptor: number, connect: () => NodeJS.WriteStream): Sink & { isConnected(): boolean } {
  let connected: NodeJS.WriteStream | undefined;
  function stream(): NodeJS.WriteStream {
    connected ??= connect().on("error", (error: NodeJS.ErrnoException) => {
      if (!isGone(error)) throw error;
    });
    return connected;
  }
  return {
    isConnected: () => connected !== undefined,
    get isTTY() {
      return stream().isTTY === true;
    },
    async write(text) {
      const rest = connected === undefined ? writeDirectly(descriptor, text) : text;
      if (rest.length > 0) await new Promise<void>((resolve) => stream().write(rest, () => resolve()));
    },
  };
}

/** What could not be written without waiting. */
function writeDirectly(descriptor: number, text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    if (isGone(error as NodeJS.ErrnoException)) return new Uint8Array();
    // A pipe that somebody else made non-blocking and that is full (EAGAIN), or a fault that the stream reports better.
  }
  return rest;
}

/** Whoever read our output has seen enough, as `head` does: the rest is written to nobody. */
function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED";
}
