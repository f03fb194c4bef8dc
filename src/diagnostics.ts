/**
 * Problems as data. Every room reports problems as {@link Diagnostic}. A problem that ends the work on a target is
 * thrown as a {@link KrmError}.
 */
import { shorten } from "./text/index.ts";

/**
 * The severity of a problem. An `error` fails its target, or tells that a controller refuses what is rendered; the others are only
 * reported.
 */
export type Severity = "error" | "warning" | "notice";

/** A place in a file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Location {
  /** The path of the file as the user would write it: relative to the repository or the working directory. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** One problem: what, where, and what to do about it. */
export interface Diagnostic extends Partial<Location> {
  /** A stable code in kebab case, such as `unknown-field`; listed in docs/reference/diagnostics.md. */
  readonly code: string;
  readonly severity: Severity;
  /** The problem, and then its reason. Without the place, which {@link formatDiagnostic} adds. */
  readonly message: string;
  /** The object or field with the problem, such as `Deployment shop/web`. */
  readonly object?: string | undefined;
  /** A way to solve the problem, as an imperative sentence. */
  readonly hint?: string | undefined;
}

/** Reports a problem that does not stop the build. Pass a function if the message is expensive to make. */
export type Warn = (diagnostic: Diagnostic | (() => Diagnostic)) => void;

/** The error class of this program. It has at least one diagnostic of severity `error`. */
export class KrmError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[], options?: { cause?: unknown }) {
    const list = [diagnostics].flat().map(bounded);
    super(list.map(formatDiagnostic).join("\n"), options);
    this.name = "KrmError";
    this.diagnostics = list;
  }

  /** The code of the first diagnostic. */
  get code(): string {
    return this.diagnostics[0]?.code ?? "internal";
  }
}

/** The longest message and the longest hint, in UTF-16 code units. Messages quote files, whose names and values may be of any length. */
const MAX_MESSAGE = 10_000;

function bounded(diagnostic: Diagnostic): Diagnostic {
  const { message, hint } = diagnostic;
  if (message.length <= MAX_MESSAGE && (hint?.length ?? 0) <= MAX_MESSAGE) return diagnostic;
  return { ...diagnostic, message: shorten(message, MAX_MESSAGE), hint: hint && shorten(hint, MAX_MESSAGE) };
}

/**
 * The error of a build or a comparison that has used up its time or memory. Not a {@link KrmError}: code that catches mistakes in what
 * it reads must let it pass, and it can be the error of another build than the one that the code works for.
 */
export class LimitError extends Error {
  readonly diagnostics: readonly [Diagnostic];

  constructor(code: string, message: string, more: Partial<Pick<Diagnostic, "file" | "hint">> = {}) {
    const diagnostic = bounded({ code, severity: "error", message, ...more });
    super(formatDiagnostic(diagnostic));
    this.name = "LimitError";
    this.diagnostics = [diagnostic];
  }
}

/** Makes an error with one diagnostic of severity `error`. */
export function failure(
  code: string,
  message: string,
  more: Partial<Omit<Diagnostic, "code" | "message" | "severity">> & { cause?: unknown } = {},
): KrmError {
  const { cause, ...rest } = more;
  return new KrmError({ code, severity: "error", message, ...rest }, cause === undefined ? undefined : { cause });
}

/**
 * Adds an object to the diagnostics of an error. Diagnostics without a place get `location`; messages get `prefix` in
 * front. Returns anything but a KrmError unchanged.
 */
export function about(thrown: unknown, object: string, location: Location | undefined, prefix = ""): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const diagnostics = thrown.diagnostics.map((one) => ({
    ...(one.file === undefined ? location : undefined),
    ...one,
    object: one.object ?? object,
    message: prefix + one.message,
  }));
  return new KrmError(diagnostics, { cause: thrown });
}

/** Adds a hint behind those of the diagnostics of an error. @param concerns which of them; all by default */
export function withHint(error: KrmError, hint: string, concerns: (one: Diagnostic) => boolean = () => true): KrmError {
  const diagnostics = error.diagnostics.map((one) =>
    concerns(one) ? { ...one, hint: one.hint === undefined ? hint : `${one.hint} ${hint}` } : one,
  );
  return new KrmError(diagnostics, { cause: error });
}

/** The diagnostics of a thrown value: those of a KrmError or a LimitError, otherwise one diagnostic, usually `internal`. */
export function diagnosticsOf(thrown: unknown): readonly Diagnostic[] {
  if (thrown instanceof KrmError || thrown instanceof LimitError) return thrown.diagnostics;
  if (thrown instanceof RangeError && thrown.message === "Invalid string length") return [TOO_LARGE];
  if (FULL.has(String((thrown as NodeJS.ErrnoException | undefined)?.code))) {
    const message = `something cannot be written: ${(thrown as Error).message}`;
    return [{ code: "disk-full", severity: "error", message, hint: FREE_SPACE }];
  }
  const message = `unexpected: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`;
  const hint = "This is a defect of krm-render. Please report it with the files that cause it.";
  return [{ code: "internal", severity: "error", message, hint }];
}

/** The codes of the system for a disk without space, and for a quota that is used up. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** The hint for a full disk. */
export const FREE_SPACE =
  "Free some space on this machine. On the command line, XDG_CACHE_HOME says where the store is, and TMPDIR where temporary files are.";

/** V8 rejects strings above 512 MiB. Single files are smaller, but texts that are made of many files may not be. */
const TOO_LARGE: Diagnostic = {
  code: "too-large",
  severity: "error",
  message: "a text is longer than 512 MiB, the longest that can be built",
  hint: "Look for a value or a file that is repeated many times.",
};

/** `file:line:column`, as far as known. Empty without a file. */
export function formatLocation(place: { readonly [Name in keyof Location]?: Location[Name] | undefined }): string {
  if (place.file === undefined) return "";
  if (place.line === undefined) return place.file;
  return place.column === undefined ? `${place.file}:${place.line}` : `${place.file}:${place.line}:${place.column}`;
}

/**
 * Formats a diagnostic: `file:line:column: message`, and the hint on its own line. Messages may quote files, so the
 * result is made {@link visible} and can be printed to a terminal.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = formatLocation(diagnostic);
  const { message, hint } = bounded(diagnostic);
  const head = place === "" ? message : `${place}: ${message}`;
  return visible(hint === undefined ? head : `${head}\n  hint: ${hint}`);
}

/** Control characters except tab and newline, characters that reorder or hide text, separators, lone surrogates. */
const INVISIBLE =
  // biome-ignore lint: these are the very characters to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/**
 * Replaces characters that control a terminal, or reorder or hide text, by codes such as `\u202e`. Keeps tabs and
 * newlines.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Makes a text safe for the log of a workflow. The runner executes lines that begin with `::` after white space, and
 * `##[command]` anywhere in a line, also if a pull request put them there. Adds a bar before such lines and a space
 * inside such commands, and makes the text {@link visible}.
 */
export function logText(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map(logLine).join("\n");
}

function logLine(line: string): string {
  const inert = visible(line).replaceAll("##[", "## [");
  return /^\s*::/.test(inert) ? `| ${inert}` : inert;
}

/** Removes diagnostics with the same place and message: a file that is included twice warns once. */
export function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ file, line, column, message }) => {
    const key = `${file}:${line}:${column}:${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
