/**
 * Limits the work of one evaluation, in units that the expression and its values decide, so that each machine ends it at the same step.
 * docs/decisions/0043-policies-in-cel.md
 */
import { charge, checkTime } from "../budget/index.ts";

/** The end of an evaluation that does too much. */
export class WorkLimit extends Error {
  constructor() {
    super("the evaluation takes too much work");
    this.name = "WorkLimit";
  }
}

/** The work of the evaluations that share it. */
export class Meter {
  #left: number;
  #refusal: Error | undefined;

  /** @param units one for each step, and one for each {@link CHUNK} of texts and lists that a step returns */
  constructor(units: number) {
    this.#left = units;
  }

  /** The error that ended an evaluation. The library goes on behind some errors, so that it is thrown again at each step. */
  get refusal(): Error | undefined {
    return this.#refusal;
  }

  /** @throws WorkLimit, or the error of the budget of the task that runs */
  spend(units: number): void {
    if (this.#refusal !== undefined) throw this.#refusal;
    this.#left -= units;
    if (this.#left < 0) throw (this.#refusal = new WorkLimit());
    try {
      checkTime();
      if (units > 1) charge(units * CHUNK);
    } catch (thrown) {
      throw (this.#refusal = thrown as Error);
    }
  }

  /** Pays for a text or a list of this length. */
  pay(length: number): void {
    this.spend(1 + length / CHUNK);
  }
}

/** Characters and elements that cost as much as one step. */
const CHUNK = 64;

let running = new Meter(0);

/** The meter of the evaluation that runs. */
export function meter(): Meter {
  return running;
}

/** Runs a synchronous evaluation on a meter. */
export function metered<T>(own: Meter, evaluation: () => T): T {
  const outer = running;
  running = own;
  try {
    return evaluation();
  } finally {
    running = outer;
  }
}
