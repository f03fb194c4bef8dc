/** Reads the options about the configuration of reviews. */
import { parseRedactionLines } from "../../configuration/index.ts";
import type { Invocation } from "../command.ts";
import { asUsage } from "./option-values.ts";

export type ConfigurationSettings = ReturnType<typeof readConfigurationSettings>;

/** @throws UsageError */
export function readConfigurationSettings(invocation: Invocation) {
  return {
    /** The file that takes the place of that of the repository. */
    file: invocation.value("configuration"),
    /** Values to withhold besides those that the file names. */
    redaction: asUsage("redact", () => parseRedactionLines(invocation.values("redact"))),
  };
}
