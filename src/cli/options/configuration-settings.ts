/** Reads the options about the configuration of reviews. */
import { parseRedactionLines, type RedactionRule } from "../../configuration/index.ts";
import { diagnosticsOf } from "../../diagnostics.ts";
import { type Invocation, UsageError } from "../command.ts";

export interface ConfigurationSettings {
  /** The file that takes the place of that of the repository. */
  readonly file: string | undefined;
  /** Values to withhold besides those that the file names. */
  readonly redaction: readonly RedactionRule[];
}

/** @throws UsageError */
export function readConfigurationSettings(invocation: Invocation): ConfigurationSettings {
  return { file: invocation.value("configuration"), redaction: redactionOf(invocation.values("redact")) };
}

function redactionOf(patterns: readonly string[]): readonly RedactionRule[] {
  try {
    return parseRedactionLines(patterns);
  } catch (thrown) {
    const [problem] = diagnosticsOf(thrown);
    throw new UsageError(`--redact: ${problem?.message}`, problem?.hint);
  }
}
