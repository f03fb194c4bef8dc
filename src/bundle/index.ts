/** Bundles: what a run leaves in its output directory for another job, which checks it before it uses it. */
export { type Bundle, openBundleDirectory } from "./directory-bundle.ts";
export {
  BUNDLE_FILE,
  type BundleAbout,
  type BundleManifest,
  MAX_ARCHIVE_BYTES,
} from "./manifest.ts";
export { writeBundle } from "./write-bundle.ts";
export { openBundleZip } from "./zip-bundle.ts";
