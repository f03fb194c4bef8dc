/** The branches whose tips decide what `remote: auto` fetches. */
import { propertyAt } from "../../collections.ts";
import { matchesName } from "../../configuration/index.ts";
import { failure } from "../../diagnostics.ts";
import type { Context } from "../../github/index.ts";
import { gitTree, type Repository } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";

/**
 * The tip of the default branch, and of the branch that the change is for if the workflow names that one: a stranger chooses the
 * branch, and may choose one that nobody looks after.
 * @param branches names, in which `*` stands for any text
 * @throws KrmError such as `fetch-failed`, `unknown-revision` and `invalid-event`
 */
export async function readTips(
  repository: Repository,
  { comparison, payload }: Pick<Context, "comparison" | "payload">,
  branches: readonly string[],
): Promise<readonly Tree[]> {
  const standard = propertyAt(payload, "repository", "default_branch");
  if (typeof standard !== "string" || standard === "") {
    throw failure("invalid-event", "the event does not name the default branch");
  }
  const names = new Set([standard]);
  const base = comparison.kind === "nothing" ? undefined : comparison.base;
  const target = base?.rule === "merge-base-with-branch" ? base.branch : base?.label;
  if (target !== undefined && branches.some((pattern) => matchesName(pattern, target))) names.add(target);
  return Promise.all([...names].map((name) => readTip(repository, name)));
}

async function readTip(repository: Repository, branch: string): Promise<Tree> {
  const { sha } = await repository.tipOf(branch);
  return gitTree(repository, sha, `${branch} (${sha.slice(0, 7)})`);
}
