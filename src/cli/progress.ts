/** A progress line on a terminal, for work that takes more than a second. */
import { RemainingTime, remainingText } from "./remaining-time.ts";
import { pathLine, type Terminal } from "./terminal.ts";

/** All in milliseconds. */
const QUIET_MS = 1000;
const BETWEEN_MS = 100;
/** The line is written again after this time, so that the remaining time runs while one target takes long. */
const TICK_MS = 1000;
const CLEAR_LINE = "\r\u001b[2K";
/** The columns of a terminal whose width is not known. */
const DEFAULT_COLUMNS = 80;

export interface Progress {
  readonly update: (done: number, total: number, target: string) => void;
  /** Shows work on a target after the last update. There is no remaining time for it. */
  readonly follow: (work: string, target: string) => void;
  /** Removes the line. */
  readonly finish: () => void;
}

/** The time as a port. */
export interface ProgressClock {
  /** In milliseconds. */
  now(): number;
  /** Calls back again and again, and keeps no process alive. @returns what ends that */
  every(milliseconds: number, callback: () => void): () => void;
}

const SYSTEM_CLOCK: ProgressClock = {
  now: () => performance.now(),
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

const SILENT: Progress = { update() {}, follow() {}, finish() {} };

/**
 * Writes one line to standard error and updates it, only after a second, and only on a terminal that can erase it: one whose
 * TERM is not `dumb`. The line has no colour, so NO_COLOR does not concern it.
 */
export function showProgress({ stderr, env }: Terminal, clock: ProgressClock = SYSTEM_CLOCK): Progress {
  if (!stderr.isTTY || env["TERM"] === "dumb") return SILENT;
  const start = clock.now();
  const remaining = new RemainingTime(start);
  let due = start + QUIET_MS;
  let shown = false;
  let stop: (() => void) | undefined;
  /** Before the target, and the target. */
  let line: { text: () => string; target: string } | undefined;

  function write(): void {
    if (line === undefined || clock.now() < due) return;
    due = clock.now() + BETWEEN_MS;
    shown = true;
    // Clearing removes one line of the terminal, so the text must not wrap.
    const text = line.text();
    const columns = (stderr.columns ?? DEFAULT_COLUMNS) - 1 - text.length;
    void stderr.write(`${CLEAR_LINE}${text}${lastColumns(pathLine(line.target), columns)}`);
  }

  function show(next: typeof line): void {
    line = next;
    stop ??= clock.every(TICK_MS, write);
    write();
  }

  return {
    update(done, total, target) {
      remaining.update(done, total, clock.now());
      const text = (): string => `${done}/${total}${remainingText(remaining.seconds(clock.now()))} `;
      show({ text, target });
    },
    follow: (work, target) => show({ text: () => `${work} `, target }),
    finish() {
      stop?.();
      stop = line = undefined;
      if (shown) void stderr.write(CLEAR_LINE);
      shown = false;
    },
  };
}

/** The end of a text, in at most this many columns of a terminal. A character beyond ASCII may take two. */
function lastColumns(text: string, columns: number): string {
  const characters = Array.from(text);
  const widthOf = (character: string): number => (character > "~" ? 2 : 1);
  let width = characters.reduce((sum, character) => sum + widthOf(character), 0);
  if (width <= columns) return text;
  let from = 0;
  while (from < characters.length && width + 2 > columns) width -= widthOf(characters[from++] as string);
  return columns < 2 ? "" : `…${characters.slice(from).join("")}`;
}
