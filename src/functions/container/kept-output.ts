/**
 * All that a container said, of an engine whose client may not pass on the end of it: it takes a connection that is reset
 * for one that has ended. Its connection is reset where a function ends with input unread.
 */
import type { RunLimits } from "../../processes/index.ts";
import type { ProgramOutcome, ProgramProblem } from "../program.ts";
import { type Engine, spoken } from "./engine.ts";

/** The run, as the container's client told it. */
export interface Told {
  readonly engine: Engine;
  readonly name: string;
  readonly limits: RunLimits;
  readonly outcome: ProgramOutcome;
  readonly signal: AbortSignal | undefined;
}

/**
 * What the client passed on, and what the engine has written down, are each all or a beginning of it, so the longer one
 * counts. Where they contradict each other, nothing tells what was said, and that is a problem of the run.
 * @throws KrmError `container-engine-unavailable`
 */
export async function keptOutput({ engine, name, limits, outcome, signal }: Told): Promise<ProgramOutcome> {
  // A log of many short lines takes longer to read than it took to write.
  const kept = await engine.call(["logs", name], { ...limits, signal });
  if (kept.problem !== undefined && kept.problem !== "timeout") return failed(outcome, kept.problem, kept.detail);
  const [told, written] = [outcome.stdout, kept.stdout];
  const length = Math.min(told.length, written.length);
  if (kept.exitCode !== 0 || Buffer.compare(told.subarray(0, length), written.subarray(0, length)) !== 0) {
    const reason = kept.exitCode === 0 ? "its log says something else" : (kept.detail ?? spoken(kept.stderr));
    return failed(outcome, "output-lost", `${engine.name} may have lost a part of it: ${reason}`);
  }
  // The client's standard error has words of its own among those of the container.
  return written.length < told.length ? outcome : { ...outcome, stdout: written, stderr: kept.stderr };
}

function failed(outcome: ProgramOutcome, problem: ProgramProblem, detail: string | undefined): ProgramOutcome {
  return { ...outcome, problem, ...(detail !== undefined && { detail }) };
}
