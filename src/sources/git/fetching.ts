/** Fetching what a clone lacks, from the remote `origin` and with the credentials that its configuration holds. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { type GitContext, type GitOutput, runGit } from "./git-process.ts";
import {
  findMergeBase,
  isCommitId,
  isPossibleRevision,
  isShallow,
  mayBeBetter,
  type Revision,
  resolveRevision,
  unknownRevision,
} from "./revisions.ts";

export type Log = (line: string) => void;

const FETCH = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
const TIMEOUT_SECONDS = 600;
/** How many commits more are asked for, step by step, before all of the history is. */
const DEEPENINGS = ["--deepen=50", "--deepen=200", "--deepen=1000", "--unshallow"];

/** Plain names of branches and tags: what else git understands (`main~2`, `:/text`) cannot be asked of a server. */
const REF_NAME = /^(?!.*(?:\.\.|@\{|\/\/|\.lock(?:\/|$)))[^\s~^:?*[\\/.][^\s~^:?*[\\]*(?<![/.])$/;

/** Fetches a commit by its id, or a branch or tag by its name. Throws `unknown-revision` or `fetch-failed`. */
export async function fetchCommit(git: GitContext, revision: string, log: Log): Promise<Revision> {
  // Somebody who came before us in the queue may have fetched it.
  const here = await resolveRevision(git, revision);
  if (here !== undefined) return here;
  const refspecs = refspecsFor(revision);
  if (refspecs.length === 0 || !(await hasOrigin(git))) throw await unknownRevision(git, revision);
  log(`Fetching ${revision} from origin, as this clone does not have it.`);
  // A depth would cut off history that a complete clone already has.
  const depth = (await isShallow(git)) ? ["--depth=1"] : [];
  let words = "";
  for (const [refspec, local] of refspecs) {
    const result = await fetchFromOrigin(git, [...depth, "origin", refspec]);
    if (result.code !== 0 && !isAbsent(result)) throw fetchFailed(revision, result);
    const found = result.code === 0 ? await resolveRevision(git, local) : undefined;
    if (found !== undefined) return found;
    words = result.words;
  }
  throw await unknownRevision(git, revision, words);
}

/**
 * The merge base of two commits, fetching more and more of their history while a shallow clone does not show it.
 * Throws `no-merge-base` when they have none, and `fetch-failed`.
 */
export async function fetchMergeBase(git: GitContext, a: string, b: string, log: Log): Promise<string> {
  for (const deepening of [...DEEPENINGS, undefined]) {
    const found = await findMergeBase(git, a, b);
    const complete = !(await isShallow(git));
    // Still cut off after the last step: origin itself is shallow, and this is the best that anybody knows.
    const final = complete || deepening === undefined;
    if (found !== undefined && (final || !(await mayBeBetter(git, a, b, found)))) return found;
    if (final) break;
    log(
      `Fetching more history (${deepening.slice(2)}) to find the merge base of ${a.slice(0, 7)} and ${b.slice(0, 7)}.`,
    );
    await deepen(git, deepening, a, b);
  }
  throw failure("no-merge-base", `${a.slice(0, 7)} and ${b.slice(0, 7)} have no common ancestor`, {
    hint: "Name the base commit to compare with instead.",
  });
}

async function deepen(git: GitContext, how: string, a: string, b: string): Promise<void> {
  let result = await fetchFromOrigin(git, [how, "origin", a, b]);
  // Commits that exist only here, or a server that answers for branches only: ask for what the clone was made of.
  if (result.code !== 0 && isAbsent(result)) result = await fetchFromOrigin(git, [how, "origin"]);
  if (result.code !== 0) throw fetchFailed("more history", result);
}

/** Pairs of a refspec and the name that holds the result, to be tried in order; none when it cannot be fetched. */
function refspecsFor(revision: string): readonly (readonly [refspec: string, local: string])[] {
  if (isCommitId(revision)) return [[revision, revision]];
  if (!isPossibleRevision(revision) || !REF_NAME.test(revision) || revision === "HEAD") return [];
  const into = (remote: string, local: string) => [`+${remote}:${local}`, local] as const;
  const branch = (name: string) => into(`refs/heads/${name}`, `refs/remotes/origin/${name}`);
  if (revision.startsWith("refs/heads/")) return [branch(revision.slice("refs/heads/".length))];
  if (revision.startsWith("refs/tags/")) return [into(revision, revision)];
  if (revision.startsWith("refs/")) return [into(revision, `refs/remotes/${revision.slice("refs/".length)}`)];
  if (revision.startsWith("origin/")) return [branch(revision.slice("origin/".length))];
  return [branch(revision), into(`refs/tags/${revision}`, `refs/tags/${revision}`)];
}

/** Tries once more when the network, and not the question, was at fault. */
async function fetchFromOrigin(git: GitContext, args: readonly string[]): Promise<GitOutput> {
  const run = () => runGit(git, [...FETCH, ...args], { timeoutSeconds: TIMEOUT_SECONDS });
  const first = await run();
  return first.code !== 0 && isTransient(first) ? run() : first;
}

function isTransient({ words }: GitOutput): boolean {
  return /early EOF|hung up|Connection (?:reset|timed out)|Could not resolve|error: (?:429|50[0234])\b/i.test(words);
}

/** The server does not have it, or does not hand it out by its id. */
function isAbsent({ words }: GitOutput): boolean {
  return /couldn't find remote ref|not our ref|unadvertised object/i.test(words);
}

async function hasOrigin(git: GitContext): Promise<boolean> {
  return (await runGit(git, ["config", "--get", "remote.origin.url"])).code === 0;
}

function fetchFailed(what: string, { words }: GitOutput): KrmError {
  return failure("fetch-failed", `${what} could not be fetched from origin: ${words}`, {
    object: what,
    hint: "With actions/checkout, set `fetch-depth: 0` so that nothing has to be fetched, and keep `persist-credentials`.",
  });
}
