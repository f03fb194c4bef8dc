/** The surroundings of a command: working directory, environment and output, of the process or of a test. */
import { type Diagnostic, formatDiagnostic, logText, visible } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";
import type { Setbacks, WorkMessage } from "../supervision/index.ts";

export interface Sink {
  readonly isTTY: boolean;
  /** The width of the terminal; undefined where it is not known. */
  readonly columns?: number | undefined;
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
}

/** The process that starts this one, and starts another one if this one is lost. */
export interface Supervisor {
  readonly setbacks: Setbacks;
  readonly tell: (message: WorkMessage) => void;
}

export interface Terminal {
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard output: for the result only. */
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Wraps the tree of `build`, to tune the process for the amount that is read. */
  readonly tuneBuild?: ((tree: Tree) => Tree) | undefined;
  /** Undefined where this process is the only one. */
  readonly supervisor?: Supervisor | undefined;
}

/**
 * Prints problems to standard error: `error: file:line:column: message`, and the hint on a line below. The text is escaped,
 * since a problem may quote a pull request and the terminal may be the log of a workflow.
 */
export async function printDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): Promise<void> {
  const lines = diagnostics.map((diagnostic) => `${diagnostic.severity}: ${logText(formatDiagnostic(diagnostic))}\n`);
  if (lines.length > 0) await terminal.stderr.write(lines.join(""));
}

/** A path on one line: a pull request may contain any file name. */
export function pathLine(path: string): string {
  return visible(path).replaceAll("\n", "\\u000a").replaceAll("\t", "\\u0009");
}

/** Drops repeated problems: targets that share a base all report those of the base. */
export function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [formatDiagnostic(diagnostic), diagnostic])).values()];
}

/**
 * Tells whether standard output gets colour. FORCE_COLOR decides if it is set and not empty, then NO_COLOR; otherwise standard
 * output must be a terminal that is not `dumb`.
 */
export function wantsColour({ env, stdout }: Terminal): boolean {
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  if (env["NO_COLOR"]) return false;
  return stdout.isTTY && env["TERM"] !== "dumb";
}
