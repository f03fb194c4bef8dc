/** Where a command reads its surroundings and writes its results: the process, or a test. */
import { type Diagnostic, formatDiagnostic, logText, visible } from "../diagnostics.ts";

export interface Sink {
  readonly isTTY: boolean;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
}

export interface Terminal {
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard output: gets the product and nothing else. */
  readonly stdout: Sink;
  readonly stderr: Sink;
}

/**
 * Prints problems to standard error, one a line: `error: file:line:column: message`, its hint below it. The terminal may be
 * the log of a workflow, and a problem may quote a pull request.
 */
export async function printDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): Promise<void> {
  const lines = diagnostics.map((diagnostic) => `${diagnostic.severity}: ${logText(formatDiagnostic(diagnostic))}\n`);
  if (lines.length > 0) await terminal.stderr.write(lines.join(""));
}

/** A path on one line, whatever a pull request called it. */
export function pathLine(path: string): string {
  return visible(path).replaceAll("\n", "\\u000a").replaceAll("\t", "\\u0009");
}

/** Each problem once: a base that many targets share says the same in each of them. */
export function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [formatDiagnostic(diagnostic), diagnostic])).values()];
}

/**
 * Whether standard output gets colour: FORCE_COLOR and NO_COLOR decide when they are set and not empty, the first of them
 * first; otherwise it has to be a terminal that is not `dumb`.
 */
export function wantsColour({ env, stdout }: Terminal): boolean {
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  if (env["NO_COLOR"]) return false;
  return stdout.isTTY && env["TERM"] !== "dumb";
}
