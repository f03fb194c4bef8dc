/** Decides which problems of targets fail the step, and which are annotated: those that the change causes. */
import { type Diagnostic, formatDiagnostic } from "../diagnostics.ts";
import {
  type DangerGroup,
  dangerDiagnostic,
  gatherProblems,
  lackingDiagnostic,
  overviewOf,
  type Problem,
  repairedNotices,
} from "../report/index.ts";
import type { Report, TargetDiagnostic } from "../review/report.ts";
import { shorten } from "../text/index.ts";
import type { Inputs } from "./inputs/index.ts";

/** Problems that are named where all that were there before fail the step. A runner cuts annotations at 4,096 characters. */
const MAX_NAMED = 15;
const MAX_LENGTH = 200;

/**
 * The verdict on the targets of a report. An error that must not fail the step becomes a warning. Dangers are warnings, and low
 * ones notices, because the input `fail-on-danger` decides about them. Problems with one cause are one diagnostic.
 */
export function verdictOf(report: Report, failOn: Inputs["failOn"]) {
  const overview = overviewOf(report);
  const { earlier, dangers, warnings, failures } = overview;
  const atHead = report.targets.filter(({ status }) => status !== "removed" && status !== "failed-at-base");
  const rendered = atHead.filter(({ status }) => status !== "failed");
  const gather = (severity: Diagnostic["severity"], wanted: (diagnostic: TargetDiagnostic) => boolean): Problem[] =>
    // The errors of targets that fail are those of their failures.
    gatherProblems(
      severity === "error" ? rendered : atHead,
      (diagnostic) => diagnostic.severity === severity && wanted(diagnostic),
    );
  const isNear = ({ isNew, inChange }: TargetDiagnostic): boolean => !isNew && inChange === true;
  const isFar = ({ isNew, inChange }: TargetDiagnostic): boolean => !isNew && !inChange;
  const near = [...gather("error", isNear), ...gather("warning", isNear)];
  const far = [...gather("error", isFar), ...gather("warning", isFar)];
  const notices = gather("notice", ({ isNew, inChange }) => isNew === true || inChange === true);

  const edited = earlier.filter((failure) => failure.edited.length > 0).flatMap(({ problems }) => problems);
  const left = earlier.filter((failure) => failure.edited.length === 0).flatMap(({ problems }) => problems);
  const known = [...left, ...far];
  const failing = failOn === "warning" ? "error" : "warning";
  const broken = failOn === "never" ? "warning" : "error";
  const lacking = failures.filter(({ needs }) => needs.length > 0);
  const refused = warnings.filter(({ diagnostic }) => diagnostic.severity === "error");
  const as = (severity: Diagnostic["severity"]) => (problem: Problem) => diagnosticOf(problem, severity);
  const ofLevel = (level: DangerGroup["level"]): Diagnostic[] =>
    dangers.filter((group) => group.level === level).map(dangerDiagnostic);
  return {
    /** For annotations, the worst first. One of severity `error` fails the step. */
    diagnostics: [
      ...failures.flatMap(({ problems, needs }) => (needs.length > 0 ? [] : problems)).map(as(broken)),
      ...lacking.filter(({ lost }) => lost.length > 0).map((failure) => lackingDiagnostic(failure, broken)),
      ...ofLevel("high"),
      ...edited.map(as(failing)),
      ...lacking.filter(({ lost }) => lost.length === 0).map((failure) => lackingDiagnostic(failure, failing)),
      ...refused.map(as(broken)),
      ...warnings.filter((warning) => !refused.includes(warning)).map(as(failing)),
      ...(failOn === "warning" && known.length > 0 ? [knownProblems(known)] : []),
      ...ofLevel("medium"),
      ...near.map(as(failing)),
      ...notices.map(as("notice")),
      ...ofLevel("low"),
      ...repairedNotices(overview),
    ],
    /** Counts of problems that were there before, in files that the change leaves alone. */
    logLines: failOn === "warning" ? [] : knownLines(left.length, far.length),
  };
}

/** The problem at its first place, those in files that the change edits first. */
function diagnosticOf({ diagnostic, places }: Problem, severity: Diagnostic["severity"]): Diagnostic {
  const { file: _file, line: _line, column: _column, ...rest } = diagnostic;
  const place = places.find(({ inChange }) => inChange) ?? places[0];
  const more = places.length - 1;
  const message = more < 1 ? rest.message : `${rest.message} (and in ${more} more ${more === 1 ? "place" : "places"})`;
  if (place === undefined) return { ...rest, message, severity };
  const { inChange: _inChange, ...location } = place;
  return { ...rest, ...location, message, severity };
}

/** One error for all problems that the change does not cause, where they fail the step too. */
function knownProblems(problems: readonly Problem[]): Diagnostic {
  const lines = problems.slice(0, MAX_NAMED).map(({ diagnostic }) => {
    const { hint: _hint, ...rest } = diagnostic;
    return `- ${shorten(formatDiagnostic(rest).replace(/\s+/g, " "), MAX_LENGTH)}`;
  });
  if (problems.length > MAX_NAMED) lines.push(`- and ${problems.length - MAX_NAMED} more`);
  const what =
    problems.length === 1
      ? "1 problem that was there before fails"
      : `${problems.length} problems that were there before fail`;
  return {
    code: "known-problems",
    severity: "error",
    message: `${what} the step, because the input fail-on is \`warning\`:\n${lines.join("\n")}`,
    hint: "Correct them, or set fail-on to `error`. The report holds all of them.",
  };
}

/** One line for the log, or none. */
function knownLines(errors: number, warnings: number): string[] {
  const counts = [
    ...(errors > 0 ? [errors === 1 ? "1 error" : `${errors} errors`] : []),
    ...(warnings > 0 ? [warnings === 1 ? "1 warning" : `${warnings} warnings`] : []),
  ];
  if (counts.length === 0) return [];
  const verb = errors + warnings === 1 ? "was" : "were";
  return [`${counts.join(" and ")} that ${verb} there before, in files that this change leaves alone: see the report`];
}
