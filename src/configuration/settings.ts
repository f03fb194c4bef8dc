/**
 * The inputs of the action, with their defaults, and which of them `.krm-render.yaml` may set.
 * docs/decisions/0025-settings-in-the-repository.md
 */
import type { Location } from "../diagnostics.ts";
import { parseDuration } from "../text/index.ts";

/**
 * Who says what an input is:
 * - `policy`: the file of the base, because no change decides how strictly it is reviewed, and who hears of it;
 * - `side`: the file of the head, or of the base where strangers can cause runs that have secrets;
 * - `job`: the workflow only, because it is about the job, or other steps have to agree;
 * - `trust`: the workflow only, because it is about what may run, or be reached.
 */
export type SettingClass = "policy" | "side" | "job" | "trust";

interface Setting {
  /** Empty for none. */
  readonly default: string;
  readonly class: SettingClass;
}

const AUTO = "auto";
const NO = "false";

/** Every input. `github-token` and `matrix` are filled in by the runner. */
export const SETTINGS = {
  mode: { default: "review", class: "job" },
  targets: { default: "", class: "side" },
  base: { default: "", class: "job" },
  head: { default: "", class: "job" },
  "working-directory": { default: ".", class: "job" },
  shard: { default: "", class: "job" },
  costs: { default: "", class: "job" },
  reports: { default: "", class: "job" },
  comment: { default: AUTO, class: "policy" },
  "comment-key": { default: "", class: "job" },
  "comment-max-bytes": { default: "60000", class: "policy" },
  check: { default: NO, class: "job" },
  "github-token": { default: "", class: "job" },
  matrix: { default: "", class: "job" },
  "output-dir": { default: "krm-render-report", class: "job" },
  "load-restrictor": { default: "LoadRestrictionsRootOnly", class: "side" },
  "enable-helm": { default: NO, class: "trust" },
  remote: { default: NO, class: "trust" },
  "allow-private-hosts": { default: NO, class: "trust" },
  timeout: { default: "5m", class: "side" },
  "total-timeout": { default: "1h", class: "job" },
  strict: { default: NO, class: "policy" },
  "affected-only": { default: "true", class: "side" },
  concurrency: { default: "8", class: "side" },
  "fail-on": { default: "error", class: "policy" },
  "fail-on-danger": { default: "never", class: "policy" },
  redact: { default: "", class: "policy" },
  "artifact-name": { default: "", class: "job" },
  "trusted-catalogs": { default: "", class: "trust" },
  "default-catalogs": { default: "", class: "trust" },
  "require-pinned-catalogs": { default: NO, class: "trust" },
  "fail-on-unavailable-catalog": { default: NO, class: "trust" },
  "allow-catalog-wildcards": { default: NO, class: "trust" },
  "trust-root": { default: "", class: "trust" },
  "allow-hosts": { default: "", class: "trust" },
  locked: { default: NO, class: "trust" },
  "lock-out": { default: "", class: "job" },
  plugins: { default: "catalog-only", class: "trust" },
  "enable-exec": { default: NO, class: "trust" },
  "enable-starlark": { default: NO, class: "trust" },
  "function-network": { default: NO, class: "trust" },
  "function-mounts": { default: NO, class: "trust" },
  "function-timeout": { default: "5m", class: "trust" },
  "container-runtime": { default: "docker", class: "job" },
  "token-servers": { default: "", class: "trust" },
  "cache-save": { default: AUTO, class: "trust" },
  "functions-on-privileged-events": { default: NO, class: "trust" },
  "isolate-functions": { default: AUTO, class: "trust" },
  "release-name": { default: "", class: "job" },
  "release-version": { default: "", class: "job" },
  "withhold-secrets": { default: NO, class: "job" },
  oci: { default: "", class: "job" },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

/** The form of the value in a file. */
export type SettingForm =
  | { readonly kind: "patterns" }
  | { readonly kind: "flag" }
  | { readonly kind: "duration" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "count"; readonly least: number; readonly most: number };

interface FileSetting {
  readonly form: SettingForm;
  /** For the JSON Schema. */
  readonly summary: string;
}

const FLAG: SettingForm = { kind: "flag" };
const DURATION: SettingForm = { kind: "duration" };
const choice = <const T extends readonly string[]>(...choices: T) => ({ kind: "choice", choices }) as const;

/** Those that the file may set. Each has the name and the meaning of the input. */
export const FILE_SETTINGS = {
  targets: {
    form: { kind: "patterns" },
    summary:
      "Directories to render, as paths or globs from the top of the repository. One that begins with `!` removes targets, one that begins with `+` adds some.",
  },
  comment: {
    form: choice("auto", "always", "on-change", "on-failure", "never"),
    summary: "When to create the comment on a pull request.",
  },
  "comment-max-bytes": {
    form: { kind: "count", least: 2000, most: 65_000 },
    summary: "Largest size of the comment in bytes.",
  },
  "load-restrictor": {
    form: choice("LoadRestrictionsRootOnly", "LoadRestrictionsNone"),
    summary:
      "Whether a kustomization may read files outside of its own directory. None may read files outside of the repository.",
  },
  timeout: { form: DURATION, summary: "Time that the build of one target may take, such as `90s` or `5m`, or `none`." },
  "affected-only": { form: FLAG, summary: "Whether only targets that the change can affect are rendered." },
  concurrency: {
    form: { kind: "count", least: 1, most: 64 },
    summary: "Number of targets that are rendered at the same time.",
  },
  strict: { form: FLAG, summary: "Whether mistakes that kustomize ignores fail their target." },
  "fail-on": { form: choice("error", "warning", "never"), summary: "Problems that fail the step." },
  "fail-on-danger": { form: choice("high", "medium", "low", "never"), summary: "Dangers that fail the step." },
  redact: {
    form: { kind: "patterns" },
    summary: "Values to withhold, each as `/PATH`, `KIND:/PATH` or `KIND/NAME:/PATH`.",
  },
} as const satisfies Partial<Readonly<Record<SettingName, FileSetting>>>;

export type FileSettingName = keyof typeof FILE_SETTINGS;

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
  const { form }: FileSetting = FILE_SETTINGS[name];
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
