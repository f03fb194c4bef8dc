/** Limits all function runs of one build together; docs/specification/function-limits.md 3.2. */
import { once } from "../store/index.ts";

export interface BudgetLimits {
  /** The number of runs. 0 and undefined mean no limit. */
  readonly maxRuns?: number | undefined;
  /** The time of all runs together, in milliseconds. 0 and undefined mean no limit. */
  readonly maxTimeMs?: number | undefined;
}

/** The budget of one build. A run that several builds share counts for the first of them. */
export interface Budget {
  /** Counts a run. @returns a reason and a hint if the limit is reached and the run must not start */
  take(): { readonly reason: string; readonly hint: string } | undefined;
  /** Adds the time of a run. A run that has started is not ended: it has a time limit of its own. */
  spend(milliseconds: number): void;
}

/** @returns a function that finds the budget of a build, given the object that identifies the build */
export function createBudgets({ maxRuns = 0, maxTimeMs = 0 }: BudgetLimits): (build: object) => Budget {
  const budgets = new WeakMap<object, Budget>();
  function budget(): Budget {
    let runs = 0;
    let spent = 0;
    return {
      take() {
        if (maxRuns > 0 && runs >= maxRuns) {
          const reason = `the limit of ${maxRuns} runs of functions in one build is reached`;
          const hint =
            "Look for functions in bases that are included several times, or allow more runs with --max-function-runs.";
          return { reason, hint };
        }
        if (maxTimeMs > 0 && spent >= maxTimeMs) {
          const reason = `the limit of ${maxTimeMs / 1000} seconds for all functions of one build is reached`;
          return { reason, hint: "Look for slow functions, or allow more time with --max-function-time." };
        }
        runs++;
        return undefined;
      },
      spend(milliseconds) {
        spent += milliseconds;
      },
    };
  }
  return (build) => once(budgets, build, budget);
}
