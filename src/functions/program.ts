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

/** Why a program has no exit code of its own, or one that does not count. */
export type ProgramProblem = RunProblem | "out-of-memory" | "not-idempotent";

/** The result of one call. A program that fails is an outcome, not an exception. Standard error is hostile: see `quoted`. */
export interface ProgramOutcome extends Omit<RunOutcome, "problem" | "cause"> {
  readonly problem?: ProgramProblem;
  /** Of a program that is interpreted here: its errors with their places. It has then failed. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** A program that is called with a list of resources. */
export interface Program {
  /** Its name in messages: `image@digest`, or the path of an executable. */
  readonly title: string;
  /** Rejects only if the means to run the program fail, such as a container engine. */
  run(run: ProgramRun): Promise<ProgramOutcome>;
}
