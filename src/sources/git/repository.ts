/** A git repository and its revisions, which are fetched if a shallow clone lacks them. */
import { realpathSync } from "node:fs";
import { failure } from "../../diagnostics.ts";
import { isCommitId } from "../../text/index.ts";
import { fetchCommit, fetchMergeBase, fetchTip } from "./fetching.ts";
import { type GitContext, gitContext, runGit } from "./git-process.ts";
import { ignoredPaths } from "./ignored-paths.ts";
import { missingObjects } from "./missing-objects.ts";
import { objectReader } from "./object-reader.ts";
import { MAX_KEPT_BYTES, type ObjectStore, objectStore } from "./object-store.ts";
import {
  commitBefore,
  commitTime,
  type EditedPaths,
  findMergeBase,
  isShallow,
  type Revision,
  requireRevision,
  resolveRevision,
  tagsOf,
} from "./revisions.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";

export interface RepositoryOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Gets a line before each fetch. */
  readonly log?: (line: string) => void;
}

export interface Repository {
  /** The top of the working tree, absolute; undefined for a bare repository. */
  readonly top: string | undefined;
  /** All trees of the repository share it, see `gitTree`. */
  readonly objects: ObjectStore;
  /** The commit of a revision: a branch here or of origin, a tag, an id, `HEAD~2`. @throws KrmError `unknown-revision` */
  resolve(revision: string): Promise<Revision>;
  /** Does the same as `resolve`, but fetches a missing revision from origin. @throws KrmError `unknown-revision`, `fetch-failed` */
  ensureCommit(revision: string): Promise<Revision>;
  /**
   * The tip of a branch of origin, such as `main`. It is fetched in a shallow clone, which may have an earlier one from another run.
   * @throws KrmError `unknown-revision`, `fetch-failed`
   */
  tipOf(branch: string): Promise<Revision>;
  /** The best common ancestor of two commits in the history of the clone. Undefined if there is none. */
  mergeBase(a: string, b: string): Promise<string | undefined>;
  /** The same, but fetches the history that a shallow clone lacks. @throws KrmError `no-merge-base`, `fetch-failed` */
  ensureMergeBase(a: string, b: string): Promise<string>;
  /** The commit that is checked out. Undefined before the first commit. */
  headSha(): Promise<string | undefined>;
  /** The branch that is checked out, such as `main`. Undefined if none is. */
  currentBranch(): Promise<string | undefined>;
  /** The default branch of origin as a revision, such as `origin/main`. Undefined if the clone does not know it. */
  defaultBranch(): Promise<string | undefined>;
  /** The first parent of the newest commit that edits some paths, out of a commit and its first parents, if the clone has it. */
  commitBefore(sha: string, edited: EditedPaths): Promise<string | undefined>;
  /** The time at which a commit of the clone was committed, in seconds since 1970. */
  commitTime(sha: string): Promise<number>;
  /** The address of origin as it is configured, perhaps with credentials. Undefined if there is none. */
  originAddress(): Promise<string | undefined>;
  isShallow(): Promise<boolean>;
  /** The names of the tags of the clone. */
  tags(): Promise<readonly string[]>;
  /**
   * The id of the tree that git would commit if all files were added, except for ignored ones. `objects` can read it until
   * `close`. Not for a bare repository.
   * @throws KrmError `unmerged-index`, `work-tree-too-large`, `work-tree-unreadable`, `git-failed`
   */
  snapshot(): Promise<string>;
  /** The files among these, absolute within `top`, that git neither tracks nor would add. None in a bare repository. */
  ignored(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends the process that reads objects, after the pending reads. Removes what only a snapshot has. */
  close(): void;
}

/** Opens the repository that contains `directory`. @throws KrmError `not-a-repository`, `git-not-found`, `git-failed` */
export async function openRepository(directory: string, options: RepositoryOptions = {}): Promise<Repository> {
  const git = gitContext(realDirectory(directory), options.env);
  const top = await topOf(git, directory);
  const log = options.log ?? (() => {});

  // One fetch at a time, since all of them write the list of shallow commits.
  let fetching: Promise<unknown> = Promise.resolve();
  function oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const result = fetching.then(work);
    fetching = result.catch(() => {});
    return result;
  }

  let reading = git;
  const missing = missingObjects(git, { log, reading: () => reading, oneByOne });
  const objects = objectStore(objectReader(git), MAX_KEPT_BYTES, missing);

  let snapshot: Promise<Snapshot> | undefined;
  let origin: Promise<string | undefined> | undefined;
  async function startSnapshot(): Promise<Snapshot> {
    if (top === undefined) throw new TypeError("a bare repository has no working tree");
    const taken = await takeSnapshot(git, top, log);
    reading = taken.git;
    objects.readFrom(objectReader(reading));
    return taken;
  }

  async function symbolic(ref: string): Promise<string | undefined> {
    const { code, stdout } = await runGit(git, ["symbolic-ref", "--quiet", "--short", ref]);
    return code === 0 ? stdout.trimEnd() : undefined;
  }

  return {
    top,
    objects,
    resolve: (revision) => requireRevision(git, revision),
    async ensureCommit(revision) {
      const here = await resolveRevision(git, revision);
      return here ?? oneByOne(() => fetchCommit(git, revision, log));
    },
    async tipOf(branch) {
      // A full name: a tag could have a short one.
      const here = (await isShallow(git)) ? undefined : await resolveRevision(git, `refs/remotes/origin/${branch}`);
      return here ?? oneByOne(() => fetchTip(git, branch, log));
    },
    mergeBase: async (a, b) => findMergeBase(git, commitId(a), commitId(b)),
    ensureMergeBase: async (a, b) => oneByOne(() => fetchMergeBase(git, commitId(a), commitId(b), log)),
    async headSha() {
      return (await resolveRevision(git, "HEAD"))?.sha;
    },
    currentBranch: () => symbolic("HEAD"),
    defaultBranch: () => symbolic("refs/remotes/origin/HEAD"),
    commitBefore: async (sha, edited) => commitBefore(git, commitId(sha), edited),
    commitTime: async (sha) => commitTime(git, commitId(sha)),
    originAddress: () => (origin ??= addressOfOrigin(git)),
    isShallow: () => isShallow(git),
    tags: () => tagsOf(git),
    async snapshot() {
      snapshot ??= startSnapshot();
      return (await snapshot).tree;
    },
    ignored: async (paths) => (top === undefined ? new Set() : ignoredPaths(git, top, paths)),
    close() {
      objects.close();
      snapshot?.then(
        (taken) => taken.remove(),
        () => {},
      );
    },
  };
}

async function addressOfOrigin(git: GitContext): Promise<string | undefined> {
  const { code, stdout } = await runGit(git, ["config", "--get", "remote.origin.url"]);
  return code === 0 ? stdout.replace(/\n$/, "") || undefined : undefined;
}

function commitId(text: string): string {
  if (isCommitId(text)) return text;
  throw new TypeError(`not a commit id: ${JSON.stringify(text)}`);
}

function realDirectory(directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch (cause) {
    throw failure("not-a-repository", "no such directory", { file: directory, cause });
  }
}

async function topOf(git: GitContext, shown: string): Promise<string | undefined> {
  // In a bare repository the command fails for lack of a top, but prints first that it is bare.
  const { code, stdout, message } = await runGit(git, ["rev-parse", "--is-bare-repository", "--show-toplevel"]);
  const [bare, ...top] = stdout.replace(/\n$/, "").split("\n");
  if (bare === "true") return undefined;
  if (code === 0) return top.join("\n");
  throw failure("not-a-repository", `git finds no repository here: ${message}`, {
    file: shown,
    hint: "Run this inside a git repository; in a workflow, use actions/checkout before it.",
  });
}
