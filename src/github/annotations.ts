/** Shows diagnostics as annotations of a run. */
import { type Diagnostic, formatDiagnostic, type Severity } from "../diagnostics.ts";
import type { Runner } from "./runner.ts";

/** The runner keeps ten annotations of each severity for a step, and silently drops the rest. */
export const MAX_ANNOTATIONS = 10;
const SEVERITIES: readonly Severity[] = ["error", "warning", "notice"];

/**
 * Annotates the first ten diagnostics of each severity, and prints the others to the log after a line with their number.
 * A diagnostic that occurs several times, for instance once per overlay, is annotated once.
 */
export function annotate(runner: Runner, diagnostics: readonly Diagnostic[]): void {
  const distinct = [...new Map(diagnostics.map((diagnostic) => [key(diagnostic), diagnostic])).values()];
  for (const severity of SEVERITIES) {
    const ofSeverity = distinct.filter((diagnostic) => diagnostic.severity === severity);
    for (const diagnostic of ofSeverity.slice(0, MAX_ANNOTATIONS)) runner.annotate(diagnostic);
    const others = ofSeverity.slice(MAX_ANNOTATIONS);
    if (others.length === 0) continue;
    runner.log(`${others.length} more of severity ${severity}, beyond the annotations that the runner keeps:`);
    for (const diagnostic of others) runner.log(formatDiagnostic(diagnostic));
  }
}

function key(diagnostic: Diagnostic): string {
  const { code, severity, message, file, line, column } = diagnostic;
  return JSON.stringify([code, severity, message, file, line, column]);
}
