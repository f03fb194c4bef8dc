/** The terminal, or the pipes, of this process. */
import { writeSync } from "node:fs";
import { failure } from "../diagnostics.ts";
import type { Sink, Terminal } from "./terminal.ts";

export interface ProcessTerminal extends Terminal {
  /** Whether all that was written is out: nothing waits in a stream. */
  readonly isDrained: boolean;
}

export function processTerminal(): ProcessTerminal {
  const stdout = sinkOf(1, () => process.stdout, refuse);
  // There is no other place to tell it.
  const stderr = sinkOf(
    2,
    () => process.stderr,
    () => {},
  );
  return {
    get cwd() {
      return workingDirectory();
    },
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

/** @throws KrmError `directory-not-found` where it was removed meanwhile */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw failure("directory-not-found", "the working directory is gone", {
      hint: "Go to a directory that is there: `cd`.",
      cause: error,
    });
  }
}

/** What was asked for did not arrive, so the command has failed. */
function refuse(error: Error): never {
  throw failure("output-unwritable", `standard output cannot be written: ${error.message}`, { cause: error });
}

/**
 * Opening a stream takes a millisecond or two, which is spared where the system takes all of the text at once.
 * @param fail is called with the reason why a text was not written, unless nobody reads any more
 */
export function sinkOf<Stream extends NodeJS.WritableStream & { readonly isTTY?: boolean }>(
  descriptor: number,
  connect: () => Stream,
  fail: (error: Error) => void,
): Sink & { isConnected(): boolean } {
  let connected: Stream | undefined;
  /** Streams do not answer every write that follows. */
  let hasFailed = false;
  function stream(): Stream {
    // Each write is told of its own error; without a listener the process would end by it.
    connected ??= connect().on("error", () => {});
    return connected;
  }
  return {
    isConnected: () => connected !== undefined,
    get isTTY() {
      return stream().isTTY === true;
    },
    async write(text) {
      const rest = connected === undefined ? writeDirectly(descriptor, text) : text;
      if (rest.length === 0 || hasFailed) return;
      const error = await new Promise<Error | null | undefined>((resolve) => stream().write(rest, resolve));
      if (!error) return;
      hasFailed = true;
      if (!isGone(error)) fail(error);
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
