/**
 * `mode: comment`: posts the report of the run that triggered this one. That run may be of a fork: everything that it left is
 * hostile until checked, and the pull request to comment on comes from GitHub only. With the input `reports`, it posts one of its own run.
 */
import { join } from "node:path";
import { MAX_ARCHIVE_BYTES, openBundleZip, REPORT_FILES } from "../../bundle/index.ts";
import { type Diagnostic, failure } from "../../diagnostics.ts";
import {
  type Context,
  type RunArtifact,
  readTriggeringRun,
  type TriggeringRun,
  writeSummary,
} from "../../github/index.ts";
import { withPrivateDirectory } from "../../processes/index.ts";
import { seenOf } from "../../report/index.ts";
import type { Report } from "../../review/index.ts";
import { NO_TOKEN, outdateComment, updateComment } from "../comment.ts";
import type { Inputs } from "../inputs/index.ts";
import { keepGoing } from "../keep-going.ts";
import { attemptUrl, markdownWriter, reachOf } from "../links.ts";
import type { ModeWork, Outcome } from "../outcome.ts";
import { countsOf } from "../outputs.ts";
import type { Ports } from "../ports.ts";
import { occasionsOf } from "../presentation.ts";
import { reportOf } from "./bundled-report.ts";
import { postOwnReport } from "./own-report.ts";
import { originOf, type ReportOrigin } from "./report-origin.ts";

const DEFAULT_ARTIFACT = "krm-render-report";

/** Ends of a run after which it should have rendered. */
const RENDERED: ReadonlySet<string | undefined> = new Set(["success", "neutral"]);

/**
 * Reads the bundle of the run, and writes its report to the comment and the summary. If the run failed and left no bundle, marks the
 * comment of an earlier commit as outdated.
 * @param context that of the run that rendered, with the payload of this one
 * @throws KrmError `bundle-invalid`, `bundle-mismatch` and `report-invalid`, and those of the artifact and of the API. Nothing is
 *   written then
 */
export const comment: ModeWork = async (inputs, context, ports) => {
  if (inputs.reports.length > 0) return postOwnReport(inputs, context, ports);
  const { comparison, owner, repository, apiUrl } = context;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  const { token } = inputs;
  if (token === undefined) return { outputs: {}, diagnostics: [NO_TOKEN] };
  const run = readTriggeringRun(context.payload);
  ports.steps.begin("fetching", `looking for the report of the run ${run.id}`);
  const github = await ports.connectGitHub({ token, apiUrl, owner, repository });
  const name = inputs.artifactName ?? DEFAULT_ARTIFACT;
  const artifacts = await github.artifactsOfRun(run.id);
  const artifact = newest(artifacts, name);
  if (artifact === undefined) return withoutBundle(name, run, inputs, context, ports);
  const report = await withPrivateDirectory(async (directory) => {
    const file = join(directory, "bundle.zip");
    await github.downloadArtifact(artifact.id, file, MAX_ARCHIVE_BYTES);
    const bundle = await openBundleZip(file, `${JSON.stringify(name)} of the run ${run.id}`);
    try {
      return reportOf(bundle, context, run);
    } finally {
      bundle.close();
    }
  });
  const origin = await originOf(github, report, context);
  const page = inputs.pageUrl ?? pageOf(artifacts, context);
  return present(report, origin, { name, page }, inputs, context, ports);
};

/** Attempts of one run leave artifacts of one name. */
function newest(artifacts: readonly RunArtifact[], wanted: string): RunArtifact | undefined {
  return artifacts.filter(({ name }) => name === wanted).sort((left, right) => right.id - left.id)[0];
}

/** The address of the HTML page that the run uploaded as it is. Nobody is led to a page that a fork may have made. */
function pageOf(artifacts: readonly RunArtifact[], { runUrl, comparison }: Context): string | undefined {
  if (comparison.kind !== "pull-request" || comparison.fromFork) return undefined;
  const page = newest(artifacts, REPORT_FILES.html);
  return page === undefined || page.expired ? undefined : `${runUrl}/artifacts/${page.id}`;
}

/** Writes the summary and the comment from the data of the report, with texts that are escaped and links that are built here. */
async function present(
  report: Report,
  { isDoubtful, diagnostics, ...around }: ReportOrigin,
  artifact: { readonly name: string; readonly page: string | undefined },
  inputs: Inputs,
  of: Context,
  ports: Ports,
): Promise<Outcome> {
  ports.steps.begin("writing", "writing the summary");
  const problems: Diagnostic[] = [...diagnostics];
  const reach = reachOf(of, artifact.name);
  const markdown = markdownWriter(report, of, reach, around);
  const summary = await keepGoing(problems, () => writeSummary(ports.summaryFile, markdown));
  const { changed, failed } = occasionsOf(report);
  const posted = await updateComment({
    inputs,
    context: of,
    changed: changed || isDoubtful,
    failed: failed || isDoubtful,
    markdown:
      artifact.page === undefined ? markdown : markdownWriter(report, of, { ...reach, page: artifact.page }, around),
    seen: seenOf(report),
    connect: ports.connectGitHub,
    steps: ports.steps,
  });
  ports.runner.log(posted.logLine);
  return {
    outputs: { ...countsOf(report), truncated: String(summary?.truncated ?? false), ...posted.outputs },
    diagnostics: [...problems, ...posted.diagnostics],
  };
}

async function withoutBundle(
  name: string,
  run: TriggeringRun,
  inputs: Inputs,
  of: Context,
  ports: Ports,
): Promise<Outcome> {
  const message = `the run ${run.id} has no artifact ${JSON.stringify(name)}`;
  if (run.conclusion === undefined) {
    throw failure("no-bundle", `${message}, because it has not ended yet`, {
      hint: "Write `types: [completed]` below workflow_run.",
    });
  }
  if (RENDERED.has(run.conclusion)) {
    throw failure("no-bundle", `${message}, so there is nothing to post`, {
      hint: "Upload the output directory in that run by actions/upload-artifact, and give both the same artifact-name.",
    });
  }
  const notes = await outdateComment(inputs, of, attemptUrl(of), ports.connectGitHub);
  const end = `and ended with ${run.conclusion}: a comment of an earlier commit is marked as outdated`;
  return {
    outputs: {},
    diagnostics: [{ code: "no-bundle", severity: "warning", message: `${message}, ${end}` }, ...notes],
  };
}
