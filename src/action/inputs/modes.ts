/** The modes of the action, and which of them reads which input. */
import type { InputName } from "./input-table.ts";

export const MODES = ["review", "comment", "merge", "release"] as const;
/**
 * `review`: renders and compares two commits. `comment`: posts the report of the run that triggered this one. `merge`: joins the
 * reports of shards. `release`: renders one commit into an archive.
 */
export type Mode = (typeof MODES)[number];

const REVIEW = ["review"] as const;
const RELEASE = ["release"] as const;
/** Those that render. */
const RENDERING = ["review", "release"] as const;
/** Those that decide whether the step fails for what a report says. */
const JUDGING = ["review", "merge"] as const;
/** Those that write the comment. */
const COMMENTING = ["review", "comment", "merge"] as const;

/** The modes that read an input, in the order of {@link MODES}. */
export const INPUT_MODES: Readonly<Record<InputName, readonly Mode[]>> = {
  mode: MODES,
  targets: RENDERING,
  base: REVIEW,
  head: RENDERING,
  "working-directory": RENDERING,
  shard: REVIEW,
  costs: REVIEW,
  reports: ["merge"],
  comment: COMMENTING,
  "comment-key": COMMENTING,
  "comment-max-bytes": COMMENTING,
  check: JUDGING,
  "github-token": COMMENTING,
  matrix: COMMENTING,
  "output-dir": ["review", "merge", "release"],
  "load-restrictor": RENDERING,
  "enable-helm": RENDERING,
  remote: RENDERING,
  "allow-private-hosts": RENDERING,
  timeout: RENDERING,
  "total-timeout": RENDERING,
  strict: RENDERING,
  "affected-only": REVIEW,
  concurrency: RENDERING,
  "fail-on": JUDGING,
  "fail-on-danger": JUDGING,
  redact: RENDERING,
  "artifact-name": COMMENTING,
  "trusted-catalogs": RENDERING,
  "default-catalogs": RENDERING,
  "require-pinned-catalogs": RENDERING,
  "fail-on-unavailable-catalog": RENDERING,
  "allow-catalog-wildcards": RENDERING,
  "trust-root": RENDERING,
  "allow-hosts": RENDERING,
  locked: RENDERING,
  "lock-out": REVIEW,
  plugins: RENDERING,
  "enable-exec": RENDERING,
  "enable-starlark": RENDERING,
  "function-network": RENDERING,
  "function-mounts": RENDERING,
  "function-timeout": RENDERING,
  "container-runtime": RENDERING,
  "token-servers": RENDERING,
  "cache-save": RENDERING,
  "functions-on-privileged-events": RENDERING,
  "isolate-functions": RENDERING,
  "release-name": RELEASE,
  "release-version": RELEASE,
  "withhold-secrets": RELEASE,
  oci: RELEASE,
};
