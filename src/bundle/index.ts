/** Bundles: files that a run leaves in its output directory for another job, which checks it before it uses it. */
export { type Bundle, openBundleDirectory } from "./directory-bundle.ts";
export { type BundleAbout, type BundleManifest, MAX_ARCHIVE_BYTES } from "./manifest.ts";
export {
  BUNDLE_FILE,
  MANIFESTS,
  MANIFESTS_ARCHIVE,
  OUTPUT_FILES,
  PARTIAL_FILE,
  PLAN_FILE,
  REPORT_FILES,
  TIMES_FILE,
} from "./output-files.ts";
export { writeBundle } from "./write-bundle.ts";
export { openBundleZip } from "./zip-bundle.ts";
