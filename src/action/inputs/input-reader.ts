/** Reads the values of single inputs, and collects what is wrong with them. */
import { isReadIn, MAX_DURATION, MODES, type Mode, SETTINGS, type SettingName } from "../../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../../diagnostics.ts";
import { nearest, parseDuration } from "../../text/index.ts";
import { splitPatterns } from "./input-texts.ts";

const PREFIX = "INPUT_";

/** The variables of the runner, of which those named `INPUT_<NAME>` are inputs. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the repository sets where the workflow sets nothing. */
export type Fallbacks = ReadonlyMap<string, { readonly values: readonly string[] }>;

/** Each method returns a value also for an input that is invalid, so that one run tells all problems. */
export class InputReader {
  /** One `invalid-input` for each input that is invalid. */
  readonly problems: Diagnostic[] = [];
  readonly mode: Mode;
  readonly #variables: Variables;
  readonly #fallbacks: Fallbacks;

  constructor(variables: Variables, fallbacks: Fallbacks = new Map()) {
    this.#variables = variables;
    this.#fallbacks = fallbacks;
    this.mode = this.choice("mode", MODES);
  }

  /** The text without blanks around it; for none what the repository sets, or the default. An input of other modes has its default. */
  text(name: SettingName): string {
    return this.#given(name) || this.#fallbacks.get(name)?.values.join("\n") || SETTINGS[name].default;
  }

  /** The patterns of an input, or those that the repository lists. */
  patterns(name: SettingName): readonly string[] {
    const given = this.#given(name);
    return given === "" ? (this.#fallbacks.get(name)?.values ?? []) : splitPatterns(given);
  }

  #given(name: SettingName): string {
    const isRead = name === "mode" || isReadIn(name, this.mode);
    return (isRead && this.#variables[variable(name)]?.trim()) || "";
  }

  /** Undefined for an empty text. */
  optional(name: SettingName): string | undefined {
    return this.text(name) || undefined;
  }

  choice<const T extends string>(name: SettingName, choices: readonly T[]): T {
    const value = this.text(name);
    const chosen = choices.find((candidate) => candidate === value);
    if (chosen === undefined) {
      const guess = nearest(value, choices);
      const meant = guess === undefined ? "" : `; did you mean "${guess}"?`;
      this.refuse(name, `"${value}" is not one of ${choices.join(", ")}${meant}`);
    }
    return chosen ?? (choices[0] as T);
  }

  flag(name: SettingName): boolean {
    return this.choice(name, ["false", "true"]) === "true";
  }

  integer(name: SettingName, { least, most }: { readonly least: number; readonly most: number }): number {
    const value = this.text(name);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most))
      this.refuse(name, `"${value}" is not a whole number from ${least} to ${most}`);
    return number;
  }

  /** Seconds; undefined for `none`. */
  duration(name: SettingName): number | undefined {
    const value = this.text(name);
    const seconds = value === "none" ? undefined : (parseDuration(value) ?? 0);
    if (seconds !== undefined && !(seconds > 0 && seconds <= MAX_DURATION)) {
      this.refuse(name, `"${value}" is neither none nor a duration of at most 6h, such as 90s or 5m`);
    }
    return seconds;
  }

  /** The result of a function that throws if the input is invalid; undefined then. */
  parsed<T>(name: SettingName, parse: () => T): T | undefined {
    try {
      return parse();
    } catch (thrown) {
      for (const { message, hint } of diagnosticsOf(thrown)) this.refuse(name, message, hint);
      return undefined;
    }
  }

  refuse(name: SettingName, message: string, hint?: string): void {
    const said = `input ${name}: ${message}`;
    this.problems.push({
      code: "invalid-input",
      severity: "error",
      message: said,
      ...(hint !== undefined && { hint }),
    });
  }
}

/** The variable of an input. The runner keeps hyphens: the input `fail-on` arrives as `INPUT_FAIL-ON`. */
function variable(name: string): string {
  return `${PREFIX}${name.toUpperCase()}`;
}

/** One `unknown-input` for each variable that is no input. */
export function unknownInputs(variables: Variables): Diagnostic[] {
  const known = Object.keys(SETTINGS);
  return Object.keys(variables)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length).toLowerCase())
    .filter((name) => !known.includes(name))
    .map((name) => {
      const guess = nearest(name, known);
      const hint = guess === undefined ? `The inputs are ${known.join(", ")}.` : `Did you mean ${guess}?`;
      return { code: "unknown-input", severity: "warning", message: `there is no input "${name}"`, hint };
    });
}

/** One `input-not-read` for each input that is set although the mode does not read it. */
export function unreadInputs(variables: Variables, mode: Mode): Diagnostic[] {
  return (Object.keys(SETTINGS) as SettingName[])
    .filter((name) => !isReadIn(name, mode) && !("expression" in SETTINGS[name]))
    .filter((name) => {
      const given = variables[variable(name)]?.trim() ?? "";
      return given !== "" && given !== SETTINGS[name].default;
    })
    .map((name) => ({
      code: "input-not-read",
      severity: "warning",
      message: `the input ${name} has no effect: the mode ${mode} does not read it`,
      hint: `Remove it, or set mode to ${SETTINGS[name].modes.join(" or ")}.`,
    }));
}
