/** What a command says before its work on targets. */
import type { Diagnostic } from "../diagnostics.ts";
import { hasLost } from "../supervision/index.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

/** As {@link printDiagnostics}. A process that follows a lost one would say the same again, and says nothing. */
export async function printFirst(terminal: Terminal, diagnostics: readonly Diagnostic[]): Promise<void> {
  const { supervisor } = terminal;
  if (supervisor === undefined || !hasLost(supervisor.setbacks)) await printDiagnostics(terminal, diagnostics);
}
