/** Prints that a run still works. It watches from another process: one target can keep the worker from printing anything. */
import { oneLine, type PhaseEvent, type TargetEvent } from "./step-log.ts";

/** In milliseconds. Together, they are less than the ten seconds after which a silent step looks as if it hung. */
const MAX_SILENCE = 8000;
const LOOK_EVERY = 1000;
/** The most targets that one line names: those that are longest in work. */
const MAX_NAMED = 3;

/** The time as a port. */
export interface HeartbeatClock {
  /** In milliseconds. */
  readonly now: () => number;
  /** @returns what ends the calls. They keep no process alive. */
  readonly every: (milliseconds: number, callback: () => void) => () => void;
}

const SYSTEM_CLOCK: HeartbeatClock = {
  now: () => performance.now(),
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** The worker has printed something. */
export interface PrintedEvent {
  readonly event: "printed";
}

export class Heartbeat {
  readonly #print: (line: string) => void;
  readonly #clock: HeartbeatClock;
  readonly #stop: () => void;
  /** Since when each target is in work. */
  readonly #inWork = new Map<string, number>();
  #phase: PhaseEvent = { event: "phase", doing: "starting" };
  /** The targets that were rendered at the head since the phase began. They are done when nothing of them is in work. */
  readonly #rendered = new Set<string>();
  #printedAt: number;

  /** @param print prints a line to the log, in which names of targets are not escaped */
  constructor(print: (line: string) => void, clock: HeartbeatClock = SYSTEM_CLOCK) {
    this.#print = print;
    this.#clock = clock;
    this.#printedAt = clock.now();
    this.#stop = clock.every(LOOK_EVERY, () => this.#look());
  }

  /** Sees a message of the worker, and ignores those about other things. */
  observe(
    message:
      | TargetEvent
      | PhaseEvent
      | PrintedEvent
      | { readonly event: "alive" | "patience" | "deadline" | "settings" | "done" },
  ): void {
    if (message.event === "printed") this.#printedAt = this.#clock.now();
    else if (message.event === "phase") {
      this.#phase = message;
      this.#rendered.clear();
    } else if (message.event === "start") {
      if (!this.#inWork.has(message.target)) this.#inWork.set(message.target, this.#clock.now());
    } else if (message.event === "end") {
      this.#inWork.delete(message.target);
      if (message.stage === "head") this.#rendered.add(message.target);
    }
  }

  /** Forgets the work of a worker that is lost. */
  restart(): void {
    this.#inWork.clear();
    this.#phase = { event: "phase", doing: "starting" };
  }

  stop(): void {
    this.#stop();
  }

  #look(): void {
    const now = this.#clock.now();
    if (now - this.#printedAt < MAX_SILENCE) return;
    this.#printedAt = now;
    const { doing, targets } = this.#phase;
    const finished = [...this.#rendered].filter((target) => !this.#inWork.has(target)).length;
    const done = targets === undefined ? "" : `; ${finished} of ${targets} done`;
    const longest = [...this.#inWork].filter(([target]) => !target.startsWith("/")).sort(([, a], [, b]) => a - b);
    const named = longest
      .slice(0, MAX_NAMED)
      .map(([target, since]) => `${oneLine(target)} for ${Math.round((now - since) / 1000)} s`);
    const work = named.length === 0 ? "" : `; in work: ${named.join(", ")}`;
    this.#print(`still ${doing}${done}${work}`);
  }
}
