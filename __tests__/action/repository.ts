/** Real git repositories for the tests: an origin with a pull request, and clones as actions/checkout makes them. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Contents by path; null removes the file. */
export type Files = Readonly<Record<string, string | null>>;

export interface TestRepository {
  /** The directory of one test, which holds all of its repositories. */
  readonly directory: string;
  /** Commits on top of a branch, and creates the branch at `main` if it is missing. Returns the commit. */
  commit(branch: string, files: Files): string;
  /** Creates GitHub's refs of pull request 2: its head, and the merge with `main`. Returns the merge. */
  openPullRequest(head: string): string;
  /** A checkout of one ref, as actions/checkout makes it; `depth` 0 is the whole history. */
  checkout(ref: string, depth?: number): string;
  remove(): void;
}

const DATE = "2026-11-20T08:00:00Z";
const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_DATE: DATE,
};

export function git(directory: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: directory, env: ENVIRONMENT, encoding: "utf8", stdio: "pipe" }).trimEnd();
}

export function createRepository(files: Files): TestRepository {
  const directory = mkdtempSync(join(tmpdir(), "krm-render-"));
  const origin = join(directory, "origin");
  let checkouts = 0;
  mkdirSync(origin);
  git(origin, "init", "-q", "-b", "main");
  git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");

  function commit(branch: string, changes: Files): string {
    const known = git(origin, "branch", "--list", branch) !== "";
    const isFirst = git(origin, "for-each-ref") === "";
    if (!isFirst) git(origin, "checkout", "-q", ...(known ? [branch] : ["-b", branch, "main"]));
    for (const [path, content] of Object.entries(changes)) {
      const file = join(origin, path);
      if (content === null) {
        rmSync(file, { force: true });
        continue;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      if (content.startsWith("#!")) chmodSync(file, 0o755);
    }
    git(origin, "add", "-A");
    git(origin, "commit", "-q", "--allow-empty", "-m", "change");
    const sha = git(origin, "rev-parse", "HEAD");
    git(origin, "checkout", "-q", "--detach");
    return sha;
  }

  commit("main", files);
  return {
    directory,
    commit,
    openPullRequest(head) {
      git(origin, "update-ref", "refs/pull/2/head", head);
      git(origin, "checkout", "-q", "--detach", "main");
      git(origin, "merge", "-q", "--no-ff", "-m", "merge", head);
      const merge = git(origin, "rev-parse", "HEAD");
      git(origin, "update-ref", "refs/pull/2/merge", merge);
      return merge;
    },
    checkout(ref, depth = 1) {
      const clone = join(directory, `checkout-${++checkouts}`);
      mkdirSync(clone);
      git(clone, "init", "-q", "-b", "main");
      git(clone, "remote", "add", "origin", `file://${origin}`);
      const limits = depth === 0 ? [] : [`--depth=${depth}`];
      const branches = depth === 0 ? ["+refs/heads/*:refs/remotes/origin/*"] : [];
      git(clone, "fetch", "-q", "--no-tags", ...limits, "origin", `+${ref}:refs/remotes/checkout`, ...branches);
      git(clone, "checkout", "-q", "--detach", "refs/remotes/checkout");
      return clone;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
