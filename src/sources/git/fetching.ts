/** Fetches the commits that a clone lacks from the remote `origin`, with the credentials of its configuration. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { isCommitId } from "../../text/index.ts";
import { type GitContext, type GitOutput, runGit } from "./git-process.ts";
import { remoteFailure } from "./remote-failures.ts";
import {
  findMergeBase,
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
/** The steps in which history is fetched. The last one fetches all of it. */
const DEEPENINGS = ["--deepen=50", "--deepen=200", "--deepen=1000", "--unshallow"];

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

/**
 * The merge base of two commits. In a shallow clone, fetches more and more of their history until it is found.
 * @throws KrmError `no-merge-base`, `fetch-failed`
 */
export async function fetchMergeBase(git: GitContext, a: string, b: string, log: Log): Promise<string> {
  for (const deepening of [...DEEPENINGS, undefined]) {
    const found = await findMergeBase(git, a, b);
    const complete = !(await isShallow(git));
    // History that is still incomplete after the last step means that origin is shallow, too.
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

/** Tries once more after an error of the network. */
async function fetchFromOrigin(git: GitContext, args: readonly string[]): Promise<GitOutput> {
  const run = () => runGit(git, [...FETCH, ...args], { timeoutSeconds: TIMEOUT_SECONDS });
  const first = await run();
  return first.code !== 0 && isTransient(first) ? run() : first;
}

function isTransient({ message }: GitOutput): boolean {
  return remoteFailure(message).isTransient === true;
}

/** Whether the server lacks the revision, or does not serve it by its id. */
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
