/** The directory that the action writes to. */
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { failure } from "../diagnostics.ts";

/** Below the output directory; emptied first, so that all in it is of this run. */
export const MANIFESTS = "manifests";

/**
 * Makes the output directory, and sees that no manifests of others are in it: files that a pull request brings along could
 * be taken for rendered ones.
 *
 * @returns its absolute path
 * @throws KrmError `output-unsafe` for the workspace itself or what contains it, for git's own directory, and for a way to
 *   it that leads over a symbolic link in the workspace, which a pull request may have put there
 */
export function prepareOutputDirectory(workspace: string, wanted: string): string {
  const directory = resolve(workspace, wanted);
  const steps = relative(workspace, directory).split(sep);
  if (steps.every((step) => step === "" || step === "..")) {
    throw unsafe(wanted, "holds the workspace");
  }
  if (steps[0] !== "..") {
    if (steps.some((step) => step.toLowerCase() === ".git")) throw unsafe(wanted, "belongs to git");
    refuseLinks(workspace, steps, wanted);
  }
  try {
    mkdirSync(directory, { recursive: true });
    // Removes a link itself, not what it leads to.
    rmSync(join(directory, MANIFESTS), { recursive: true, force: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw failure("output-unwritable", `the output directory cannot be made: ${reason}`, { file: wanted, cause });
  }
  return directory;
}

function refuseLinks(workspace: string, steps: readonly string[], wanted: string): void {
  let path = workspace;
  for (const step of steps) {
    path = join(path, step);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw unsafe(wanted, `leads over the link ${step}`);
  }
}

function unsafe(wanted: string, why: string) {
  return failure("output-unsafe", `the output directory ${JSON.stringify(wanted)} ${why}`, {
    hint: "Give the input output-dir a directory of its own, such as krm-render-report.",
  });
}
