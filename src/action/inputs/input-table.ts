/** All inputs of the action. */
import { SETTINGS, type SettingName } from "../../configuration/index.ts";

export type InputName = SettingName;

/** Every input with its default; empty for `github-token` and `matrix`, which the runner fills in. */
export const INPUT_DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]),
) as Readonly<Record<InputName, string>>;
