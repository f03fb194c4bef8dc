/** The working tree as git would commit it now, without writing to the repository. */
import { lstatSync } from "node:fs";
import { copyFile, mkdir, stat, utimes } from "node:fs/promises";
import { join, resolve as resolvePath } from "node:path";
import { failure, type KrmError } from "../../diagnostics.ts";
import { type PrivateDirectory, privateDirectory } from "../../processes/index.ts";
import { sizeText } from "../../text/index.ts";
import { withoutFilters } from "./filters.ts";
import { type GitContext, type GitOutput, outputOfGit, runGit } from "./git-process.ts";

export interface Snapshot {
  /** The id of the tree object. */
  readonly tree: string;
  /** Reads the objects of the repository, and those that only the snapshot has. */
  readonly git: GitContext;
  /** Removes the objects that only the snapshot has. */
  remove(): void;
}

const SETTINGS: readonly string[] = [
  // The shared part of a split index would be written beside the user's index.
  "core.splitIndex=false",
  "core.untrackedCache=false",
  "core.safecrlf=false",
  "advice.addEmbeddedRepo=false",
];

/** The limit of all files together that git does not track yet. */
const MAX_NEW_BYTES = 2 ** 30;

/**
 * Adds all files to a copy of the index, and writes the tree. New objects go to a private directory, which only borrows from
 * the repository: index, objects and files of the user stay as they are. The copied index knows which files are unchanged, so
 * that only the others are read.
 *
 * Line ends are converted and clean filters run, as `git status` does. `.gitattributes` chooses the files, the configuration of
 * the user the programs. If a program fails, such as git-lfs where it is not installed, the files count as they are.
 * @param top the top of the working tree
 * @throws KrmError `unmerged-index`, `work-tree-too-large`, `work-tree-unreadable`, `git-failed`
 */
export async function takeSnapshot(git: GitContext, top: string, log: (line: string) => void): Promise<Snapshot> {
  await refuseConflicts(git);
  await refuseTooMuch(git, top);
  const directory = privateDirectory();
  try {
    const writing = await contextIn(directory, git);
    const unfiltered = await withoutFilters(writing);
    await addAll(writing, unfiltered, log);
    const tree = await outputOfGit(unfiltered, ["write-tree", "--missing-ok"]);
    const env = { ...git.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: listedDirectory(join(directory.path, "objects")) };
    return { tree, git: { ...git, env }, remove: () => directory.remove() };
  } catch (error) {
    directory.remove();
    throw error;
  }
}

/** Git would add the files with the marks of the conflict in them. */
async function refuseConflicts(git: GitContext): Promise<void> {
  const rows = (await outputOfGit(git, ["ls-files", "--unmerged", "-z", "--full-name", ":/"])).split("\0");
  const paths = [...new Set(rows.filter((row) => row !== "").map((row) => row.slice(row.indexOf("\t") + 1)))];
  const [first] = paths;
  if (first === undefined) return;
  const more = paths.length - 1;
  const others = more === 0 ? "" : `, and so ${more === 1 ? "has 1 more file" : `have ${more} more files`}`;
  throw failure("unmerged-index", `has conflicts of a merge that are not resolved${others}`, {
    file: first,
    hint: "Resolve them and run `git add`, or name a revision instead, such as HEAD.",
  });
}

/** Git copies all new files. Those of a build are small; a forgotten disk image would fill the temporary directory. */
async function refuseTooMuch(git: GitContext, top: string): Promise<void> {
  const args = ["ls-files", "--others", "--exclude-standard", "-z", "--full-name", ":/"];
  const paths = (await outputOfGit(git, args)).split("\0").filter((path) => path !== "");
  let [sum, largest, most] = [0, "", 0];
  for (const path of paths) {
    const size = sizeOf(join(top, path));
    sum += size;
    if (size > most) [largest, most] = [path, size];
  }
  if (sum <= MAX_NEW_BYTES) return;
  const message = `is the largest of the new files, which are ${sizeText(sum)} together; at most ${sizeText(MAX_NEW_BYTES)} are compared`;
  throw failure("work-tree-too-large", message, {
    file: largest,
    hint: "Let git ignore what is not part of the repository, or name a revision instead, such as HEAD.",
  });
}

function sizeOf(path: string): number {
  try {
    return lstatSync(path).size;
  } catch {
    // It is gone since it was listed, or its name is no UTF-8.
    return 0;
  }
}

async function contextIn(directory: PrivateDirectory, git: GitContext): Promise<GitContext> {
  const pathsOf = ["rev-parse", "--git-path", "index", "--git-path", "objects"];
  const [index = "", objects = ""] = (await outputOfGit(git, pathsOf)).split("\n");
  const [copy, own] = [join(directory.path, "index"), join(directory.path, "objects")];
  await mkdir(own);
  await copyIndex(resolvePath(git.directory, index), copy);
  const env = {
    ...git.env,
    GIT_INDEX_FILE: copy,
    GIT_OBJECT_DIRECTORY: own,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: listedDirectory(resolvePath(git.directory, objects)),
  };
  return { ...git, env, settings: SETTINGS };
}

/** Before the first `git add` there is no index. */
async function copyIndex(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(() => undefined);
  if (found === undefined) return;
  await copyFile(from, to);
  // Git reads a file again if it is as young as the index. A young copy would let it trust the times of files that changed
  // in the second in which the index was written.
  await utimes(to, found.atime, Math.floor(found.mtimeMs / 1000));
}

async function addAll(git: GitContext, unfiltered: GitContext, log: (line: string) => void): Promise<void> {
  const first = await add(git);
  if (first.code === 0) return;
  const second = unfiltered === git ? first : await add(unfiltered);
  if (second.code !== 0) throw notAdded(second);
  log(`Reading files of the working tree without filters, because one failed: ${first.message}`);
}

async function add(git: GitContext): Promise<GitOutput> {
  // Files outside of a sparse checkout count, too. Git before 2.34 adds them without the option, and does not know it.
  const result = await runGit(git, ["add", "--all", "--sparse"]);
  return result.code === 129 ? runGit(git, ["add", "--all"]) : result;
}

function notAdded({ message }: GitOutput): KrmError {
  const hint = "Make these files readable, let git ignore them, or name a revision instead, such as HEAD.";
  return failure("work-tree-unreadable", `git cannot read the working tree: ${message}`, { hint });
}

/** A directory as one of the list GIT_ALTERNATE_OBJECT_DIRECTORIES, where a colon separates. */
export function listedDirectory(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&")}"`;
}
