/** The runner that started this step, with its log, annotations and outputs: a port, and the adapter for the real one. */
import { type Diagnostic, formatDiagnostic, logText, visible } from "../diagnostics.ts";

export interface Runner {
  /** Prints lines to the log. The runner obeys no workflow command in the text. */
  log(text: string): void;
  /** Prints lines to the log that are folded under a title. */
  group(title: string, text: string): void;
  annotate(diagnostic: Diagnostic): void;
  setOutput(name: string, value: string): void;
  /** Hides a secret in the log from here on. */
  hide(secret: string): void;
}

/** The adapter over @actions/core, which escapes workflow commands and writes the files that the runner reads. */
export async function connectRunner(): Promise<Runner> {
  const core = await import("@actions/core");
  return {
    log: (text) => core.info(logText(text)),
    group(title, text) {
      core.startGroup(logText(title));
      core.info(logText(text));
      core.endGroup();
    },
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
    hide: (secret) => core.setSecret(secret),
  };
}
