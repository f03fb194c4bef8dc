/** Presents a report: in files, in the summary, in the comment, in the outputs, and as the result of the step. */
import type { ReportDirectory } from "../comparison/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { type Context, writeSummary } from "../github/index.ts";
import { dangerGate, seenOf } from "../report/index.ts";
import type { Report } from "../review/index.ts";
import { aboutRun } from "./about-run.ts";
import { updateCheck } from "./check.ts";
import { updateComment } from "./comment.ts";
import type { Inputs, PresentationInputs } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { linksOf, markdownWriter, reachOf } from "./links.ts";
import type { Outcome } from "./outcome.ts";
import { countsOf, pathsOf } from "./outputs.ts";
import type { Ports } from "./ports.ts";
import { verdictOf } from "./verdict.ts";

/** Seconds that there are for the comment in any case. */
const MIN_POST_SECONDS = 60;

export interface Presentation {
  readonly report: Report;
  /** The output directory. */
  readonly directory: string;
  readonly inputs: PresentationInputs & Pick<Inputs, "failOn" | "failOnDanger">;
  /** Diagnostics from before the comparison, in front of all others. An error fails the check as well. */
  readonly before: readonly Diagnostic[];
  /** Gets what cannot be written. */
  readonly problems: Diagnostic[];
  readonly files: ReportDirectory;
  /** Called when the files of the report are written. @returns the absolute paths of further files of this run */
  readonly finish?: () => readonly string[];
}

/**
 * Writes the files, the summary, the comment and the check, each of them even if another one fails. The diagnostics are those of the report:
 * the gate of dangers, notes and the verdict, then the problems, and those of the comment and of the check.
 */
export async function presentReport(
  { report, directory, inputs, before, problems, files, finish }: Presentation,
  given: Context,
  ports: Ports,
): Promise<Outcome> {
  const context = ofReport(given, report);
  const { runner, steps, time } = ports;
  steps.begin("writing", "writing the report");
  const { artifactName, failOnDanger, failOn } = inputs;
  // Of the summary itself, only the artifact holds more.
  const markdown = markdownWriter(report, context, reachOf(context, artifactName));
  const counts = countsOf(report);
  const reports = await keepGoing(problems, () =>
    files.finishReview(report, {
      markdown: markdown(Number.MAX_SAFE_INTEGER).text,
      links: linksOf(context),
      about: aboutRun(context, report),
      finish,
    }),
  );
  const summary = await keepGoing(problems, () => writeSummary(ports.summaryFile, markdown));
  const notes = limitSeverity(report.notes ?? [], failOn);
  const post = () => postReport(report, summary, inputs, context, ports);
  // The report is presented also if it took all of the time.
  const comment = await time.within("posting the comment", MIN_POST_SECONDS, post).catch((thrown: unknown) => ({
    logLine: "the comment was not finished in time",
    outputs: {},
    diagnostics: diagnosticsOf(thrown),
  }));
  const gate = dangerGate(report, failOnDanger);
  const verdict = verdictOf(report, failOn);
  for (const line of verdict.logLines) runner.log(line);
  const judged = [...before, ...(gate === undefined ? [] : [gate]), ...notes, ...verdict.diagnostics, ...problems];
  const show = () => updateCheck(report, judged, inputs, context, ports.connectGitHub);
  const check = await time.within("posting the check", MIN_POST_SECONDS, show).catch((thrown: unknown) => ({
    logLine: "the check was not finished in time",
    diagnostics: diagnosticsOf(thrown),
  }));
  runner.log(
    [`report in ${directory}`, comment.logLine, ...(check.logLine === undefined ? [] : [check.logLine])].join("\n"),
  );
  return {
    outputs: {
      ...counts,
      ...pathsOf(directory, reports),
      ...(files.manifests && { "manifests-dir": files.manifests }),
      truncated: String(summary?.truncated ?? false),
      ...comment.outputs,
    },
    diagnostics: [...judged, ...limitSeverity([...comment.diagnostics, ...check.diagnostics], failOn)],
  };
}

/** Writes the comment of a report. @param summary the result of writing the job summary; undefined if there is none */
export function postReport(
  report: Report,
  summary: { readonly truncated: boolean } | undefined,
  inputs: PresentationInputs,
  context: Context,
  { connectGitHub, steps }: Pick<Ports, "connectGitHub" | "steps">,
): ReturnType<typeof updateComment> {
  const { artifactName, pageUrl } = inputs;
  return updateComment({
    inputs,
    context,
    ...occasionsOf(report),
    markdown: markdownWriter(report, context, reachOf(context, artifactName, summary, pageUrl)),
    seen: seenOf(report),
    connect: connectGitHub,
    steps,
  });
}

/**
 * On `issue_comment`, shards and the job that joins them ask for the pull request one after the other. If it has moved on in between,
 * the comment must not say that the report is of the new commit.
 */
export function ofReport(context: Context, { head }: Report): Context {
  const { event, comparison } = context;
  if (event !== "issue_comment" || comparison.kind !== "pull-request" || head.sha === null) return context;
  return { ...context, comparison: { ...comparison, head: { ...comparison.head, sha: head.sha } } };
}

/** Tells whether the report has a change or a failure, as the modes of the input `comment` ask. */
export function occasionsOf(report: Report): { readonly changed: boolean; readonly failed: boolean } {
  const counts = countsOf(report);
  return {
    // A change of the programs that may run, or of the rules of reviews, must be seen also if no manifest changes.
    changed: counts.changed === "true" || report.trust !== undefined,
    failed: counts.failed === "true" || (report.notes ?? []).some(({ severity }) => severity === "error"),
  };
}

/** Turns errors into warnings where the input `fail-on` is `never`. */
function limitSeverity(diagnostics: readonly Diagnostic[], failOn: Inputs["failOn"]): readonly Diagnostic[] {
  if (failOn !== "never") return diagnostics;
  return diagnostics.map((diagnostic) =>
    diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic,
  );
}
