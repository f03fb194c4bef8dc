/** How long the work on each target took. */
import type { WorkStage } from "../review/index.ts";
import { timesText } from "../targets/index.ts";

export class TargetTimes {
  readonly #started = new Map<string, number>();
  readonly #seconds: Map<string, number>;
  readonly #now: () => number;

  /** @param seconds what is known already, by id @param now milliseconds */
  constructor(seconds: Iterable<readonly [string, number]> = [], now: () => number = () => performance.now()) {
    this.#seconds = new Map(seconds);
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
      this.#seconds.set(target, (this.#seconds.get(target) ?? 0) + (this.#now() - started) / 1000);
    }
  }

  /** `times.json`: all parts of the work on each target together, in wall time. */
  text(): string {
    return timesText(this.#seconds);
  }
}
