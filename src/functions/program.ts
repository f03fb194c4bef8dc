/** The port to programs that run a function: containers, executables, interpreters. Their output is never trusted. */
import type { Diagnostic } from "../diagnostics.ts";
import type { RunOutcome, RunProblem } from "../processes/index.ts";

/** One call of a program. */
export interface ProgramRun {
  /** The whole input. A program need not read all of it. */
  readonly stdin: string;
  /** Ends the program, and everything it has started. */
  readonly signal?: AbortSignal;
}

/** The reason why a program has no exit code of its own, or one that does not count. */
export type ProgramProblem = RunProblem | "out-of-memory" | "not-idempotent";

/** The result of one call. A program that fails is an outcome, not an exception. Standard error is hostile: see `quoted`. */
export interface ProgramOutcome extends Omit<RunOutcome, "problem" | "cause"> {
  readonly problem?: ProgramProblem;
  /** The errors of a program that is interpreted here, with their places. It has then failed. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** The outcome of a program that could not run to its end. */
export function failedOutcome(problem: ProgramProblem, detail: string, hint?: string): ProgramOutcome {
  const hints = hint === undefined ? {} : { hint };
  return { stdout: new Uint8Array(), stderr: "", exitCode: undefined, problem, detail, ...hints };
}

/** A program and the identity of its calls. */
export interface Runnable {
  readonly program: Program;
  /** Everything beside the input that two equal calls have in common; see {@link Schedule.run}. */
  readonly identity: readonly unknown[];
}

/** A program that is called with a list of resources. */
export interface Program {
  /** Its name in messages: `image@digest`, or the path of an executable. */
  readonly title: string;
  /** Rejects only if the means to run the program fail, such as a container engine. */
  run(run: ProgramRun): Promise<ProgramOutcome>;
}
