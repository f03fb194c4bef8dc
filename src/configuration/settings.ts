/** Rules of settings: the places that may set them, and the modes that read them. docs/decisions/0029-one-input-for-what-is-set-once.md */
import type { Location } from "../diagnostics.ts";
import { parseDuration } from "../text/index.ts";
import { type Mode, SETTINGS, type Setting, type SettingForm } from "./settings-table.ts";

export type SettingName = keyof typeof SETTINGS;

/** Tells whether a mode reads a setting. */
export function isReadIn(name: SettingName, mode: Mode): boolean {
  return SETTINGS[name].modes.some((each) => each === mode);
}

type Settable = typeof SETTINGS;
export type FileSettingName = {
  [Name in SettingName]: Settable[Name] extends { readonly form: SettingForm } ? Name : never;
}[SettingName];

/** The settings that the file may set. Each has the name and the meaning that it has in a workflow. */
export const FILE_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).filter(([, setting]) => "form" in setting),
) as {
  readonly [Name in FileSettingName]: Settable[Name];
};

/** The value of a setting in a file. */
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

/** The fault of one text of a setting in the file; undefined if there is none. */
export function settingFault(name: FileSettingName, text: string): string | undefined {
  const { form, class: owner, default: ordinary }: Setting & { readonly form: SettingForm } = FILE_SETTINGS[name];
  if (owner === "restrict" && stricter(name, text, ordinary) !== text)
    return `may only be stricter here than its default, which is ${ordinary}`;
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
  if (form.kind === "version" && !KUBERNETES_VERSION.test(text)) return "must be a version such as 1.31 or 1.31.4";
  return undefined;
}

export const KUBERNETES_VERSION = /^1\.\d{1,3}(?:\.\d{1,4})?$/;

/** Returns the stricter of two valid texts of a setting that restricts; the first one if they are equal. */
export function stricter(name: SettingName, one: string, other: string): string {
  const { form }: Setting = SETTINGS[name];
  const rank = (text: string): number => {
    if (form?.kind === "duration") return parseDuration(text) ?? Number.POSITIVE_INFINITY;
    return (form?.kind === "choice" ? form.choices : ["true", "false"]).indexOf(text);
  };
  return rank(one) <= rank(other) ? one : other;
}

/** The reason why a setting cannot stand in the file; undefined for one that can, and for other names. */
export function refusalOf(name: string): string | undefined {
  if (!isSetting(name) || name in FILE_SETTINGS) return undefined;
  return SETTINGS[name].class === "trust"
    ? "only the workflow says what may run or be reached"
    : "it belongs to the job of the workflow";
}

export function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** Inputs of earlier versions that are part of others, each with what to write in its place. */
const MERGED_INPUTS: Readonly<Record<string, string>> = {
  costs: "Leave it out: `krm-render targets --shards` writes the file that it was given into the names of the shards.",
  "allow-hosts": "List the hosts in the input `remote`. Those that `trusted-catalogs` names need not be listed.",
  "allow-private-hosts": "List the private hosts by name in the input `remote`.",
  "enable-exec": "Set `plugins: alpha, exec`.",
  "enable-starlark": "Set `plugins: alpha, starlark`.",
};

/** The instruction for an input of an earlier version; undefined for a name that was no input, or still is one. */
export function formerInput(name: string): string | undefined {
  if (!isSetting(name) || isInput(name)) return MERGED_INPUTS[name];
  return `Write \`${name}\` under the input \`settings\`${name in FILE_SETTINGS ? ", or in .krm-render.yaml" : ""}.`;
}

/** True for a setting that is an input of its own; a workflow sets all others under the input `settings`. */
export function isInput(name: SettingName): boolean {
  return "isInput" in SETTINGS[name];
}
