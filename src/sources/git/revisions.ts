/** Revisions, and how they are related in the history of the clone. */
import { readFile } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { failure, type KrmError } from "../../diagnostics.ts";
import { isCommitId } from "../../text/index.ts";
import { type GitContext, gitFailed, outputOfGit, runGit } from "./git-process.ts";

export interface Revision {
  /** The full id of the commit. */
  readonly sha: string;
  /** Its name in messages: `main (1a2b3c4)`, or `1a2b3c4` if the user gave its id. */
  readonly label: string;
}

/** The commit of a revision, or of the branch of origin with that name. Undefined if the clone has neither. */
export async function resolveRevision(git: GitContext, revision: string): Promise<Revision | undefined> {
  if (!isPossibleRevision(revision)) return undefined;
  for (const name of [revision, ...namesAtOrigin(revision)]) {
    const sha = await commitOf(git, name);
    if (sha !== undefined) return { sha, label: labelOf(name, sha) };
  }
  return undefined;
}

/** The local names of a branch or ref of origin. */
function namesAtOrigin(revision: string): readonly string[] {
  if (isCommitId(revision) || revision === "HEAD") return [];
  if (revision.startsWith("refs/heads/")) return [`refs/remotes/origin/${revision.slice("refs/heads/".length)}`];
  return [revision.startsWith("refs/") ? `refs/remotes/${revision.slice(5)}` : `refs/remotes/origin/${revision}`];
}

/** The same. @throws KrmError `unknown-revision` if the clone lacks it */
export async function requireRevision(git: GitContext, revision: string): Promise<Revision> {
  const found = await resolveRevision(git, revision);
  if (found !== undefined) return found;
  throw await unknownRevision(git, revision);
}

/** The error for a revision that the clone lacks. @param origin the answer of the remote, if it was asked */
export async function unknownRevision(git: GitContext, revision: string, origin?: string): Promise<KrmError> {
  const unknown = (why: string, hint: string): KrmError =>
    failure("unknown-revision", `there is no revision ${JSON.stringify(revision)}${why}`, { object: revision, hint });
  if (origin !== undefined) {
    return unknown(`, here or at origin: ${origin}`, "Check the spelling. A force-push may have removed the commit.");
  }
  if ((await commitOf(git, "HEAD")) === undefined) {
    return unknown(": nothing is committed yet", "Commit something first.");
  }
  const hint = (await isShallow(git))
    ? "This clone is shallow; with actions/checkout, set `fetch-depth: 0` to have all revisions."
    : "Check the spelling, or fetch the branch first.";
  return unknown(" in this repository", hint);
}

/** The time at which a commit was committed, in seconds since 1970. @throws KrmError `git-failed` if the clone lacks it */
export async function commitTime(git: GitContext, sha: string): Promise<number> {
  const line = await outputOfGit(git, ["rev-list", "--no-walk", "--timestamp", sha, "--"]);
  return Number(line.split(" ")[0]);
}

/** Edited files and directories, and directories in which files are edited, relative to the top. */
export interface EditedPaths {
  readonly paths: readonly string[];
  readonly listed: readonly string[];
}

/** A search through a long history is given up. */
const HISTORY_SECONDS = 30;

/**
 * The first parent of the newest commit that edits some paths, out of `sha` and its first parents. Undefined if there is none, if a
 * shallow clone lacks it, or if the search takes too long.
 */
export async function commitBefore(
  git: GitContext,
  sha: string,
  { paths, listed }: EditedPaths,
): Promise<string | undefined> {
  const specs = [
    ...paths.map((path) => `:(top,literal)${path}`),
    ...listed.map((path) => `:(top,glob)${path.replace(/[*?[\]\\]/g, "\\$&")}${path === "" ? "" : "/"}*`),
  ];
  if (specs.length === 0) return undefined;
  const args = ["rev-list", "--first-parent", "--max-count=1", sha, "--", ...specs];
  const { code, stdout } = await runGit(git, args, { timeoutSeconds: HISTORY_SECONDS }).catch(() => NOTHING);
  const editing = stdout.trimEnd();
  return code === 0 && isCommitId(editing) ? commitOf(git, `${editing}^1`) : undefined;
}

const NOTHING = { code: 1, stdout: "" };

export async function isShallow(git: GitContext): Promise<boolean> {
  return (await outputOfGit(git, ["rev-parse", "--is-shallow-repository"])) === "true";
}

/** The names of all tags. */
export async function tagsOf(git: GitContext): Promise<readonly string[]> {
  const names = await outputOfGit(git, ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/tags"]);
  return names === "" ? [] : names.split("\n");
}

/** The best common ancestor in the history of the clone. Undefined if there is none. */
export async function findMergeBase(git: GitContext, a: string, b: string): Promise<string | undefined> {
  const args = ["merge-base", a, b];
  const { code, stdout, message } = await runGit(git, args);
  if (code > 1) throw gitFailed(args, message);
  return code === 0 ? stdout.trimEnd() : undefined;
}

/**
 * Tells whether there may be a better merge base than the one that a shallow clone shows. A better one descends from it, and is
 * cut off from one of the two sides. So between the tips and the merge base there is a commit whose parents are missing. It
 * is younger than the merge base, so that branches merged long ago cause no fetch.
 * @param cut the commits whose parents are missing
 */
export async function mayBeBetter(
  git: GitContext,
  a: string,
  b: string,
  mergeBase: string,
  cut: ReadonlySet<string>,
): Promise<boolean> {
  const born = (await datedCommits(git, ["--max-count=1", mergeBase])).get(mergeBase) ?? 0;
  const between = await datedCommits(git, [a, b, `^${mergeBase}`]);
  return [...between].some(([sha, date]) => cut.has(sha) && date >= born);
}

function labelOf(name: string, sha: string): string {
  const short = sha.slice(0, 7);
  return sha.startsWith(name) ? short : `${name.replace(/^refs\/(?:heads|tags|remotes)\//, "")} (${short})`;
}

/** Tells whether the text is not an option, and fits into a line of git's input. */
export function isPossibleRevision(revision: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no revision contains these
  return revision !== "" && !revision.startsWith("-") && revision.length < 1000 && !/[\x00-\x1f\x7f]/.test(revision);
}

async function commitOf(git: GitContext, name: string): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const { code, stdout } = await runGit(git, args);
  const sha = stdout.trimEnd();
  // Git also accepts `^HEAD`, which excludes a commit.
  return code === 0 && isCommitId(sha) ? sha : undefined;
}

/** The commits whose parents a shallow clone lacks. None in a complete clone. */
export async function shallowCommits(git: GitContext): Promise<ReadonlySet<string>> {
  const path = await outputOfGit(git, ["rev-parse", "--git-path", "shallow"]);
  const text = await readFile(resolvePath(git.directory, path), "utf8").catch(() => "");
  return new Set(text.split("\n").filter((line) => line !== ""));
}

async function datedCommits(git: GitContext, args: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const lines = await outputOfGit(git, ["rev-list", "--timestamp", ...args, "--"]);
  return new Map(
    lines.split("\n").map((line) => {
      const [date = "", sha = ""] = line.split(" ");
      return [sha, Number(date)];
    }),
  );
}
