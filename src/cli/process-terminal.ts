/** The terminal, or the pipes, of this process. */
import type { Sink, Terminal } from "./terminal.ts";

export function processTerminal(): Terminal {
  return {
    cwd: process.cwd(),
    env: process.env,
    // Opening a stream takes a millisecond or two, and most runs need one of them.
    stdout: sinkOf(() => process.stdout),
    stderr: sinkOf(() => process.stderr),
  };
}

function sinkOf(connect: () => NodeJS.WriteStream): Sink {
  let connected: NodeJS.WriteStream | undefined;
  function stream(): NodeJS.WriteStream {
    connected ??= connect().on("error", (error: NodeJS.ErrnoException) => {
      // Whoever read our output has seen enough, as `head` does: the rest is written to nobody.
      if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
    });
    return connected;
  }
  return {
    get isTTY() {
      return stream().isTTY === true;
    },
    write: (text) => new Promise((resolve) => stream().write(text, () => resolve())),
  };
}
