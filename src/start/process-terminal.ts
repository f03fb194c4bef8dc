/** The standard streams of this process. */
import { writeSync } from "node:fs";
import type { Sink, Supervisor, Terminal } from "../cli/index.ts";
import { failure } from "../diagnostics.ts";
import { limitTurbofan } from "./turbofan.ts";

export interface ProcessTerminal extends Terminal {
  /** True if no text waits in a stream. */
  readonly isDrained: boolean;
}

export function processTerminal(supervisor?: Supervisor): ProcessTerminal {
  const stdout = sinkOf(1, () => process.stdout, refuse);
  // A failure to write an error cannot be reported anywhere.
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
    tuneBuild: limitTurbofan,
    supervisor,
  };
}

/** Ends the process. */
export function endWith(terminal: ProcessTerminal, status: number): void {
  // Exiting would cut off a stream that still drains into a pipe. Without streams, exiting at once saves a millisecond.
  // oxlint-disable-next-line no-restricted-properties
  if (terminal.isDrained) process.exit(status);
  process.exitCode = status;
}

/** @throws KrmError `directory-not-found` if it was removed */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw failure("directory-not-found", "the working directory does not exist any more", {
      hint: "Change to an existing directory: `cd`.",
      cause: error,
    });
  }
}

/** The result was not written, so the command fails. */
function refuse(error: Error): never {
  throw failure("output-unwritable", `standard output cannot be written: ${error.message}`, { cause: error });
}

/**
 * Writes to the descriptor directly, and opens a stream only if the system does not take the whole text at once: opening one
 * takes a millisecond or two.
 * @param fail called with the error if a text was not written, unless the reader has closed the pipe
 */
export function sinkOf<Stream extends NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }>(
  descriptor: number,
  connect: () => Stream,
  fail: (error: Error) => void,
): Sink & { isConnected(): boolean } {
  let connected: Stream | undefined;
  /** After an error, a stream may never call back for later writes. */
  let hasFailed = false;
  function stream(): Stream {
    // Each write gets its own error. Without a listener the event would end the process.
    connected ??= connect().on("error", () => {});
    return connected;
  }
  return {
    isConnected: () => connected !== undefined,
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns;
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

/** Returns the part that could not be written without waiting. */
function writeDirectly(descriptor: number, text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    if (isGone(error as NodeJS.ErrnoException)) return new Uint8Array();
    // The pipe is non-blocking and full (EAGAIN), or another error, which the stream then reports.
  }
  return rest;
}

/** Tells whether the reader has closed the pipe, as `head` does. */
function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED";
}
