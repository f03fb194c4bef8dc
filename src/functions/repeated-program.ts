/** Implements `--verify-idempotent`: a second run must print the same bytes; docs/specification/function-limits.md 2.4. */
import type { Program, ProgramOutcome } from "./program.ts";

/** Runs the program twice and compares. Returns the outcome of the first run, with the problem `not-idempotent` if they differ. */
export function repeated(program: Program): Program {
  return {
    ...program,
    async run(call) {
      const first = await program.run(call);
      if (hasFailed(first)) return first;
      const difference = differenceOf(first, await program.run(call));
      if (difference === undefined) return first;
      return { ...first, exitCode: undefined, problem: "not-idempotent", detail: difference, hint: HINT };
    },
  };
}

const HINT =
  "Look for times, random numbers, the network, files that it leaves behind, and collections without an order.";

function hasFailed({ exitCode, problem }: ProgramOutcome): boolean {
  return exitCode !== 0 || problem !== undefined;
}

/** Names the line and not its text, which may be part of a Secret. */
function differenceOf({ stdout: before }: ProgramOutcome, second: ProgramOutcome): string | undefined {
  if (hasFailed(second)) {
    return `the first run succeeded, but the second failed: ${second.detail ?? second.problem ?? `exit status ${second.exitCode}`}`;
  }
  const after = second.stdout;
  if (Buffer.compare(before, after) === 0) return undefined;
  let line = 1;
  for (let at = 0; at < before.length && before[at] === after[at]; at++) if (before[at] === 0x0a) line++;
  return `the outputs of two runs on the same input differ from line ${line} on`;
}
