/** A progress line on a terminal, for work that takes more than a second. */
import { pathLine, type Terminal } from "./terminal.ts";

const QUIET_MS = 1000;
const BETWEEN_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";
const MAX_TARGET = 60;

export interface Progress {
  update(done: number, total: number, target: string): void;
  /** Removes the line. */
  finish(): void;
}

/** Writes one line to standard error and updates it, only on a terminal and only after a second. */
export function showProgress({ stderr }: Terminal, now: () => number = performance.now.bind(performance)): Progress {
  let due = now() + QUIET_MS;
  let shown = false;
  return {
    update(done, total, target) {
      if (!stderr.isTTY || now() < due) return;
      due = now() + BETWEEN_MS;
      shown = true;
      // Clearing removes one line of the terminal, so the text must not wrap.
      const line = pathLine(target);
      const name = line.length > MAX_TARGET ? `…${line.slice(1 - MAX_TARGET)}` : line;
      void stderr.write(`${CLEAR_LINE}${done}/${total} ${name}`);
    },
    finish() {
      if (shown) void stderr.write(CLEAR_LINE);
      shown = false;
    },
  };
}
