/** Makes a bundle of an output directory, as the last thing that is written there. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BUNDLE_FILE, type BundleAbout, writeBundle } from "../bundle/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";

/**
 * Lists the files of this run in `bundle.json`. Others are left where they are, but nobody accepts the bundle with them.
 * @param own relative to the directory
 * @returns a warning if no reader would accept the bundle, or a notice that names files of other runs
 * @throws KrmError `output-unwritable`
 */
export function bundleFiles(directory: string, about: BundleAbout, own: ReadonlySet<string>): readonly Diagnostic[] {
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

/** The most files of others that are named. */
const MAX_FOREIGN = 3;

/** Paths relative to the top. */
function* filesBelow(top: string, directory: string): Generator<string> {
  for (const entry of readdirSync(join(top, directory), { withFileTypes: true })) {
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
    hint: "Set the output directory to one that holds nothing else, also in the commit.",
  };
}
