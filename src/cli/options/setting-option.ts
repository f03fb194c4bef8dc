/** Options for what `.krm-render.yaml` may set, too. */
import { SETTINGS, type Setting } from "../../configuration/settings-table.ts";
import type { Option } from "../command.ts";

/**
 * The option of a setting, with its name, its choices and its default. A switch that is off by default names none.
 * @param text the placeholder of the value, and what the option does: on the command line, what counts is what the user wants
 */
export function settingOption(
  name: keyof typeof SETTINGS,
  text: Pick<Option, "value" | "repeatable" | "summary">,
): Option {
  const { form, default: ordinary }: Setting = SETTINGS[name];
  return {
    name,
    ...(form?.kind === "choice" && { choices: form.choices }),
    ...(ordinary !== "" && ordinary !== "false" && { default: ordinary }),
    ...text,
  };
}
