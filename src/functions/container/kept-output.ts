/**
 * Reads the log of a container, for an engine whose client may lose the end of the output. The connection of the client is
 * reset if a function leaves input unread, and the client takes that for the end; docs/specification/containers.md 2.5.
 */
import type { RunLimits } from "../../processes/index.ts";
import type { ProgramOutcome, ProgramProblem } from "../program.ts";
import { type Engine, errorLine } from "./engine.ts";

/** A container that has ended, and the outcome that the client reports. */
interface EndedContainer {
  readonly engine: Engine;
  readonly name: string;
  readonly limits: RunLimits;
  readonly outcome: ProgramOutcome;
  readonly signal: AbortSignal | undefined;
}

/**
 * Compares the output that the client passed on with the log. One must be a beginning of the other, and the longer one
 * counts. If they contradict each other, the run has the problem `output-lost`.
 * @throws KrmError `container-engine-unavailable`
 */
export async function keptOutput({ engine, name, limits, outcome, signal }: EndedContainer): Promise<ProgramOutcome> {
  // Gets the limits of the run, because a log of many short lines takes long to read.
  const kept = await engine.call(["logs", name], { ...limits, signal });
  if (kept.problem !== undefined && kept.problem !== "timeout") return failed(outcome, kept.problem, kept.detail);
  const [received, logged] = [outcome.stdout, kept.stdout];
  const length = Math.min(received.length, logged.length);
  if (kept.exitCode !== 0 || Buffer.compare(received.subarray(0, length), logged.subarray(0, length)) !== 0) {
    const reason = kept.exitCode === 0 ? "its log differs" : (kept.detail ?? errorLine(kept.stderr));
    return failed(outcome, "output-lost", `${engine.name} may have lost a part of its output: ${reason}`);
  }
  // Prefers the logged standard error: the client adds lines of its own.
  return logged.length < received.length ? outcome : { ...outcome, stdout: logged, stderr: kept.stderr };
}

function failed(outcome: ProgramOutcome, problem: ProgramProblem, detail: string | undefined): ProgramOutcome {
  return { ...outcome, problem, ...(detail !== undefined && { detail }) };
}
