/** The port that every way to run a function implements. What a function says is never trusted, whoever runs it. */
import type { Diagnostic } from "../diagnostics.ts";

/** One call of a program. */
export interface ProgramRun {
  /** The whole input. A program that does not read all of it is no failure. */
  readonly stdin: string;
  /** Ends the program, and all that it started, when it fires. */
  readonly signal?: AbortSignal;
}

/** Why a program gave no exit code of its own, or one that says nothing. */
export type ProgramProblem =
  | "timeout"
  | "out-of-memory"
  | "output-too-large"
  | "output-lost"
  | "not-idempotent"
  | "could-not-start"
  | "killed";

/** What one call came to. A program that fails is an outcome, not an exception. */
export interface ProgramOutcome {
  /** At most what the runner allows: more is the problem `output-too-large`. */
  readonly stdout: Uint8Array;
  /** Head and tail of it where it was more than the runner keeps. Hostile: see `quoted` before printing it. */
  readonly stderr: string;
  /** Undefined where the program did not end by itself. */
  readonly exitCode: number | undefined;
  readonly problem?: ProgramProblem;
  /** More about the problem, in one line: the signal, the limit, what the engine said. */
  readonly detail?: string;
  /** What can be done about it, where that is known. */
  readonly hint?: string;
  /** Of a program that is read and run here: what is wrong with it, where it says so. It then has failed. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** Something that can be called with a list of resources: a container, an executable, an interpreter. */
export interface Program {
  /** What messages call it: `image@digest`, the path of an executable. */
  readonly title: string;
  /** Never rejects because of what the program does; only because of the machinery around it. */
  run(run: ProgramRun): Promise<ProgramOutcome>;
}
