/** The names of what a run leaves in its output directory, for all that write it, empty it, or read it as a bundle. */

/** The list of all others. */
export const BUNDLE_FILE = "bundle.json";
/** The report, by its formats. */
export const REPORT_FILES = {
  markdown: "report.md",
  html: "report.html",
  json: "report.json",
  sarif: "report.sarif",
  patch: "changes.patch",
} as const;
/** The file of a shard in place of `report.json`. */
export const PARTIAL_FILE = "partial.json";
/** The inputs of the plan that a shard is of. The digest of the plan begins with that of this file. */
export const PLAN_FILE = "shard-plan.json";
export const TIMES_FILE = "times.json";
/** The directory with the manifests of the head. */
export const MANIFESTS = "manifests";
/** The file in place of {@link MANIFESTS} if that is too large for a bundle. */
export const MANIFESTS_ARCHIVE = "manifests.tar.gz";

/** All files but those below {@link MANIFESTS}. */
export const OUTPUT_FILES: ReadonlySet<string> = new Set([
  ...Object.values(REPORT_FILES),
  MANIFESTS_ARCHIVE,
  PARTIAL_FILE,
  PLAN_FILE,
  TIMES_FILE,
  BUNDLE_FILE,
]);
