/** Schedules programs: runs a few at a time, and equal calls once; docs/specification/function-limits.md 3.1, 3.3. */
import { createHash } from "node:crypto";
import { createTurns, SharedCalls } from "../processes/index.ts";
import { failedOutcome, type Program, type ProgramOutcome, type ProgramRun } from "./program.ts";

/** The outputs that are kept for later equal calls. Enough for the calls that base and head have in common. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024;

export interface Schedule {
  /**
   * Runs the program when it is its turn, or returns the outcome of an equal call.
   * @param identity everything that the output depends on, except the input; calls with one identity and input are equal
   */
  run(program: Program, identity: readonly unknown[], stdin: string, caller?: Caller): Promise<ProgramOutcome>;
  /** Waits for all programs to end. */
  settled(): Promise<void>;
}

export interface Caller {
  /** Fires when the caller gives up. A program that nobody waits for is ended. */
  readonly ended: AbortSignal;
  /** Called before the program runs; not for a repeated call. Throws to prevent the call. */
  begin(): void;
  /** @param milliseconds the time of the run, without the time that it waited for its turn */
  end(milliseconds: number): void;
}

/** The outcome of a call that was still waiting when the signal fired. */
const ABORTED = failedOutcome("killed", "the build was aborted before it started");

interface ScheduledRun extends ProgramRun {
  readonly signal: AbortSignal;
}

/**
 * @param concurrency the number of programs that run at a time
 * @param signal ends running programs, and prevents waiting ones
 */
export function createSchedule(concurrency: number, signal: AbortSignal): Schedule {
  const outcomes = new SharedCalls<ProgramOutcome>(signal);
  const turns = createTurns(concurrency);
  const unfinished = new Set<Promise<unknown>>();
  let kept = 0;

  async function timed(program: Program, run: ScheduledRun, caller: Caller | undefined): Promise<ProgramOutcome> {
    const start = performance.now();
    try {
      return run.signal.aborted ? ABORTED : await program.run(run);
    } finally {
      caller?.end(performance.now() - start);
    }
  }

  function keep({ stdout }: ProgramOutcome): void {
    kept += stdout.length;
    if (kept <= MAX_KEPT_BYTES) return;
    outcomes.clear();
    kept = 0;
  }

  return {
    run(program, identity, stdin, caller) {
      const key = createHash("sha256").update(JSON.stringify(identity)).update("\0").update(stdin).digest("hex");
      return outcomes.result(key, caller?.ended, (ended) => {
        caller?.begin();
        const outcome = turns(() => timed(program, { stdin, signal: ended }, caller));
        const work = outcome.then(keep, () => {}).finally(() => unfinished.delete(work));
        unfinished.add(work);
        return outcome;
      });
    },
    async settled() {
      await Promise.all(unfinished);
    },
  };
}
