/** The limit for the time of the whole run, the setting total-timeout, for the work besides the targets. */
import { failure } from "../../diagnostics.ts";
import type { Deadline } from "../../render/index.ts";

export class TimeLimit {
  /** Undefined if there is no limit. */
  readonly deadline: Deadline | undefined;
  #isOverdue = false;

  /**
   * @param totalSeconds the limit; undefined for none
   * @param startedAt when the run began, in milliseconds as Date.now() counts
   */
  constructor(totalSeconds: number | undefined, startedAt: number = Date.now()) {
    if (totalSeconds === undefined) return;
    const start = performance.now() - (Date.now() - startedAt);
    this.deadline = { at: start + totalSeconds * 1000, totalSeconds };
  }

  /** True if some work was given up. It may still run, and keep the process alive. */
  get isOverdue(): boolean {
    return this.#isOverdue;
  }

  /**
   * Waits for some work until the time is over, but for so many seconds at least: the work before the targets and after them is
   * short as a rule, and presents the result.
   * @param doing the end of the sentence "the time is over while …"
   * @throws KrmError `run-timeout`; the work is not ended by that
   */
  async within<T>(doing: string, atLeastSeconds: number, work: () => T | Promise<T>): Promise<T> {
    if (this.deadline === undefined) return work();
    const { at, totalSeconds } = this.deadline;
    const milliseconds = Math.max(at - performance.now(), atLeastSeconds * 1000);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          this.#isOverdue = true;
          reject(runIsOver(doing, totalSeconds));
        },
        // A longer one would end at once.
        Math.min(milliseconds, MAX_TIMER),
      );
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

const MAX_TIMER = 2 ** 31 - 1;

function runIsOver(doing: string, totalSeconds: number): Error {
  return failure("run-timeout", `the time for the whole run, ${totalSeconds} seconds, is over while ${doing}`, {
    hint: "Find out what it waits for. If it is right, set total-timeout under the input settings.",
  });
}
