/** Writes the manifests of renderings to files below one directory. */
import { createHash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { makeDirectories } from "../processes/index.ts";
import { type CreateFile, writeFileAtomically } from "./atomic-file.ts";
import { documents, type Rendered, type Rendering } from "./rendering.ts";
import { fileStemOf, isDeploymentId, targetText } from "./target.ts";

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
  /** With the code `output-collision`, `output-unsafe` or `output-unwritable`. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface WrittenManifests {
  readonly written: readonly WrittenManifest[];
  readonly failed: readonly UnwrittenManifest[];
}

/**
 * Writes manifests one by one below a directory: that of a directory to `<path>.yaml`, and of `.` to `root.yaml`; that of a
 * deployment to `flux/<cluster>/<namespace>/<name>.yaml`. Files are written atomically,
 * and never outside of the directory: a symbolic link on the way is an error, because a pull request may have put it there.
 * Files of earlier runs are left alone.
 */
export class ManifestWriter {
  readonly #top: string;
  readonly #checked: Set<string>;
  readonly #owners = new Map<string, string>();
  readonly #create: CreateFile | undefined;

  /**
   * @param targets all that may be written
   * @throws KrmError `output-unwritable` for the directory itself
   */
  constructor(outputDirectory: string, targets: readonly string[], create?: CreateFile) {
    for (const target of targets) {
      const file = manifestFile(target);
      // A directory with the name of another file is an accident, or somebody's trick.
      if (!this.#owners.has(file) || isNamesake(this.#owners.get(file) ?? "")) this.#owners.set(file, target);
    }
    this.#top = makeDirectory(outputDirectory, outputDirectory);
    this.#checked = new Set([this.#top]);
    this.#create = create;
  }

  /** @throws KrmError `output-collision` for a directory whose file is that of another target, `output-unsafe`, `output-unwritable` */
  write(rendering: Rendered): WrittenManifest {
    const { target } = rendering;
    const file = manifestFile(target);
    const owner = this.#owners.get(file) ?? target;
    if (owner !== target) {
      throw failure(
        "output-collision",
        `the targets "${targetText(owner)}" and "${target}" would both be written to ${file}`,
        {
          file: target,
          hint: `Rename the directory ${target}, or render the two into different directories.`,
        },
      );
    }
    const path = join(this.#top, file);
    ensureInside(this.#top, dirname(path), this.#checked);
    const text = (): Iterable<string> => documents(rendering);
    writeFileAtomically(path, text, this.#create);
    const hash = createHash("sha256");
    for (const document of text()) hash.update(document);
    return { target, file, sha256: hash.digest("hex") };
  }
}

/** Writes every rendering that succeeded. One that cannot be written does not prevent the others. @throws as ManifestWriter */
export function writeManifests(
  renderings: readonly Rendering[],
  outputDirectory: string,
  create?: CreateFile,
): WrittenManifests {
  const rendered = renderings.filter((rendering) => rendering.status === "rendered");
  const targets = rendered.map(({ target }) => target);
  const writer = new ManifestWriter(outputDirectory, targets, create);
  const written: WrittenManifest[] = [];
  const failed: UnwrittenManifest[] = [];
  for (const rendering of rendered) {
    try {
      written.push(writer.write(rendering));
    } catch (thrown) {
      failed.push({ target: rendering.target, diagnostics: diagnosticsOf(thrown) });
    }
  }
  return { written, failed };
}

/** The file of the manifest of a target, relative to the output directory. */
export function manifestFile(target: string): string {
  return `${fileStemOf(target)}.yaml`;
}

/** Tells whether a target is a directory whose file is named by its path. */
function isNamesake(target: string): boolean {
  return target !== "." && !isDeploymentId(target);
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
