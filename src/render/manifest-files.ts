/** Writes the manifests of renderings to files below one directory. */
import { createHash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { makeDirectories } from "../processes/index.ts";
import { type CreateFile, writeFileAtomically } from "./atomic-file.ts";
import { manifest, type Rendered, type Rendering } from "./rendering.ts";

export interface WrittenManifest {
  readonly target: string;
  /** Relative to the output directory, with `/`. */
  readonly file: string;
  /** The SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** A rendering that could not be written. */
export interface UnwrittenManifest {
  readonly target: string;
  /** With the code `output-unsafe` or `output-unwritable`. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface WrittenManifests {
  readonly written: readonly WrittenManifest[];
  readonly failed: readonly UnwrittenManifest[];
}

/** The file of the target at the top of the tree, which has no name. */
const TOP_FILE = "root.yaml";

/**
 * Writes every rendering that succeeded to `<target path>.yaml` below the directory, and `.` to `root.yaml`. Files are
 * written atomically, and never outside of the directory: a symbolic link on the way is an error, because a pull request may
 * have put it there. Files of earlier runs are left alone. One that cannot be written does not prevent the others.
 * @throws KrmError `output-collision` before anything is written, `output-unwritable` for the directory itself
 */
export function writeManifests(
  renderings: readonly Rendering[],
  outputDirectory: string,
  create?: CreateFile,
): WrittenManifests {
  const rendered = renderings.filter((rendering) => rendering.status === "rendered");
  const files = new Map(rendered.map((rendering) => [rendering, manifestFile(rendering.target)]));
  refuseCollisions(files);

  const top = makeDirectory(outputDirectory, outputDirectory);
  const checked = new Set([top]);
  const written: WrittenManifest[] = [];
  const failed: UnwrittenManifest[] = [];
  for (const rendering of rendered) {
    const { target } = rendering;
    const file = files.get(rendering) as string;
    const path = join(top, file);
    try {
      ensureInside(top, dirname(path), checked);
      const text = manifest(rendering);
      writeFileAtomically(path, text, create);
      written.push({ target, file, sha256: createHash("sha256").update(text).digest("hex") });
    } catch (thrown) {
      failed.push({ target, diagnostics: diagnosticsOf(thrown) });
    }
  }
  return { written, failed };
}

function manifestFile(target: string): string {
  return target === "." ? TOP_FILE : `${target}.yaml`;
}

function refuseCollisions(files: ReadonlyMap<Rendered, string>): void {
  const owners = new Map<string, string>();
  for (const [{ target }, file] of files) {
    const other = owners.get(file);
    if (other !== undefined) {
      throw failure("output-collision", `the targets "${other}" and "${target}" would both be written to ${file}`, {
        hint: "Render them into different directories.",
      });
    }
    owners.set(file, target);
  }
}

/** Creates the directory and its parents below the top one by one, so that no symbolic link is followed unnoticed. */
function ensureInside(top: string, directory: string, checked: Set<string>): void {
  if (checked.has(directory)) return;
  ensureInside(top, dirname(directory), checked);
  makeDirectory(directory, relative(top, directory));
  if (lstatSync(directory).isSymbolicLink()) {
    throw failure("output-unsafe", `${relative(top, directory)} in the output directory is a symbolic link`, {
      file: directory,
      hint: "Remove it, or write to an empty directory.",
    });
  }
  checked.add(directory);
}

function makeDirectory(directory: string, name: string): string {
  try {
    makeDirectories(directory);
    return realpathSync(directory);
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("output-unwritable", `the output directory ${name} cannot be created: ${reason}`, { cause: error });
  }
}
