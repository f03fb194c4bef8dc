/** Writes `bundle.json` for the files of a directory. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { failure } from "../diagnostics.ts";
import { writeFileAtomically } from "../render/index.ts";
import { readRegularFile } from "./digest.ts";
import { type BundleAbout, MAX_MANIFEST_BYTES, manifestText, parseManifest } from "./manifest.ts";
import { BUNDLE_FILE } from "./output-files.ts";
import { pathProblem, quoted } from "./paths.ts";
import { reasonOf } from "./problems.ts";

/**
 * Makes a bundle of a directory: writes the list of its files, with their digests. Call it when every other file is written.
 * @param paths the files that belong to it, relative to the directory, in any order
 * @throws KrmError `bundle-not-written` for what no reader would accept, and `output-unwritable`. There is no list then
 */
export function writeBundle(directory: string, about: BundleAbout, paths: Iterable<string>): void {
  const list = join(directory, BUNDLE_FILE);
  const refuse = (what: string, cause?: unknown) =>
    failure("bundle-not-written", `${BUNDLE_FILE} is not written: ${what}`, {
      hint: "The other files are complete, but other jobs cannot use them as a bundle.",
      cause,
    });
  try {
    rmSync(list, { force: true });
  } catch (cause) {
    throw refuse(`something of this name cannot be removed: ${reasonOf(cause)}`, cause);
  }
  const files = [...new Set(paths)].sort().map((path) => {
    const problem = pathProblem(path);
    if (problem !== undefined) throw refuse(`the path ${quoted(path)} ${problem}`);
    try {
      return { path, ...readRegularFile(join(directory, path), Number.MAX_SAFE_INTEGER - 1) };
    } catch (cause) {
      throw refuse(`the file ${quoted(path)} cannot be read: ${reasonOf(cause)}`, cause);
    }
  });
  const text = manifestText(about, files);
  if (Buffer.byteLength(text) > MAX_MANIFEST_BYTES) throw refuse("the list of the files is too long");
  // Problems that readers would refuse are reported here, where users can solve them.
  parseManifest(Buffer.from(text), refuse);
  writeFileAtomically(list, text);
}
