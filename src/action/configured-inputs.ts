/** Fills in the settings of `.krm-render.yaml`. */
import { type OpenedConfiguration, settingsInForce } from "../comparison/index.ts";
import type { SettingsInForce } from "../configuration/index.ts";
import { formatDiagnostic, formatLocation } from "../diagnostics.ts";
import { patienceOf } from "../supervision/index.ts";
import { shorten } from "../text/index.ts";
import { type Inputs, withSettings } from "./inputs/index.ts";
import type { Ports } from "./ports.ts";

/** @param isPrivileged true if all settings come from the base */
export function configuredInputs(
  given: Inputs,
  configured: OpenedConfiguration,
  isPrivileged: boolean,
  { runner, environment, progress }: Pick<Ports, "runner" | "environment" | "progress">,
): Inputs {
  for (const warning of configured.warnings) runner.log(formatDiagnostic(warning));
  const settings = settingsInForce(configured, isPrivileged);
  for (const line of settingLines(settings)) runner.log(line);
  progress?.({ event: "settings", settings });
  const inputs = withSettings(given, environment, settings);
  if (inputs.timeoutSeconds !== given.timeoutSeconds) progress?.(patienceOf(inputs));
  return inputs;
}

/** The lines of the log about settings that the workflow may set, too. */
function settingLines(settings: SettingsInForce): readonly string[] {
  return [...settings].map(([name, { values, place, revision }]) => {
    return `${formatLocation(place)} of ${revision}: ${name} ${shorten(values.join(", "))}, unless the workflow sets it`;
  });
}
