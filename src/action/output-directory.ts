/** The directory, and the file beside it, that the action writes to. */
import { lstatSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { MANIFESTS, OUTPUT_FILES } from "../bundle/index.ts";
import { type Diagnostic, failure } from "../diagnostics.ts";
import { makeDirectories } from "../processes/index.ts";

/**
 * Creates the output directory and removes the outputs of a run from it: files that a pull request brings along could be mistaken for
 * those of this run, which may fail before it writes any.
 *
 * @param wanted the input `output-dir`, relative to the workspace
 * @returns its absolute path
 * @throws KrmError `output-unsafe` for the workspace itself, for a directory that contains it, for a directory in `.git`, and
 *   for a path with a symbolic link inside the workspace, because a pull request may have put the link there
 * @throws KrmError `output-unwritable`
 */
export function prepareOutputDirectory(workspace: string, wanted: string): string {
  const directory = safeOutputDirectory(workspace, wanted);
  try {
    makeDirectories(directory);
    // Removes a link itself, not its target.
    rmSync(join(directory, MANIFESTS), { recursive: true, force: true });
    for (const name of OUTPUT_FILES) {
      const file = join(directory, name);
      // A directory in the way costs this file only, when it is written.
      if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(file);
    }
  } catch (cause) {
    throw uncreated("the output directory", wanted, cause as Error);
  }
  return directory;
}

/**
 * Finds the output directory, and changes nothing: its files may be all that worked before.
 * @param wanted the input `output-dir`, relative to the workspace
 * @returns its absolute path
 * @throws KrmError `output-unsafe`, see {@link prepareOutputDirectory}
 */
export function safeOutputDirectory(workspace: string, wanted: string): string {
  const directory = resolve(workspace, wanted);
  const problem = problemOf(workspace, directory);
  if (problem === undefined) return directory;
  throw failure("output-unsafe", `the output directory ${JSON.stringify(wanted)} ${problem}`, {
    hint: "Set the input output-dir to a directory of its own, such as krm-render-report.",
  });
}

/**
 * Finds out where a file may be written, and creates its directory.
 * @param wanted the input `lock-out`, relative to the workspace
 * @param directory the output directory, absolute
 * @returns its absolute path
 * @throws KrmError `output-unsafe` for a file outside of both directories, in `.git`, or with a symbolic link in its path
 * @throws KrmError `output-unwritable`
 */
export function prepareOutputFile(workspace: string, directory: string, wanted: string): string {
  const file = resolve(workspace, wanted);
  const isInside = [workspace, directory].some((top) => relative(top, file).split(sep)[0] !== "..");
  const problem = isInside
    ? (problemOf(workspace, file) ?? linkIn(directory, relative(directory, file).split(sep)))
    : "is neither in the workspace nor in the output directory";
  if (problem !== undefined) {
    throw failure("output-unsafe", `the file ${JSON.stringify(wanted)} ${problem}`, {
      hint: "Set the input lock-out to a file of its own, such as krm-render-report/krm-render.lock.",
    });
  }
  try {
    makeDirectories(dirname(file));
  } catch (cause) {
    throw uncreated("the directory of a file", wanted, cause as Error);
  }
  return file;
}

function uncreated(title: string, file: string, cause: Error): Error {
  return failure("output-unwritable", `${title} cannot be created: ${cause.message}`, { file, cause });
}

/** The reason why nothing may be written to a path, which a pull request may have prepared; undefined if there is none. */
function problemOf(workspace: string, path: string): string | undefined {
  const steps = relative(workspace, path).split(sep);
  if (steps.every((step) => step === "" || step === "..")) return "contains the workspace";
  if (steps[0] === "..") return undefined;
  if (steps.some((step) => step.toLowerCase() === ".git")) return "belongs to git";
  return linkIn(workspace, steps);
}

function linkIn(top: string, steps: readonly string[]): string | undefined {
  if (steps[0] === "..") return undefined;
  let path = top;
  for (const step of steps) {
    path = join(path, step);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      return `has the symbolic link ${step} in its path`;
  }
  return undefined;
}

/** The most files that one message names. */
const MAX_NAMED = 5;
const UNWRITABLE = "cannot be written: ";

/** Makes one diagnostic of all files that cannot be written for the same reason: on a full disk, that is each of them. */
export function gatherUnwritable(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Map<string, Set<string>>();
  for (const { code, message, file } of diagnostics) {
    if (code !== "output-unwritable" || file === undefined || !message.startsWith(UNWRITABLE)) continue;
    files.set(message, (files.get(message) ?? new Set()).add(file));
  }
  const gathered = new Set<string>();
  return diagnostics.flatMap((diagnostic) => {
    const { file, ...rest } = diagnostic;
    const found = file === undefined ? undefined : files.get(rest.message);
    if (found === undefined || found.size < 2) return [diagnostic];
    if (gathered.has(rest.message)) return [];
    gathered.add(rest.message);
    const all = [...found];
    const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : "";
    const message = `${all.length} files ${rest.message}: ${all.slice(0, MAX_NAMED).join(", ")}${more}`;
    return [{ ...rest, message }];
  });
}
