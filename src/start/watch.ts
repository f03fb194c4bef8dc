/**
 * `dist/watch.js`: runs a command on many targets in a process that can be lost, so that a target that takes all memory does not cost
 * the others. docs/decisions/0014-a-process-to-lose.md
 */
import { formatDiagnostic, logText } from "../diagnostics.ts";
import { lossDiagnostic, superviseProgram } from "../supervision/index.ts";
import { WORKER } from "./worker-argument.ts";

async function watch(): Promise<number> {
  const outcome = await superviseProgram({ args: [WORKER, ...process.argv.slice(2)], environment: process.env });
  if (outcome.kind === "done") return outcome.code;
  process.stderr.write(`error: ${logText(formatDiagnostic(lossDiagnostic(outcome, "does the work")))}\n`);
  return 1;
}

void watch().then((status) => (process.exitCode = status));
