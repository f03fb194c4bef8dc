/** Reads the action's inputs from the runner's variables, and reports all invalid ones at once. */
import { posix } from "node:path";
import { parseRedactionLines, type RedactionRule } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf, KrmError } from "../diagnostics.ts";
import { LOCK_FILE_NAME } from "../lock/index.ts";
import { nearest, parseDuration } from "../text/index.ts";
import { CACHE_SAVE, type CacheSave } from "./cache-save.ts";
import { lines, matrixValues, splitPatterns } from "./input-texts.ts";

export const COMMENT_MODES = ["auto", "always", "on-change", "on-failure", "never"] as const;
export type CommentMode = (typeof COMMENT_MODES)[number];

export const FAIL_ON = ["error", "warning", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

export const FAIL_ON_DANGER = ["high", "medium", "low", "never"] as const;
export type FailOnDanger = (typeof FAIL_ON_DANGER)[number];

const PLUGINS = ["catalog-only", "alpha"] as const;
const ISOLATION = ["require", "auto", "never"] as const;
const ENGINES = ["docker", "podman", "nerdctl"] as const;

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
  /** Whether targets that the change cannot affect are left out. */
  readonly affectedOnly: boolean;
  readonly concurrency: number;
  readonly failOn: FailOn;
  /** The lowest level of dangers that fail the step. */
  readonly failOnDanger: FailOnDanger;
  /** Values to withhold, in addition to those of the configuration. */
  readonly redaction: readonly RedactionRule[];
  /** The artifact to which a later step uploads the output directory. */
  readonly artifactName: string | undefined;
  /** Hosts of private networks that catalogs, registries and remote resources may be fetched from. */
  readonly allowHosts: readonly string[];
  readonly functions: FunctionInputs;
  /** The path in the repository of the lock that each side is held to; undefined if no lock counts. */
  readonly locked: string | undefined;
  /** The file that gets the lock of the head, relative to the workspace; undefined if none is written. */
  readonly lockOut: string | undefined;
}

/** The inputs about functions and their catalogs. */
export interface FunctionInputs {
  /** Trust lines, as written. */
  readonly trustedCatalogs: readonly string[];
  /** Trust lines of catalogs that need no reference, as written. */
  readonly defaultCatalogs: readonly string[];
  readonly requirePinned: boolean;
  readonly failOnUnavailable: boolean;
  readonly allowWildcards: boolean;
  /** A path in the repository, read from the base. */
  readonly trustRoot: string | undefined;
  /** Whether functions may run that name their own program. */
  readonly plugins: "catalog-only" | "alpha";
  readonly exec: boolean;
  readonly starlark: boolean;
  /** Who may use the network, as written: nobody, everybody, or the functions of some `group/kind`. */
  readonly network: string;
  /** Who may read files of the repository. */
  readonly mounts: string;
  readonly engine: (typeof ENGINES)[number];
  readonly timeoutSeconds: number;
  /** Whether executables of catalogs run in a sandbox. */
  readonly isolation: (typeof ISOLATION)[number];
  readonly onPrivilegedEvents: boolean;
  /** `REGISTRY=HOST`: hosts that may get the credentials of a registry, because they give out its tokens. */
  readonly tokenServers: readonly string[];
  /** Which runs save what they have fetched to the Actions cache. */
  readonly cacheSave: CacheSave;
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
  "affected-only": "true",
  concurrency: "8",
  "fail-on": "error",
  "fail-on-danger": "never",
  redact: "",
  "artifact-name": "",
  "trusted-catalogs": "",
  "default-catalogs": "",
  "require-pinned-catalogs": "false",
  "fail-on-unavailable-catalog": "false",
  "allow-catalog-wildcards": "false",
  "trust-root": "",
  "allow-hosts": "",
  locked: "false",
  "lock-out": "",
  plugins: "catalog-only",
  "enable-exec": "false",
  "enable-starlark": "false",
  "function-network": "false",
  "function-mounts": "false",
  "function-timeout": "5m",
  "container-runtime": "docker",
  "token-servers": "",
  "cache-save": "auto",
  "functions-on-privileged-events": "false",
  "isolate-functions": "auto",
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

  const flag = (name: InputName): boolean => choice(name, ["false", "true"]) === "true";

  function locked(): string | undefined {
    const value = text("locked");
    if (value === "false") return undefined;
    const path = posix.normalize(value === "true" ? LOCK_FILE_NAME : value);
    if (posix.isAbsolute(path) || path === ".." || path.startsWith("../") || path.endsWith("/"))
      invalid(
        "locked",
        `"${value}" is not a file of the repository, such as ${LOCK_FILE_NAME}; or write true or false`,
      );
    return path;
  }

  function pairs(): readonly string[] {
    const listed = splitPatterns(text("token-servers"));
    const odd = listed.find((each) => !/^[^=\s/]+=[^=\s/:]+$/.test(each));
    if (odd !== undefined)
      invalid("token-servers", `"${odd}" is not REGISTRY=HOST, such as registry.example.com=gitlab.example.com`);
    return listed;
  }

  function redaction(): readonly RedactionRule[] {
    const rules: RedactionRule[] = [];
    for (const line of lines(text("redact"))) {
      try {
        rules.push(...parseRedactionLines([line]));
      } catch (thrown) {
        for (const { message, hint } of diagnosticsOf(thrown))
          problems.push({ code: "invalid-input", severity: "error", message: `input redact: ${message}`, hint });
      }
    }
    return rules;
  }

  function artifactName(): string | undefined {
    const value = text("artifact-name");
    // What actions/upload-artifact accepts.
    if (value.length > MAX_KEY_LENGTH || /[\\/":<>|*?\p{Cc}]/u.test(value))
      invalid("artifact-name", `"${value}" is not the name of an artifact`);
    return value || undefined;
  }

  function hosts(): readonly string[] {
    const listed = splitPatterns(text("allow-hosts"));
    const odd = listed.find((each) => !/^[\w*.[\]:-]+$/.test(each));
    if (odd !== undefined) invalid("allow-hosts", `"${odd}" is not a host, such as git.example.com or 10.0.0.7:8443`);
    return listed;
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
    enableHelm: flag("enable-helm"),
    remote: flag("remote"),
    allowPrivateHosts: flag("allow-private-hosts"),
    timeoutSeconds: duration("timeout"),
    totalTimeoutSeconds: duration("total-timeout"),
    strict: flag("strict"),
    affectedOnly: flag("affected-only"),
    concurrency: integer("concurrency", 1, 64),
    failOn: choice("fail-on", FAIL_ON),
    failOnDanger: choice("fail-on-danger", FAIL_ON_DANGER),
    redaction: redaction(),
    artifactName: artifactName(),
    allowHosts: hosts(),
    locked: locked(),
    lockOut: text("lock-out") || undefined,
    functions: {
      trustedCatalogs: lines(text("trusted-catalogs")),
      defaultCatalogs: lines(text("default-catalogs")),
      requirePinned: flag("require-pinned-catalogs"),
      failOnUnavailable: flag("fail-on-unavailable-catalog"),
      allowWildcards: flag("allow-catalog-wildcards"),
      trustRoot: text("trust-root") || undefined,
      plugins: choice("plugins", PLUGINS),
      exec: flag("enable-exec"),
      starlark: flag("enable-starlark"),
      network: text("function-network"),
      mounts: text("function-mounts"),
      engine: choice("container-runtime", ENGINES),
      timeoutSeconds: duration("function-timeout") ?? MAX_TIMEOUT,
      isolation: choice("isolate-functions", ISOLATION),
      tokenServers: pairs(),
      cacheSave: choice("cache-save", CACHE_SAVE),
      onPrivilegedEvents: flag("functions-on-privileged-events"),
    },
  };
  if (problems.length > 0) throw new KrmError(problems);
  return { inputs, warnings: unknownInputs(environment) };
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
