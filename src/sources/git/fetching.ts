/** Fetches the commits that a clone lacks from the remote `origin`, with the credentials of its configuration. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { isCommitId } from "../../text/index.ts";
import { type GitContext, type GitOutput, runGit, runTwice } from "./git-process.ts";
import {
  findMergeBase,
  isPossibleRevision,
  isShallow,
  mayBeBetter,
  type Revision,
  resolveRevision,
  shallowCommits,
  unknownRevision,
} from "./revisions.ts";

type Log = (line: string) => void;

const FETCH = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
const TIMEOUT_SECONDS = 600;
/** The commits of the first step in which history is fetched. Each step fetches three times as many as the one before. */
const FIRST_STEP = 50;
const GROWTH = 3;
/** A larger step is not worth it: all history that is left is fetched instead. Most repositories have fewer commits. */
const MAX_STEP = 40_000;

/** Plain names of branches and tags. A server does not understand other revisions, such as `main~2` or `:/text`. */
const REF_NAME = /^(?!.*(?:\.\.|@\{|\/\/|\.lock(?:\/|$)))[^\s~^:?*[\\/.][^\s~^:?*[\\]*(?<![/.])$/;

/** Fetches a commit by its id, or a branch or tag by its name. @throws KrmError `unknown-revision`, `fetch-failed` */
export async function fetchCommit(git: GitContext, revision: string, log: Log): Promise<Revision> {
  // An earlier call in the queue may have fetched it.
  const here = await resolveRevision(git, revision);
  if (here !== undefined) return here;
  const refspecs = refspecsFor(revision);
  if (refspecs.length === 0 || !(await hasOrigin(git))) throw await unknownRevision(git, revision);
  log(`Fetching ${revision} from origin, as this clone does not have it.`);
  // A depth would cut off history that a complete clone already has.
  const depth = (await isShallow(git)) ? ["--depth=1"] : [];
  let message = "";
  for (const [refspec, local] of refspecs) {
    const result = await fetchFromOrigin(git, [...depth, "origin", refspec]);
    if (result.code !== 0 && !isAbsent(result)) throw fetchFailed(revision, result);
    const found = result.code === 0 ? await resolveRevision(git, local) : undefined;
    if (found !== undefined) return found;
    message = result.message;
  }
  throw await unknownRevision(git, revision, message);
}

/** Fetches the tip of a branch of origin, whether or not the clone has an earlier one. @throws KrmError `fetch-failed`, `unknown-revision` */
export async function fetchTip(git: GitContext, branch: string, log: Log): Promise<Revision> {
  const [[refspec, local] = []] = refspecsFor(`refs/heads/${branch}`);
  if (refspec === undefined || local === undefined || !(await hasOrigin(git))) throw await unknownRevision(git, branch);
  log(`Fetching the tip of ${branch} from origin.`);
  const depth = (await isShallow(git)) ? ["--depth=1"] : [];
  const result = await fetchFromOrigin(git, [...depth, "origin", refspec]);
  if (result.code !== 0 && !isAbsent(result)) throw fetchFailed(branch, result);
  const found = result.code === 0 ? await resolveRevision(git, local) : undefined;
  if (found !== undefined) return found;
  throw await unknownRevision(git, branch, result.message);
}

/**
 * The merge base of two commits. In a shallow clone, fetches more and more of the history of both until it is found, so that
 * at most about four times the necessary commits are fetched, by a number of requests that grows with their logarithm.
 * @param maxStep the commits of the largest step before all are fetched
 * @throws KrmError `no-merge-base`, `fetch-failed`
 */
export async function fetchMergeBase(
  git: GitContext,
  a: string,
  b: string,
  log: Log,
  maxStep = MAX_STEP,
): Promise<string> {
  let shallow = await shallowCommits(git);
  let exhausted = false;
  for (let step = FIRST_STEP; ; step *= GROWTH) {
    const found = await findMergeBase(git, a, b);
    const complete = exhausted || shallow.size === 0;
    if (found !== undefined && (complete || !(await mayBeBetter(git, a, b, found, shallow)))) return found;
    if (complete) break;
    const [how, amount] =
      step <= maxStep ? [`--deepen=${step}`, `${step} commits`] : ["--unshallow", "all that is left"];
    log(`Fetching more history (${amount}) to find the merge base of ${a.slice(0, 7)} and ${b.slice(0, 7)}.`);
    await deepen(git, how, a, b);
    const before = shallow;
    shallow = await shallowCommits(git);
    // History that ends where it did means that origin is shallow, too.
    exhausted = step > maxStep || isEqual(before, shallow);
  }
  const hint = "Name the base commit to compare with instead.";
  throw failure("no-merge-base", `${a.slice(0, 7)} and ${b.slice(0, 7)} have no common ancestor`, { hint });
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

async function deepen(git: GitContext, how: string, a: string, b: string): Promise<void> {
  let result = await fetchFromOrigin(git, [how, "origin", a, b]);
  // The server lacks these commits, or serves branches only. Deepen the branches that were cloned.
  if (result.code !== 0 && isAbsent(result)) result = await fetchFromOrigin(git, [how, "origin"]);
  if (result.code !== 0) throw fetchFailed("more history", result);
}

/** Refspecs, each with the local name of its result, to try in order. Empty if the revision cannot be fetched. */
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

function fetchFromOrigin(git: GitContext, args: readonly string[]): Promise<GitOutput> {
  return runTwice(() => runGit(git, [...FETCH, ...args], { timeoutSeconds: TIMEOUT_SECONDS }));
}

/** Tells whether the server lacks the revision, or does not serve it by its id. */
function isAbsent({ message }: GitOutput): boolean {
  return /couldn't find remote ref|not our ref|unadvertised object/i.test(message);
}

async function hasOrigin(git: GitContext): Promise<boolean> {
  return (await runGit(git, ["config", "--get", "remote.origin.url"])).code === 0;
}

function fetchFailed(what: string, { message }: GitOutput): KrmError {
  return failure("fetch-failed", `${what} could not be fetched from origin: ${message}`, {
    object: what,
    hint: "With actions/checkout, set `fetch-depth: 0` so that nothing has to be fetched, and keep `persist-credentials`.",
  });
}
