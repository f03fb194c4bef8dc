/** Makes a check run out of a report: the verdict, the first line of the report, and the lines that caused a problem. */
import { type Diagnostic, type Severity, visible } from "../diagnostics.ts";
import type { Report } from "../review/index.ts";
import { headline } from "./headline/headline.ts";
import { type MarkdownOptions, markdownReport } from "./markdown.ts";
import { overviewOf } from "./overview.ts";
import { fence, plural, shortLine } from "./text.ts";
import { isMended } from "./words/needs-words.ts";

export interface CheckReport {
  /** `neutral`: something could not be compared, and the inputs say that this fails nothing. */
  readonly conclusion: "success" | "failure" | "neutral";
  readonly title: string;
  /** The report as Markdown, of at most {@link MAX_TEXT} characters. */
  readonly summary: string;
  /** The problems without a line of the repository; absent if there are none. */
  readonly text?: string;
  /** The problems with one, in the order of `verdict`. */
  readonly annotations: readonly CheckLine[];
}

export interface CheckLine {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  readonly level: "failure" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

/** GitHub's limit of each of the two texts. No text has more characters than bytes. */
const MAX_TEXT = 65_535;
const MAX_LISTED = 100;
const MAX_LENGTH = 500;
const LEVELS: Readonly<Record<Severity, CheckLine["level"]>> = {
  error: "failure",
  warning: "warning",
  notice: "notice",
};

/**
 * @param verdict what the step annotates, the worst first. One of severity `error` fails the check, as it fails the step
 * @param options of the summary
 */
export function checkOf(
  report: Report,
  verdict: readonly Diagnostic[],
  options: Omit<MarkdownOptions, "maxBytes"> = {},
): CheckReport {
  const overview = overviewOf(report);
  const placed = verdict.filter(hasLine);
  const others = verdict.filter((diagnostic) => !hasLine(diagnostic));
  const { failures, earlier, repaired } = overview;
  const isUnknown = overview.isIncomplete || failures.length + earlier.length > 0 || !repaired.every(isMended);
  const isFailed = verdict.some(({ severity }) => severity === "error");
  return {
    conclusion: isFailed ? "failure" : isUnknown ? "neutral" : "success",
    title: headline(overview),
    summary: markdownReport(report, { ...options, maxBytes: MAX_TEXT }).text,
    ...(others.length === 0 ? {} : { text: listOf(others) }),
    annotations: placed.map(lineOf),
  };
}

interface Placed extends Diagnostic {
  readonly file: string;
}

/** Files of other repositories and of web servers have an address for a name. */
function hasLine(diagnostic: Diagnostic): diagnostic is Placed {
  const { file } = diagnostic;
  return file !== undefined && !file.includes("//") && !file.startsWith("/") && !file.split("/").includes("..");
}

function lineOf({ file, line = 1, column, severity, code, message, hint }: Placed): CheckLine {
  return {
    path: file,
    line,
    ...(column === undefined ? {} : { column }),
    level: LEVELS[severity],
    title: code,
    message: visible(hint === undefined ? message : `${message}\n${hint}`),
  };
}

function listOf(diagnostics: readonly Diagnostic[]): string {
  const lines = diagnostics.slice(0, MAX_LISTED).map(({ severity, file, message }) => {
    return shortLine(`${severity}: ${file === undefined ? "" : `${file}: `}${message}`, MAX_LENGTH);
  });
  const more = diagnostics.length - lines.length;
  return fence([...lines, ...(more > 0 ? [`and ${plural(more, "other")}`] : [])], "", MAX_LENGTH);
}
