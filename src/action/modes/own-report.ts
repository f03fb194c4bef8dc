/** `mode: comment` with the input `reports`: posts the report that an earlier step of this run wrote, as that step would have. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { BUNDLE_FILE, openBundleDirectory } from "../../bundle/index.ts";
import { failure } from "../../diagnostics.ts";
import { SUMMARY_LIMIT } from "../../github/index.ts";
import { markdownWriter, reachOf } from "../links.ts";
import type { ModeWork } from "../outcome.ts";
import { countsOf } from "../outputs.ts";
import { ofReport, postReport } from "../presentation.ts";
import { reportOf } from "./bundled-report.ts";

/**
 * Writes the comment, and nothing else: the step that made the report has written the summary and the check, and judged it.
 * @throws KrmError `invalid-input`, `no-bundle`, `bundle-invalid`, `bundle-mismatch` and `report-invalid`. No report is posted then
 */
export const postOwnReport: ModeWork = async (inputs, given, ports) => {
  const { comparison, workspace, run: id, attempt, event } = given;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  ports.steps.begin("reading", "checking the report");
  const bundle = openBundleDirectory(directoryOf(inputs.reports, workspace));
  // The input `head` of the earlier step may name another commit than the event.
  const report = reportOf(bundle, given, { id, attempt, event, head: undefined });
  const context = ofReport(given, report);
  const summary =
    ports.summaryFile === undefined
      ? undefined
      : summaryOf(markdownWriter(report, context, reachOf(context, inputs.artifactName)));
  const { outputs, diagnostics, logLine } = await postReport(report, summary, inputs, context, ports);
  ports.runner.log(logLine);
  return { outputs: { ...countsOf(report), truncated: "false", ...outputs }, diagnostics };
};

/** The result of writing the summary, as the earlier step had it. */
function summaryOf(markdown: ReturnType<typeof markdownWriter>): { readonly truncated: boolean } {
  const { truncated } = markdown(SUMMARY_LIMIT - 1);
  return { truncated };
}

function directoryOf([name = "", ...others]: readonly string[], workspace: string): string {
  if (others.length > 0) {
    throw failure("invalid-input", "input reports: mode comment posts one report, and these are several directories", {
      hint: "Join the shards by mode merge, and name the output directory of that step.",
    });
  }
  const directory = resolve(workspace, name);
  if (existsSync(join(directory, BUNDLE_FILE))) return directory;
  throw failure("no-bundle", `input reports: ${JSON.stringify(name)} has no report to post`, {
    hint: "Name the output-dir of the step that renders. It has no report if that step fails as a whole.",
  });
}
