/** Reads the report of a bundle, once it is known to be of the run that it should be of. */
import { type Bundle, type BundleManifest, REPORT_FILES } from "../../bundle/index.ts";
import { failure, type KrmError } from "../../diagnostics.ts";
import type { Context } from "../../github/index.ts";
import { parseReport, type Report } from "../../review/index.ts";

/** The run that the bundle must be of. */
export interface ExpectedRun {
  readonly id: number;
  /** Bundles of earlier attempts are accepted. */
  readonly attempt: number;
  readonly event: string;
  /** The commit that was rendered; undefined for any. */
  readonly head: string | undefined;
}

/** @throws KrmError `bundle-mismatch` for a bundle that is not of the run that GitHub names */
export function reportOf(
  { manifest, read }: Pick<Bundle, "manifest" | "read">,
  context: Pick<Context, "owner" | "repository">,
  run: ExpectedRun,
): Report {
  checkOrigin(manifest, context, run);
  const report = parseReport(read(REPORT_FILES.json));
  if (report.base.sha !== manifest.base || report.head.sha !== manifest.head) {
    throw mismatch(run, "its report is of other commits than its list of files");
  }
  return report;
}

function checkOrigin(
  manifest: BundleManifest,
  { owner, repository }: Pick<Context, "owner" | "repository">,
  run: ExpectedRun,
): void {
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
  if (run.head !== undefined && manifest.head !== run.head)
    throw mismatch(run, `it is of the commit ${manifest.head}, not of ${run.head}`);
}

function mismatch({ id }: ExpectedRun, what: string, hint?: string): KrmError {
  return failure("bundle-mismatch", `the bundle of the run ${id} is not used: ${what}`, {
    hint: hint ?? "Look at what the run uploads: only the output directory that it wrote itself is accepted.",
  });
}
