/** The runner that started this step, with its log, annotations and outputs: a port, and the adapter for the real one. */
import { statSync, truncateSync } from "node:fs";
import { type Diagnostic, failure, formatDiagnostic, logText, visible } from "../diagnostics.ts";

export interface Runner {
  /** Prints lines to the log. The runner obeys no workflow command in the text. */
  log(text: string): void;
  /** Prints lines to the log that are folded under a title. */
  group(title: string, text: string): void;
  annotate(diagnostic: Diagnostic): void;
  /** Sets all outputs of the step, or none. @throws KrmError `output-unwritable` */
  setOutputs(outputs: Readonly<Record<string, string>>): void;
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
    setOutputs(outputs) {
      const file = process.env["GITHUB_OUTPUT"] ?? "";
      const present = statSync(file, { throwIfNoEntry: false })?.size;
      try {
        for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
      } catch (cause) {
        // The runner refuses a file that ends inside of a value, with a message that says nothing of the disk.
        if (present !== undefined) cutBack(file, present);
        throw failure("output-unwritable", `the outputs of the step cannot be written: ${(cause as Error).message}`, {
          hint: "Later steps see none of them. Check the space that is left on the disk of the runner.",
          cause,
        });
      }
    },
    hide: (secret) => core.setSecret(secret),
  };
}

function cutBack(file: string, bytes: number): void {
  try {
    truncateSync(file, bytes);
  } catch {
    // A device has no length.
  }
}
