/** The runner that started this step: its log, annotations and outputs. A port, and the adapter for the real one. */
import { type Diagnostic, formatDiagnostic, logText, visible } from "../diagnostics.ts";

export interface Runner {
  /** One or more lines for the log. Whatever the text holds, the runner takes no order from it. */
  log(text: string): void;
  annotate(diagnostic: Diagnostic): void;
  setOutput(name: string, value: string): void;
}

/** The adapter over @actions/core, which takes care of escaping and of the files that the runner reads. */
export async function connectRunner(): Promise<Runner> {
  const core = await import("@actions/core");
  return {
    log: (text) => core.info(logText(text)),
    annotate(diagnostic) {
      const { file, line, column, ...rest } = diagnostic;
      const properties = {
        title: diagnostic.code,
        ...(file === undefined ? {} : { file: visible(file) }),
        ...(line === undefined ? {} : { startLine: line }),
        ...(column === undefined ? {} : { startColumn: column }),
      };
      core[diagnostic.severity](formatDiagnostic(file === undefined ? rest : diagnostic), properties);
    },
    setOutput: (name, value) => core.setOutput(name, value),
  };
}
