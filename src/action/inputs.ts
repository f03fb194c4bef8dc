/** Reads the action's inputs from the runner's variables, and reports all invalid ones at once. */
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import { nearest, parseDuration } from "../text/index.ts";

export const COMMENT_MODES = ["auto", "always", "on-change", "on-failure", "never"] as const;
export type CommentMode = (typeof COMMENT_MODES)[number];

export const FAIL_ON = ["error", "warning", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The inputs as `action.yml` documents them; `base` and `head` are undefined where the event decides. */
export interface Inputs {
  /** Paths and globs; empty for all discovered targets. */
  readonly targets: readonly string[];
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly workingDirectory: string;
  readonly comment: CommentMode;
  readonly commentKey: string | undefined;
  /** The values of the job's matrix, in its order. */
  readonly matrix: readonly string[];
  readonly commentMaxBytes: number;
  readonly token: string | undefined;
  readonly outputDirectory: string;
  readonly loadRestrictor: "root-only" | "none";
  readonly enableHelm: boolean;
  /** Whether remote resources are fetched. */
  readonly remote: boolean;
  readonly allowPrivateHosts: boolean;
  /** Seconds that the build of one target may take; undefined for no limit. */
  readonly timeoutSeconds: number | undefined;
  /** Seconds that all targets may take together; undefined for no limit. */
  readonly totalTimeoutSeconds: number | undefined;
  /** Whether the head fails for mistakes that kustomize ignores. */
  readonly strict: boolean;
  readonly concurrency: number;
  readonly failOn: FailOn;
}

/** Every input with its default from `action.yml`; empty for `github-token` and `matrix`, which the runner fills in. */
export const INPUT_DEFAULTS = {
  targets: "",
  base: "",
  head: "",
  "working-directory": ".",
  comment: "auto",
  "comment-key": "",
  "comment-max-bytes": "60000",
  "github-token": "",
  matrix: "",
  "output-dir": "krm-render-report",
  "load-restrictor": "LoadRestrictionsRootOnly",
  "enable-helm": "false",
  remote: "false",
  "allow-private-hosts": "false",
  timeout: "5m",
  "total-timeout": "1h",
  strict: "false",
  concurrency: "8",
  "fail-on": "error",
} as const;

type InputName = keyof typeof INPUT_DEFAULTS;
const PREFIX = "INPUT_";
const MAX_KEY_LENGTH = 200;
/** Seconds. No job on GitHub's runners lasts longer. */
const MAX_TIMEOUT = 6 * 60 * 60;

export interface ReadInputs {
  readonly inputs: Inputs;
  /** One `unknown-input` for each input that does not exist. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the inputs from variables named `INPUT_<NAME>`.
 * @throws KrmError with one `invalid-input` diagnostic for each input that is invalid
 */
export function readInputs(environment: Readonly<Record<string, string | undefined>>): ReadInputs {
  const problems: Diagnostic[] = [];
  const text = (name: InputName) => environment[variable(name)]?.trim() || INPUT_DEFAULTS[name];
  const invalid = (name: InputName, message: string) => {
    problems.push({ code: "invalid-input", severity: "error", message: `input ${name}: ${message}` });
  };

  function choice<const T extends string>(name: InputName, choices: readonly T[]): T {
    const value = text(name);
    const chosen = choices.find((candidate) => candidate === value);
    if (chosen === undefined) {
      const guess = nearest(value, choices);
      const meant = guess === undefined ? "" : `; did you mean "${guess}"?`;
      invalid(name, `"${value}" is not one of ${choices.join(", ")}${meant}`);
    }
    return chosen ?? (choices[0] as T);
  }

  function integer(name: InputName, least: number, most: number): number {
    const value = text(name);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most))
      invalid(name, `"${value}" is not a whole number from ${least} to ${most}`);
    return number;
  }

  function duration(name: InputName): number | undefined {
    const value = text(name);
    const seconds = value === "none" ? undefined : (parseDuration(value) ?? 0);
    if (seconds !== undefined && !(seconds > 0 && seconds <= MAX_TIMEOUT)) {
      invalid(name, `"${value}" is neither none nor a duration of at most 6h, such as 90s or 5m`);
    }
    return seconds;
  }

  function key(): string | undefined {
    const value = text("comment-key");
    if (value.length > MAX_KEY_LENGTH) invalid("comment-key", `is longer than ${MAX_KEY_LENGTH} characters`);
    return value || undefined;
  }

  function token(): string | undefined {
    const value = text("github-token");
    // Such a token is invalid in an HTTP header, and the client's error message would print it.
    if (!/^[\x21-\x7e]*$/.test(value)) invalid("github-token", "contains a character that no token has");
    return value || undefined;
  }

  const inputs: Inputs = {
    targets: splitPatterns(text("targets")),
    base: text("base") || undefined,
    head: text("head") || undefined,
    workingDirectory: text("working-directory"),
    comment: choice("comment", COMMENT_MODES),
    commentKey: key(),
    matrix: matrixValues(text("matrix")),
    commentMaxBytes: integer("comment-max-bytes", 2000, 65_000),
    token: token(),
    outputDirectory: text("output-dir"),
    loadRestrictor:
      choice("load-restrictor", ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"]) === "LoadRestrictionsNone"
        ? "none"
        : "root-only",
    enableHelm: choice("enable-helm", ["false", "true"]) === "true",
    remote: choice("remote", ["false", "true"]) === "true",
    allowPrivateHosts: choice("allow-private-hosts", ["false", "true"]) === "true",
    timeoutSeconds: duration("timeout"),
    totalTimeoutSeconds: duration("total-timeout"),
    strict: choice("strict", ["false", "true"]) === "true",
    concurrency: integer("concurrency", 1, 64),
    failOn: choice("fail-on", FAIL_ON),
  };
  if (problems.length > 0) throw new KrmError(problems);
  return { inputs, warnings: unknownInputs(environment) };
}

/** Reads `toJSON(matrix)`, which is `null` where a job has no matrix. Other programs than the runner may leave no JSON. */
function matrixValues(json: string): string[] {
  try {
    const values: unknown[] = Object.values((JSON.parse(json) ?? {}) as object);
    return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  } catch {
    return [];
  }
}

/** The variable of an input. The runner keeps hyphens: the input `fail-on` arrives as `INPUT_FAIL-ON`. */
function variable(name: string): string {
  return `${PREFIX}${name.toUpperCase()}`;
}

function unknownInputs(environment: Readonly<Record<string, string | undefined>>): Diagnostic[] {
  const known = Object.keys(INPUT_DEFAULTS);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length).toLowerCase())
    .filter((name) => !known.includes(name))
    .map((name) => {
      const guess = nearest(name, known);
      const hint = guess === undefined ? `The inputs are ${known.join(", ")}.` : `Did you mean ${guess}?`;
      return { code: "unknown-input", severity: "warning", message: `there is no input "${name}"`, hint };
    });
}

/** Splits at line ends and commas, but not at commas inside the braces or brackets of a glob. */
function splitPatterns(text: string): string[] {
  const patterns: string[] = [];
  let depth = 0;
  let current = "";
  for (const character of text) {
    if ("{[(".includes(character)) depth++;
    if ("}])".includes(character)) depth = Math.max(0, depth - 1);
    if (character === "\n" || (character === "," && depth === 0)) {
      patterns.push(current.trim());
      current = "";
      depth = 0;
    } else {
      current += character;
    }
  }
  patterns.push(current.trim());
  return patterns.filter((pattern) => pattern !== "");
}
