/** Writes the manifests of renderings to files below one directory. */
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
  /** The SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** The file of the target at the top of the tree, which has no name. */
const TOP_FILE = "root.yaml";

/**
 * Writes every rendering that succeeded to `<target path>.yaml` below the directory, and `.` to `root.yaml`. Files are
 * written atomically, and never outside of the directory: a symbolic link on the way is an error, because a pull request may
 * have put it there. Files of earlier runs are left alone.
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
    mkdirSync(directory, { recursive: true });
    return realpathSync(directory);
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("output-unwritable", `the output directory ${name} cannot be created: ${reason}`, { cause: error });
  }
}
