/** Turns the result of a command, or its error, into the exit status. */
import { diagnosticsOf, visible } from "../diagnostics.ts";
import { UsageError } from "./command.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

const FAILURE = 1;
const WRONG_USAGE = 2;

/** Never throws: prints every error to standard error and returns the status for it. */
export async function statusOf(terminal: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) {
      const hint = error.hint === undefined ? "" : `  hint: ${error.hint}\n`;
      await terminal.stderr.write(visible(`error: ${error.message}\n${hint}`));
      return WRONG_USAGE;
    }
    await printDiagnostics(terminal, diagnosticsOf(error));
    return FAILURE;
  }
}
