/** Makes a bundle of the output directory, as the last thing that is written there. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { BUNDLE_FILE, type BundleAbout, MANIFESTS, OUTPUT_FILES, writeBundle } from "../bundle/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";

/** What a bundle of this run is of. */
export function aboutRun(
  { owner, repository, run, attempt, event }: Context,
  sides: { readonly base: { readonly sha: string | null }; readonly head: { readonly sha: string | null } },
): Omit<BundleAbout, "kind"> {
  const { base, head } = sides;
  return { repository: `${owner}/${repository}`, run, attempt, event, base: base.sha ?? "", head: head.sha ?? "" };
}

/**
 * Lists the files of this run in `bundle.json`. Others are left where they are, but nobody accepts the bundle with them.
 * @param more absolute paths of further files of this run; those outside of the directory do not count
 * @returns a warning if no reader would accept the bundle, and a notice that names what is not of this run
 * @throws KrmError `output-unwritable`
 */
export function bundleFiles(directory: string, about: BundleAbout, more: readonly string[] = []): Diagnostic[] {
  const inside = more.map((path) => relative(directory, path)).filter((path) => path.split(sep)[0] !== "..");
  // The directory of manifests, and old files of these names, were removed when the run began.
  const own = new Set([
    ...[...OUTPUT_FILES, ...inside].filter((path) => path !== BUNDLE_FILE && isFile(join(directory, path))),
    ...filesBelow(directory, MANIFESTS),
  ]);
  try {
    writeBundle(directory, about, own);
  } catch (thrown) {
    // The files themselves are complete.
    if (!(thrown instanceof KrmError) || thrown.code !== "bundle-not-written") throw thrown;
    return thrown.diagnostics.map((problem) => ({ ...problem, severity: "warning" }));
  }
  const foreign: string[] = [];
  for (const path of filesBelow(directory, "")) {
    if (path !== BUNDLE_FILE && !own.has(path)) foreign.push(path);
    if (foreign.length > MAX_FOREIGN) break;
  }
  return foreign.length === 0 ? [] : [foreignNotice(foreign)];
}

/** One that could not be written may not be there, or a directory may be in its place. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The most files of others that are named. */
const MAX_FOREIGN = 3;

/** Paths relative to the top. */
function* filesBelow(top: string, directory: string): Generator<string> {
  const path = join(top, directory);
  if (!existsSync(path)) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = directory === "" ? entry.name : `${directory}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(top, inside);
    else yield inside;
  }
}

function foreignNotice(paths: readonly string[]): Diagnostic {
  const names = paths.slice(0, MAX_FOREIGN).map((path) => JSON.stringify(path));
  const more = paths.length > names.length ? " and others" : "";
  return {
    code: "foreign-file",
    severity: "notice",
    message: `the output directory has files that are not of this run: ${names.join(", ")}${more}. Other jobs will not accept it as a bundle`,
    hint: "Set the input output-dir to a directory that holds nothing else, also in the commit.",
  };
}
