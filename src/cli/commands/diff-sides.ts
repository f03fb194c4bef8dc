/** Chooses the two revisions that `diff` compares. */
import { failure } from "../../diagnostics.ts";
import type { Side } from "../../review/index.ts";
import { committedWorkTree, gitTree, type Repository, type Tree } from "../../sources/index.ts";

export interface DiffSide {
  readonly side: Side;
  readonly tree: Tree;
}

/** Tried where the clone does not know the default branch of origin. */
const USUAL_DEFAULT_BRANCHES: readonly string[] = ["main", "master"];

/**
 * The head defaults to the working tree, the base to the merge base of the head and the default branch.
 * @throws KrmError `unknown-revision`, `no-merge-base`, `no-default-branch`, `no-work-tree`, `unmerged-index`
 */
export async function chooseSides(
  repository: Repository,
  base: string | undefined,
  head: string | undefined,
): Promise<{ base: DiffSide; head: DiffSide }> {
  const [headSide, headSha] = head === undefined ? await workingTree(repository) : await given(repository, head);
  if (base !== undefined) return { base: (await given(repository, base))[0], head: headSide };

  if (headSha === undefined) {
    throw failure("no-merge-base", "the repository has no commit to compare with", { hint: "Commit something first." });
  }
  const branch = await defaultBranch(repository);
  const sha = await repository.ensureMergeBase(headSha, branch.sha);
  const side: Side = { sha, label: branch.label, reason: "merge base" };
  return { base: { side, tree: await gitTree(repository, sha, branch.label) }, head: headSide };
}

async function given(repository: Repository, revision: string): Promise<[side: DiffSide, sha: string]> {
  const { sha, label } = await repository.ensureCommit(revision);
  return [{ side: { sha, label, reason: "given" }, tree: await gitTree(repository, sha, label) }, sha];
}

async function workingTree(repository: Repository): Promise<[side: DiffSide, sha: string | undefined]> {
  const { tree, isClean } = await committedWorkTree(repository);
  const sha = await repository.headSha();
  const side: Side = { sha: isClean ? (sha ?? null) : null, label: tree.label, reason: "working tree" };
  return [{ side, tree }, sha];
}

/** Finds the branch that reviews compare with by default. @throws KrmError `no-default-branch`, `unknown-revision` */
export async function defaultBranch(repository: Repository): Promise<{ sha: string; label: string }> {
  const named = await repository.defaultBranch();
  for (const name of named === undefined ? USUAL_DEFAULT_BRANCHES : [named]) {
    try {
      const { sha } = await repository.resolve(name);
      return { sha, label: name };
    } catch (error) {
      if (named !== undefined) throw error;
    }
  }
  throw failure("no-default-branch", "the default branch is unknown", {
    hint: "Name the revision to compare with: --base REVISION.",
  });
}
