/**
 * Problems, as data. Every room reports through {@link Diagnostic}; only what is
 * unexpected, or ends the work of one target, is thrown, as {@link KrmError}.
 */

/** How much a problem weighs: an `error` fails its target, the others only speak. */
export type Severity = "error" | "warning" | "notice";

/** A place in a file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Location {
  /** The file as the user would name it: relative to the repository or the working directory. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** One problem: what, where, and what to do about it. */
export interface Diagnostic extends Partial<Location> {
  /** Stable and kebab-case, such as `unknown-field`; listed in docs/diagnostics.md. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence or more, without the place: {@link formatDiagnostic} adds it. */
  readonly message: string;
  /** The object or field the problem is about, such as `Deployment shop/web`. */
  readonly object?: string | undefined;
  /** What the user can do, as an imperative sentence. */
  readonly hint?: string | undefined;
}

/** Takes what does not keep a build from going on; as a function where it takes time to put into words. */
export type Warn = (diagnostic: Diagnostic | (() => Diagnostic)) => void;

/** The one error class of the house. It carries at least one diagnostic of severity `error`. */
export class KrmError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[], options?: { cause?: unknown }) {
    const list = Array.isArray(diagnostics) ? (diagnostics as Diagnostic[]) : [diagnostics as Diagnostic];
    super(list.map(formatDiagnostic).join("\n"), options);
    this.name = "KrmError";
    this.diagnostics = list;
  }

  /** The code of the first diagnostic. */
  get code(): string {
    return this.diagnostics[0]?.code ?? "internal";
  }
}

/** Shorthand for throwing: an error diagnostic with a code, a message, and whatever else is known. */
export function failure(
  code: string,
  message: string,
  more: Partial<Omit<Diagnostic, "code" | "message" | "severity">> & { cause?: unknown } = {},
): KrmError {
  const { cause, ...rest } = more;
  return new KrmError({ code, severity: "error", message, ...rest }, cause === undefined ? undefined : { cause });
}

/**
 * The same problems, known to be about an object: those without a place get `location`, and messages start with `prefix`.
 * Anything but a KrmError comes back as it is.
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

/** The diagnostics of whatever was thrown: its own where it has some, one `internal` diagnostic otherwise. */
export function diagnosticsOf(thrown: unknown): readonly Diagnostic[] {
  if (thrown instanceof KrmError) return thrown.diagnostics;
  if (thrown instanceof RangeError && thrown.message === "Invalid string length") return [TOO_LARGE];
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return [
    {
      code: "internal",
      severity: "error",
      message: `unexpected: ${message}`,
      hint: "This is a defect of krm-render; please report it with the files that cause it.",
    },
  ];
}

/** Every file is bounded; what is put together out of many, or out of one many times over, is not. */
const TOO_LARGE: Diagnostic = {
  code: "too-large",
  severity: "error",
  message: "what is put together here is longer than a text can be, which is 512 MiB",
  hint: "Look for a value or a file that is repeated many times over.",
};

/** `file:line:column`, as far as they are known; empty for a diagnostic without a file. */
export function formatLocation(place: Partial<Location>): string {
  if (place.file === undefined) return "";
  if (place.line === undefined) return place.file;
  return place.column === undefined ? `${place.file}:${place.line}` : `${place.file}:${place.line}:${place.column}`;
}

/**
 * One diagnostic as text: `file:line:column: message`, and the hint on a line of its own. It may quote what stands in
 * files, so it is {@link visible}: it can be printed to a terminal as it is.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = formatLocation(diagnostic);
  const head = place === "" ? diagnostic.message : `${place}: ${diagnostic.message}`;
  return visible(diagnostic.hint === undefined ? head : `${head}\n  hint: ${diagnostic.hint}`);
}

/** Controls but for tab and newline, marks that reorder or hide text, separators, halves of surrogate pairs. */
const INVISIBLE =
  // biome-ignore lint: these are the very characters to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** What could act on its reader, repaint a terminal or hide becomes readable, such as `\u202e`. Tabs and newlines stay. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Text for a log that cannot give a runner orders, whatever a pull request put into it: it obeys a line that begins with
 * `::` after any white space, and `##[command]` anywhere in a line. Such lines get a bar in front, such commands a space
 * inside; characters that repaint or hide are shown as codes.
 */
export function logText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(logLine)
    .join("\n");
}

function logLine(line: string): string {
  const inert = visible(line).replaceAll("##[", "## [");
  return /^\s*::/.test(inert) ? `| ${inert}` : inert;
}

/** Without those that say the same of the same place again: what is included twice warns once. */
export function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ file, line, column, message }) => {
    const key = `${file}:${line}:${column}:${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
