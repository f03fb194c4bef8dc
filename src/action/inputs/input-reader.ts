/** Reads the values of single inputs, and collects their problems. */
import {
  formerInput,
  isInput,
  isReadIn,
  isSetting,
  MAX_DURATION,
  MODES,
  type Mode,
  readWorkflowTexts,
  SETTINGS,
  type SettingName,
  stricter,
  type Variables,
} from "../../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../../diagnostics.ts";
import { nearest, parseDuration } from "../../text/index.ts";
import { splitPatterns } from "./input-texts.ts";

const PREFIX = "INPUT_";

/** The settings of the repository, which count where the workflow sets nothing. */
export type Fallbacks = ReadonlyMap<string, { readonly values: readonly string[] }>;

/** Each method returns a value also for an input that is invalid, so that one run reports all problems. */
export class InputReader {
  /** One `invalid-input` for each input or setting that is invalid. */
  readonly problems: Diagnostic[];
  readonly mode: Mode;
  readonly #variables: Variables;
  /** The texts that the workflow sets. */
  readonly #texts: ReadonlyMap<SettingName, string>;
  readonly #fallbacks: Fallbacks;

  constructor(variables: Variables, fallbacks: Fallbacks = new Map()) {
    this.#variables = variables;
    this.#fallbacks = fallbacks;
    const { texts, problems } = readWorkflowTexts(variables);
    this.#texts = texts;
    this.problems = [...problems];
    this.mode = this.choice("mode", MODES);
  }

  /**
   * The text without blanks around it; where the workflow sets none, that of the repository, or the default. Of a setting that
   * restricts, the stricter of both. A setting of other modes has its default.
   */
  text(name: SettingName): string {
    const given = this.#given(name);
    const own = this.#fallbacks.get(name)?.values.join("\n") ?? "";
    if (own !== "" && SETTINGS[name].class === "restrict") return stricter(name, given || SETTINGS[name].default, own);
    return given || own || SETTINGS[name].default;
  }

  /** The patterns of an input, or those that the repository lists. */
  patterns(name: SettingName): readonly string[] {
    const given = this.#given(name);
    return given === "" ? (this.#fallbacks.get(name)?.values ?? []) : splitPatterns(given);
  }

  #given(name: SettingName): string {
    return name === "mode" || isReadIn(name, this.mode) ? (this.#texts.get(name) ?? "") : "";
  }

  /** One `unknown-input` for each variable that is no input, and one `input-not-read` for each setting that the mode does not read. */
  warnings(): readonly Diagnostic[] {
    const unread = (Object.keys(SETTINGS) as SettingName[])
      .filter((name) => !isReadIn(name, this.mode) && !("expression" in SETTINGS[name]))
      .filter((name) => ![SETTINGS[name].default, "", undefined].includes(this.#texts.get(name)))
      .map((name): Diagnostic => {
        const message = `the ${titleOf(name)} has no effect: the mode ${this.mode} does not read it`;
        const hint = `Remove it, or set mode to ${SETTINGS[name].modes.join(" or ")}.`;
        return { code: "input-not-read", severity: "warning", message, hint };
      });
    return [...unknownInputs(this.#variables), ...unread];
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
    const problem = { code: "invalid-input", severity: "error" as const, message: `${titleOf(name)}: ${message}` };
    this.problems.push({ ...problem, ...(hint !== undefined && { hint }) });
  }
}

/** One `input-moved` error for each input of an earlier version, because it has no effect any more. */
export function movedInputs(variables: Variables): readonly Diagnostic[] {
  return inputNames(variables).flatMap((name) => {
    const hint = formerInput(name);
    if (hint === undefined) return [];
    return [{ code: "input-moved", severity: "error", message: `${name} is no longer an input`, hint }];
  });
}

function unknownInputs(variables: Variables): readonly Diagnostic[] {
  const known = (Object.keys(SETTINGS) as SettingName[]).filter(isInput);
  return inputNames(variables)
    .filter((name) => !isSetting(name) && formerInput(name) === undefined)
    .map((name) => {
      const guess = nearest(name, known);
      const hint = guess === undefined ? `The inputs are ${known.join(", ")}.` : `Did you mean ${guess}?`;
      return { code: "unknown-input", severity: "warning", message: `there is no input "${name}"`, hint };
    });
}

/** The names of the inputs that are given, in the order of the variables. */
function inputNames(variables: Variables): readonly string[] {
  return Object.keys(variables)
    .filter((name) => name.startsWith(PREFIX) && variables[name]?.trim() !== "")
    .map((name) => name.slice(PREFIX.length).toLowerCase());
}

/** The name of a setting in messages. */
export function titleOf(name: SettingName): string {
  return `${isInput(name) ? "input" : "setting"} ${name}`;
}
