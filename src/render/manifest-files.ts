/** Writes renderings to files below one directory. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { failure } from "../diagnostics.ts";
import { writeFileAtomically } from "./atomic-file.ts";
import { manifest, type Rendered, type Rendering } from "./rendering.ts";

export interface WrittenManifest {
  readonly target: string;
  /** Relative to the output directory, with `/`. */
  readonly file: string;
  /** Of the file's bytes, in hex. */
  readonly sha256: string;
}

/** The top of the tree has no name of its own. */
const TOP_FILE = "root.yaml";

/**
 * Writes every rendering that succeeded to `<target path>.yaml` below the directory, `.` to `root.yaml`. Files appear
 * whole or not at all, and none outside of the directory: a symlink on the way is refused, since whoever wrote the
 * files of a pull request may have put it there. Files of earlier runs are left alone.
 * @throws KrmError `output-collision` before anything is written, `output-unsafe`, `output-unwritable`
 */
export function writeManifests(renderings: readonly Rendering[], outputDirectory: string): WrittenManifest[] {
  const rendered = renderings.filter((rendering) => rendering.status === "rendered");
  const files = new Map(rendered.map((rendering) => [rendering, manifestFile(rendering.target)]));
  refuseCollisions(files);

  const top = makeDirectory(outputDirectory, outputDirectory);
  const checked = new Set([top]);
  return rendered.map((rendering) => {
    const file = files.get(rendering) as string;
    const path = join(top, file);
    ensureInside(top, dirname(path), checked);
    const text = manifest(rendering);
    writeFileAtomically(path, text);
    return { target: rendering.target, file, sha256: createHash("sha256").update(text).digest("hex") };
  });
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

/** Makes the directory and those above it, one by one below the top so that no symlink is passed unseen. */
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
    mkdirSync(directory, { recursive: true });
    return realpathSync(directory);
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("output-unwritable", `the output directory ${name} cannot be made: ${reason}`, { cause: error });
  }
}
