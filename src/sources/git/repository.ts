/** A git repository: its revisions, and what is fetched where a shallow clone lacks them. */
import { realpathSync } from "node:fs";
import { failure } from "../../diagnostics.ts";
import { fetchCommit, fetchMergeBase } from "./fetching.ts";
import { withoutFilters } from "./filters.ts";
import { type GitContext, gitContext, gitFailed, runGit } from "./git-process.ts";
import { objectReader } from "./object-reader.ts";
import { type ObjectStore, objectStore } from "./object-store.ts";
import { findMergeBase, isCommitId, isShallow, type Revision, requireRevision, resolveRevision } from "./revisions.ts";

export interface RepositoryOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Is told of what takes long: fetches. */
  readonly log?: (line: string) => void;
}

export interface Repository {
  /** The top of the working tree, absolute; undefined for a bare repository. */
  readonly top: string | undefined;
  /** Shared by all trees of the repository, see `gitTree`. */
  readonly objects: ObjectStore;
  /** The commit that a revision names (a branch, a tag, an id, `HEAD~2`); a branch may be one of origin's. Throws `unknown-revision`. */
  resolve(revision: string): Promise<Revision>;
  /** As `resolve`, but a commit, branch or tag that is not here is fetched from origin. Also throws `fetch-failed`. */
  ensureCommit(revision: string): Promise<Revision>;
  /** The best common ancestor of two commits as far as the clone knows; undefined when there is none. */
  mergeBase(a: string, b: string): Promise<string | undefined>;
  /** The same, after fetching as much history as a shallow clone lacks. Throws `no-merge-base` or `fetch-failed`. */
  ensureMergeBase(a: string, b: string): Promise<string>;
  /** The commit that is checked out; undefined before the first commit. */
  headSha(): Promise<string | undefined>;
  /** The branch that is checked out, such as `main`; undefined when none is. */
  currentBranch(): Promise<string | undefined>;
  /** The default branch of origin as a revision, such as `origin/main`; undefined when the clone does not know it. */
  defaultBranch(): Promise<string | undefined>;
  isShallow(): Promise<boolean>;
  /** Whether the working tree equals HEAD, files that git ignores aside. Throws `git-failed` for a bare repository. */
  isClean(): Promise<boolean>;
  /** Ends the process that reads objects; reads under way are still answered. */
  close(): void;
}

/** Opens the repository that `directory` is in. Throws `not-a-repository`, `git-not-found` or `git-failed`. */
export async function openRepository(directory: string, options: RepositoryOptions = {}): Promise<Repository> {
  const git = gitContext(realDirectory(directory), options.env);
  const top = await topOf(git, directory);
  const objects = objectStore(objectReader(git));
  const log = options.log ?? (() => {});

  // One fetch at a time: they all write the same list of shallow commits.
  let fetching: Promise<unknown> = Promise.resolve();
  function oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const result = fetching.then(work);
    fetching = result.catch(() => {});
    return result;
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
    mergeBase: async (a, b) => findMergeBase(git, commitId(a), commitId(b)),
    ensureMergeBase: async (a, b) => oneByOne(() => fetchMergeBase(git, commitId(a), commitId(b), log)),
    async headSha() {
      return (await resolveRevision(git, "HEAD"))?.sha;
    },
    currentBranch: () => symbolic("HEAD"),
    defaultBranch: () => symbolic("refs/remotes/origin/HEAD"),
    isShallow: () => isShallow(git),
    async isClean() {
      const args = ["status", "--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=dirty"];
      const { code, stdout, words } = await runGit(await withoutFilters(git), args, { stopAfter: 1 });
      if (code !== 0) throw gitFailed(args, words);
      return stdout === "";
    },
    close: () => objects.close(),
  };
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
  // A bare repository has no top, but says that it is bare before it says so.
  const { code, stdout, words } = await runGit(git, ["rev-parse", "--is-bare-repository", "--show-toplevel"]);
  const [bare, ...top] = stdout.replace(/\n$/, "").split("\n");
  if (bare === "true") return undefined;
  if (code === 0) return top.join("\n");
  throw failure("not-a-repository", `git finds no repository here: ${words}`, {
    file: shown,
    hint: "Run this inside a git repository; in a workflow, use actions/checkout before it.",
  });
}
