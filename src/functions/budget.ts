/** How much the functions of one build may do; docs/specification/function-limits.md 3.2. */

export interface BudgetLimits {
  /** How many runs. 0 and undefined are no limit. */
  readonly maxRuns?: number | undefined;
  /** For how many milliseconds all of them together. 0 and undefined are no limit. */
  readonly maxTimeMs?: number | undefined;
}

/** What one build may still do. What is done once for several builds counts for the one that asks first. */
export interface Budget {
  /** Counts a run. @returns why there is none, and what allows more, where the limit is reached */
  take(): { readonly reason: string; readonly hint: string } | undefined;
  /** Counts the time of a run. One that has begun goes on: it has a limit of its own. */
  spend(milliseconds: number): void;
}

/** @returns the budget of a build, which any object may stand for */
export function createBudgets({ maxRuns = 0, maxTimeMs = 0 }: BudgetLimits): (build: object) => Budget {
  const budgets = new WeakMap<object, Budget>();
  function budget(): Budget {
    let runs = 0;
    let spent = 0;
    return {
      take() {
        if (maxRuns > 0 && runs >= maxRuns) {
          const reason = `the limit of ${maxRuns} runs of functions in one build is reached`;
          return {
            reason,
            hint: "Look for functions in bases that are included again and again, or allow more: --max-function-runs.",
          };
        }
        if (maxTimeMs > 0 && spent >= maxTimeMs) {
          const reason = `the functions of this build have taken the ${maxTimeMs / 1000} seconds that they may take together`;
          return { reason, hint: "Look for the slow ones, or allow more time: --max-function-time." };
        }
        runs++;
        return undefined;
      },
      spend(milliseconds) {
        spent += milliseconds;
      },
    };
  }
  return (build) => {
    let found = budgets.get(build);
    if (found === undefined) budgets.set(build, (found = budget()));
    return found;
  };
}
