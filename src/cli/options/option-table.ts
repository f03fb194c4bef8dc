/** Declares options in the form in which help prints them. */
import { SETTINGS, type Setting } from "../../configuration/settings-table.ts";
import type { Command, Option } from "../command.ts";

type Details = Pick<Option, "summary" | "choices" | "default" | "others" | "repeatable">;

/** @param spelling `--name`, `--name VALUE` or `--name[=VALUE]`, after `-n, ` if there is a one-letter form */
export function option(spelling: string, details: Details | string): Option {
  const [, short, name = "", optional, value = optional] =
    /^(?:-(\w), )?--([\w-]+)(?:\[=(.+)\]| (.+))?$/.exec(spelling) ?? [];
  const own = typeof details === "string" ? { summary: details } : details;
  return { spelling, name, short, value, optional: optional !== undefined, ...own };
}

/** @param rows the details of options, or only their summaries, by their spellings */
export function optionTable(rows: Readonly<Record<string, Details | string>>): readonly Option[] {
  return Object.entries(rows).map(([spelling, details]) => option(spelling, details));
}

/** The details of an option for a setting of `.krm-render.yaml`. A switch that is off by default names no default. */
export function ofSetting(name: keyof typeof SETTINGS, summary: string): Details {
  const { form, default: ordinary }: Setting = SETTINGS[name];
  return {
    summary,
    ...(form?.kind === "choice" && { choices: form.choices }),
    ...(ordinary !== "" && ordinary !== "false" && { default: ordinary }),
  };
}

const HELP = option("-h, --help", "Print this page and exit.");

/** All options of a command. */
export function optionsOf(command: Command): readonly Option[] {
  return [...command.options, HELP];
}
