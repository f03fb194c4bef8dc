/** Writes the manifests of renderings to files below one directory. */
import { createHash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { makeDirectories } from "../processes/index.ts";
import { type CreateFile, writeFileAtomically } from "./atomic-file.ts";
import { documents, type Rendered, type Rendering } from "./rendering.ts";

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
 * Writes manifests one by one to `<target path>.yaml` below a directory, and `.` to `root.yaml`. Files are written atomically,
 * and never outside of the directory: a symbolic link on the way is an error, because a pull request may have put it there.
 * Files of earlier runs are left alone.
 */
export class ManifestWriter {
  readonly #top: string;
  readonly #checked: Set<string>;
  readonly #create: CreateFile | undefined;

  /**
   * @param targets all that may be written
   * @throws KrmError `output-collision` if two of them would be one file, `output-unwritable` for the directory itself
   */
  constructor(outputDirectory: string, targets: readonly string[], create?: CreateFile) {
    refuseCollisions(targets);
    this.#top = makeDirectory(outputDirectory, outputDirectory);
    this.#checked = new Set([this.#top]);
    this.#create = create;
  }

  /** @throws KrmError `output-unsafe`, `output-unwritable` */
  write(rendering: Rendered): WrittenManifest {
    const { target } = rendering;
    const file = manifestFile(target);
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

function manifestFile(target: string): string {
  return target === "." ? TOP_FILE : `${target}.yaml`;
}

function refuseCollisions(targets: readonly string[]): void {
  const owners = new Map<string, string>();
  for (const target of targets) {
    const file = manifestFile(target);
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
