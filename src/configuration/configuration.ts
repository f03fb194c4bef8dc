/** The configuration of a repository for its reviews. */
import type { Location } from "../diagnostics.ts";
import { type DeploymentSettings, FOUND_DEPLOYMENTS } from "./deployments.ts";
import { type ObjectPattern, PathPattern } from "./patterns.ts";
import type { Settings } from "./settings.ts";

export type DangerLevel = "high" | "medium" | "low";

export interface Configuration {
  readonly dangers: DangerSettings;
  /** The rules of the team on changed objects. */
  readonly policies: readonly PolicyRule[];
  readonly noise: NoiseSettings;
  /** Values to withhold in addition to those of Secrets. */
  readonly redaction: readonly RedactionRule[];
  /** Facts that the search for deployments cannot find by itself. */
  readonly deployments: DeploymentSettings;
  /** The text of the file, for runs that join the results of others, without values of Secrets; absent if there is no file. */
  readonly text?: string;
  /** The inputs that the file sets, by their names. */
  readonly settings: Settings;
}

export interface DangerSettings {
  /** Other levels than those of the rules, by the ids of rules. A rule that is off finds nothing. */
  readonly levels: ReadonlyMap<string, DangerLevel | "off">;
  readonly silences: readonly SilenceRule[];
}

/** Accepts the dangers of some rules. */
export interface SilenceRule extends ObjectPattern {
  /** The ids of the rules, with `*`. */
  readonly ids: readonly string[];
  /** The paths or ids of targets, with `*` for any characters, slashes included. */
  readonly targets?: readonly string[];
  readonly paths?: readonly PathPattern[];
  /** One line. */
  readonly reason: string;
  readonly place: Location;
}

/** A rule that changed objects must keep. */
export interface PolicyRule extends ObjectPattern {
  /** Its name in the file. The id of its dangers is `policy-` and this. */
  readonly id: string;
  /** An expression in CEL on `old`, `new` and `deployment`. */
  readonly expression: string;
  readonly level: DangerLevel;
  /** One line. */
  readonly message: string;
  readonly place: Location;
  /** The place of the expression. */
  readonly expressionPlace: Location;
}

/** Folds changes of fields that are of no consequence. */
export interface NoiseRule extends ObjectPattern {
  readonly name: string;
  readonly paths: readonly PathPattern[];
  readonly place?: Location;
}

export interface NoiseSettings {
  /** The ids of built-in rules that do not apply. */
  readonly off: ReadonlySet<string>;
  readonly rules: readonly NoiseRule[];
}

export interface RedactionRule extends ObjectPattern {
  readonly paths: readonly PathPattern[];
  /** Absent for rules of an input or an option. */
  readonly place?: Location;
}

/** The configuration of a repository that has none. */
export const EMPTY_CONFIGURATION: Configuration = {
  dangers: { levels: new Map(), silences: [] },
  policies: [],
  noise: { off: new Set(), rules: [] },
  redaction: [],
  deployments: FOUND_DEPLOYMENTS,
  settings: new Map(),
};

/** The configuration of a repository whose file cannot be read: accepts and folds nothing, and withholds every value. */
export const WITHHOLDING_CONFIGURATION: Configuration = {
  ...EMPTY_CONFIGURATION,
  redaction: [{ paths: [new PathPattern("/**")] }],
};
