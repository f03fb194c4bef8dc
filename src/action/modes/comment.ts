/**
 * `mode: comment`: posts the report of the run that triggered this one. That run may be of a fork: everything that it left is
 * hostile until checked, and the pull request to comment on comes from GitHub only.
 */
import { join } from "node:path";
import {
  type Bundle,
  type BundleManifest,
  MAX_ARCHIVE_BYTES,
  openBundleZip,
  REPORT_FILES,
} from "../../bundle/index.ts";
import { type Diagnostic, failure, type KrmError } from "../../diagnostics.ts";
import { type Context, readTriggeringRun, type TriggeringRun, writeSummary } from "../../github/index.ts";
import { withPrivateDirectory } from "../../processes/index.ts";
import { seenOf } from "../../report/index.ts";
import { parseReport, type Report } from "../../review/index.ts";
import { NO_TOKEN, outdateComment, updateComment } from "../comment.ts";
import type { Inputs } from "../inputs/index.ts";
import { keepGoing } from "../keep-going.ts";
import { attemptUrl, markdownWriter, reachOf } from "../links.ts";
import type { ModeWork, Outcome } from "../outcome.ts";
import { countsOf } from "../outputs.ts";
import type { Ports } from "../ports.ts";
import { occasionsOf } from "../presentation.ts";
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
  const { comparison, owner, repository, apiUrl } = context;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  const { token } = inputs;
  if (token === undefined) return { outputs: {}, diagnostics: [NO_TOKEN] };
  const run = readTriggeringRun(context.payload);
  ports.steps.begin("fetching", `looking for the report of the run ${run.id}`);
  const github = await ports.connectGitHub({ token, apiUrl, owner, repository });
  const name = inputs.artifactName ?? DEFAULT_ARTIFACT;
  const artifacts = (await github.artifactsOfRun(run.id)).filter((artifact) => artifact.name === name);
  // Attempts of one run leave artifacts of one name.
  const [artifact] = artifacts.sort((left, right) => right.id - left.id);
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
  return present(report, await originOf(github, report, context), name, inputs, context, ports);
};

/** @throws KrmError `bundle-mismatch` for a bundle that is not of the run that GitHub names */
function reportOf({ manifest, read }: Pick<Bundle, "manifest" | "read">, context: Context, run: TriggeringRun): Report {
  checkOrigin(manifest, context, run);
  const report = parseReport(read(REPORT_FILES.json));
  if (report.base.sha !== manifest.base || report.head.sha !== manifest.head) {
    throw mismatch(run, "its report is of other commits than its list of files");
  }
  return report;
}

function checkOrigin(manifest: BundleManifest, { owner, repository }: Context, run: TriggeringRun): void {
  const own = `${owner}/${repository}`;
  if (manifest.kind !== "review") {
    throw mismatch(run, "it is of one shard", "Join the shards by mode merge, and upload what that writes.");
  }
  if (manifest.repository.toLowerCase() !== own.toLowerCase()) {
    throw mismatch(run, `it is of the repository ${manifest.repository}, not of ${own}`);
  }
  if (manifest.run !== run.id) throw mismatch(run, `it is of the run ${manifest.run}`);
  // A job that succeeded is not run again by a later attempt, so its artifact may be of an earlier one.
  if (manifest.attempt > run.attempt) {
    throw mismatch(run, `it is of the attempt ${manifest.attempt}, and the run has made ${run.attempt}`);
  }
  if (manifest.event !== run.event) throw mismatch(run, `it is of the event ${manifest.event}, not of ${run.event}`);
  if (manifest.head !== run.head) throw mismatch(run, `it is of the commit ${manifest.head}, not of ${run.head}`);
}

function mismatch({ id }: TriggeringRun, what: string, hint?: string): KrmError {
  return failure("bundle-mismatch", `the bundle of the run ${id} is not used: ${what}`, {
    hint: hint ?? "Look at what the run uploads: only the output directory that it wrote itself is accepted.",
  });
}

/** Writes the summary and the comment from the data of the report, with texts that are escaped and links that are built here. */
async function present(
  report: Report,
  { isDoubtful, diagnostics, ...around }: ReportOrigin,
  artifactName: string,
  inputs: Inputs,
  of: Context,
  ports: Ports,
): Promise<Outcome> {
  ports.steps.begin("writing", "writing the summary");
  const problems: Diagnostic[] = [...diagnostics];
  const markdown = markdownWriter(report, of, reachOf(of, artifactName), around);
  const summary = await keepGoing(problems, () => writeSummary(ports.summaryFile, markdown));
  const { changed, failed } = occasionsOf(report);
  const posted = await updateComment({
    inputs,
    context: of,
    changed: changed || isDoubtful,
    failed: failed || isDoubtful,
    markdown,
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
