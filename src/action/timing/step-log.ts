/** Logs the phases of a run, slow targets, and the time of each phase. */
import { visible } from "../../diagnostics.ts";
import type { Runner } from "../../github/index.ts";

/** The beginning and the end of one part of the work on a target. */
export interface TargetEvent {
  readonly event: "start" | "end";
  /** `head` and `base` render, `review` compares, and `causes` looks for causes. */
  readonly stage: "head" | "base" | "review" | "causes";
  readonly target: string;
}

/** The beginning of a phase of a run. */
export interface PhaseEvent {
  readonly event: "phase";
  /** The rest of a sentence that begins with "still". */
  readonly doing: string;
  /** The number of targets that it does this for, where that is known. */
  readonly targets?: number | undefined;
}

/** Targets that took longer than this are named, in seconds. */
const SLOW = 1;
/** The most targets that are named. */
const MAX_NAMED = 1000;
/** Stands in names for the work on all targets together. */
const NO_TARGET = "/";

export interface StepLogOptions {
  readonly runner: Pick<Runner, "log" | "group">;
  /** When the run began, on the clock of `now`, in milliseconds. */
  readonly startedAt: number;
  readonly now: () => number;
  /** Called with each phase. */
  readonly onPhase?: ((event: PhaseEvent) => void) | undefined;
  /** The name of the first phase. */
  readonly first?: string;
}

/** Each moment of a run belongs to exactly one phase, so the phases add up to the time of the run. */
export class StepLog {
  readonly #options: StepLogOptions;
  /** In milliseconds. */
  readonly #phases = new Map<string, number>();
  /** Seconds of work on each target, from beginning to end: several can be in work at the same time. */
  readonly #seconds = new Map<string, number>();
  readonly #inWork = new Map<string, number>();
  #current: string;
  #since: number;

  constructor(options: StepLogOptions) {
    this.#options = options;
    this.#current = options.first ?? "starting";
    this.#since = options.startedAt;
  }

  /**
   * Begins a phase, and ends the one before.
   * @param name one word, for the last line of the log
   * @param doing the work, for the line that is printed now, such as "rendering 12 targets"; nothing is printed if it is absent
   */
  begin(name: string, doing?: string, targets?: number): void {
    this.#switchTo(name);
    if (doing === undefined) return;
    this.#options.runner.log(doing);
    this.#options.onPhase?.({ event: "phase", doing, targets });
  }

  /** Does something that belongs to another phase. */
  during<T>(name: string, work: () => T): T {
    const before = this.#current;
    this.#switchTo(name);
    try {
      return work();
    } finally {
      this.#switchTo(before);
    }
  }

  /** Sees the work on targets. Several are rendered at a time; comparing one stops the others. */
  observe({ event, stage, target }: TargetEvent): void {
    const key = `${stage} ${target}`;
    if (event === "start") {
      this.#inWork.set(key, this.#options.now());
      if (stage === "review") this.#switchTo("comparing");
      else if (stage === "causes" && this.#phases.has("causes")) this.#switchTo("causes");
      else if (stage === "causes") this.begin("causes", "looking for the causes of the changes");
      return;
    }
    const since = this.#inWork.get(key);
    this.#inWork.delete(key);
    if (since !== undefined && !target.startsWith(NO_TARGET)) {
      const seconds = (this.#options.now() - since) / 1000;
      this.#seconds.set(target, (this.#seconds.get(target) ?? 0) + seconds);
    }
    if (stage === "review" && !target.startsWith(NO_TARGET)) this.#switchTo("rendering");
    // What follows the causes makes the report.
    else if (stage === "causes") this.#switchTo("comparing");
  }

  /** Prints the targets that took long in a folded group, and the line that says where the time went. */
  finish(): void {
    this.#switchTo("");
    const { runner } = this.#options;
    const slow = [...this.#seconds].filter(([, seconds]) => seconds > SLOW);
    slow.sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
    if (slow.length > 0) {
      const named = slow.slice(0, MAX_NAMED).map(([target, seconds]) => `${inSeconds(seconds)}  ${oneLine(target)}`);
      if (slow.length > MAX_NAMED) named.push(`and ${slow.length - MAX_NAMED} more`);
      const count = slow.length === 1 ? "1 target" : `${slow.length} targets`;
      runner.group(`${count} took longer than a second`, named.join("\n"));
    }
    runner.log(timeLine(this.#phases));
  }

  #switchTo(name: string): void {
    const now = this.#options.now();
    this.#phases.set(this.#current, (this.#phases.get(this.#current) ?? 0) + now - this.#since);
    this.#current = name;
    this.#since = now;
    if (name !== "" && !this.#phases.has(name)) this.#phases.set(name, 0);
  }
}

/** The phases add up to the sum, also as they are rounded. @param phases in milliseconds */
function timeLine(phases: ReadonlyMap<string, number>): string {
  const tenthsOf = (milliseconds: number): number => Math.round(milliseconds / 100);
  let sum = 0;
  const parts: string[] = [];
  for (const [name, milliseconds] of phases) {
    const before = tenthsOf(sum);
    sum += milliseconds;
    parts.push(`${name} ${inSeconds((tenthsOf(sum) - before) / 10)}`);
  }
  return `time: ${inSeconds(tenthsOf(sum) / 10)} (${parts.join(", ")})`;
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}

/** A pull request may contain any file name. */
export function oneLine(path: string): string {
  return visible(path).replaceAll("\n", "\\u000a");
}
