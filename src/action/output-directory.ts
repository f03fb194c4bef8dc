/** The directory that the action writes to. */
import { lstatSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { failure } from "../diagnostics.ts";
import { makeDirectories } from "../processes/index.ts";

/** The subdirectory for manifests. It is removed first, so that everything in it comes from this run. */
export const MANIFESTS = "manifests";

/**
 * Creates the output directory and removes its manifests: files that a pull request brings along could be mistaken for
 * rendered ones.
 *
 * @param wanted the input `output-dir`, relative to the workspace
 * @returns its absolute path
 * @throws KrmError `output-unsafe` for the workspace itself, for a directory that contains it, for a directory in `.git`, and
 *   for a path with a symbolic link inside the workspace, because a pull request may have put the link there
 * @throws KrmError `output-unwritable`
 */
export function prepareOutputDirectory(workspace: string, wanted: string): string {
  const directory = resolve(workspace, wanted);
  const steps = relative(workspace, directory).split(sep);
  if (steps.every((step) => step === "" || step === "..")) {
    throw unsafe(wanted, "contains the workspace");
  }
  if (steps[0] !== "..") {
    if (steps.some((step) => step.toLowerCase() === ".git")) throw unsafe(wanted, "belongs to git");
    refuseLinks(workspace, steps, wanted);
  }
  try {
    makeDirectories(directory);
    // Removes a link itself, not its target.
    rmSync(join(directory, MANIFESTS), { recursive: true, force: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw failure("output-unwritable", `the output directory cannot be created: ${reason}`, { file: wanted, cause });
  }
  return directory;
}

function refuseLinks(workspace: string, steps: readonly string[], wanted: string): void {
  let path = workspace;
  for (const step of steps) {
    path = join(path, step);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw unsafe(wanted, `has the symbolic link ${step} in its path`);
  }
}

function unsafe(wanted: string, why: string) {
  return failure("output-unsafe", `the output directory ${JSON.stringify(wanted)} ${why}`, {
    hint: "Set the input output-dir to a directory of its own, such as krm-render-report.",
  });
}
