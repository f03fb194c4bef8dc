/** Prints problems before the work on targets. */
import type { Diagnostic } from "../diagnostics.ts";
import { hasLost } from "../supervision/index.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

/** Prints problems as {@link printDiagnostics} does, unless an earlier process of this run, which was lost, has printed them. */
export async function printFirst(terminal: Terminal, diagnostics: readonly Diagnostic[]): Promise<void> {
  const { supervisor } = terminal;
  if (supervisor === undefined || !hasLost(supervisor.setbacks)) await printDiagnostics(terminal, diagnostics);
}
