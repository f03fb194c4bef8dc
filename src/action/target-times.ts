/** How long the work on each target took. */
import type { WorkStage } from "../review/index.ts";

/** The file in the output directory. The next run divides its targets by it. */
export const TIMES_FILE = "times.json";
const VERSION = 1;

export class TargetTimes {
  readonly #started = new Map<string, number>();
  readonly #seconds = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param target work on all targets together has a name that no target has: it begins with a slash */
  onWork(event: "start" | "end", stage: WorkStage, target: string): void {
    if (target.startsWith("/")) return;
    const key = `${stage} ${target}`;
    const started = this.#started.get(key);
    if (event === "start") this.#started.set(key, this.#now());
    else if (started !== undefined) {
      this.#started.delete(key);
      this.add(target, (this.#now() - started) / 1000);
    }
  }

  add(target: string, seconds: number): void {
    this.#seconds.set(target, (this.#seconds.get(target) ?? 0) + seconds);
  }

  /** All parts of the work on each target together, in wall time, sorted by path. */
  text(): string {
    const targets = [...this.#seconds]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([path, seconds]) => ({ path, seconds: Math.round(seconds * 1000) / 1000 }));
    return `${JSON.stringify({ version: VERSION, targets }, undefined, 1)}\n`;
  }
}
