/** The runner's variables of a step. */
import { isInput, isSetting } from "../../src/configuration/index.ts";

/** Each value as an input, or under the input `settings` if it is no input of its own. */
export function variablesOf(values: Readonly<Record<string, string>>): Record<string, string> {
  const inputs: [string, string][] = [];
  let settings = "";
  for (const [name, value] of Object.entries(values)) {
    if (isSetting(name) && !isInput(name)) settings += `${name}: ${JSON.stringify(value)}\n`;
    else inputs.push([`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value]);
  }
  return { ...Object.fromEntries(inputs), ...(settings !== "" && { INPUT_SETTINGS: settings }) };
}
