/** Reads the options about the configuration of reviews. */
import { parseRedactionLines, type RedactionRule } from "../../configuration/index.ts";
import type { Invocation } from "../command.ts";
import { asUsage } from "./option-values.ts";

export interface ConfigurationSettings {
  /** The file that takes the place of that of the repository. */
  readonly file: string | undefined;
  /** Values to withhold besides those that the file names. */
  readonly redaction: readonly RedactionRule[];
}

/** @throws UsageError */
export function readConfigurationSettings(invocation: Invocation): ConfigurationSettings {
  const redaction = asUsage("redact", () => parseRedactionLines(invocation.values("redact")));
  return { file: invocation.value("configuration"), redaction };
}
