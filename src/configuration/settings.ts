/** What `.krm-render.yaml` may set, and which mode reads which input. docs/decisions/0025-settings-in-the-repository.md */
import type { Location } from "../diagnostics.ts";
import { parseDuration } from "../text/index.ts";
import { type Mode, SETTINGS, type SettingForm } from "./settings-table.ts";

export type SettingName = keyof typeof SETTINGS;

/** Whether a mode reads an input. */
export function isReadIn(name: SettingName, mode: Mode): boolean {
  return SETTINGS[name].modes.some((each) => each === mode);
}

type Settable = typeof SETTINGS;
export type FileSettingName = {
  [Name in SettingName]: Settable[Name] extends { readonly form: SettingForm } ? Name : never;
}[SettingName];

/** Those that the file may set. Each has the name and the meaning of the input. */
export const FILE_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).filter(([, setting]) => "form" in setting),
) as {
  readonly [Name in FileSettingName]: Settable[Name];
};

/** What a file sets. */
export interface SettingValue {
  /** One text, or several of a list. */
  readonly values: readonly string[];
  readonly place: Location;
}

export type Settings = ReadonlyMap<FileSettingName, SettingValue>;

/** A setting, and the revision whose file has it. */
export interface SettingInForce extends SettingValue {
  readonly revision: string;
}

export type SettingsInForce = ReadonlyMap<FileSettingName, SettingInForce>;

/** The longest duration, in seconds: no job on GitHub's runners lasts longer. */
export const MAX_DURATION = 6 * 60 * 60;

/** What is wrong with one text of a setting; undefined if nothing is. */
export function settingFault(name: FileSettingName, text: string): string | undefined {
  const { form }: { readonly form: SettingForm } = FILE_SETTINGS[name];
  if (form.kind === "count") {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= form.least && number <= form.most) return undefined;
    return `must be a whole number from ${form.least} to ${form.most}`;
  }
  if (form.kind === "duration" && text !== "none") {
    const seconds = parseDuration(text) ?? 0;
    if (!(seconds > 0 && seconds <= MAX_DURATION))
      return "must be a duration of at most 6h, such as 90s or 5m, or none";
  }
  return undefined;
}

/** Why an input cannot be set in a file; undefined for what can, and for what is no input. */
export function refusalOf(name: string): string | undefined {
  if (!isInput(name) || name in FILE_SETTINGS) return undefined;
  return SETTINGS[name].class === "trust"
    ? "only the workflow says what may run or be reached"
    : "it belongs to the job of the workflow";
}

function isInput(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
