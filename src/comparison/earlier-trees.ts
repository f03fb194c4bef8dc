/** Gives the commits before the base, for targets that the base does not build. */
import type { ComparisonInput } from "../review/index.ts";
import { gitTree, type Repository } from "../sources/index.ts";

/** @param base the full id of the commit; null for files that are no commit */
export function earlierTrees(repository: Repository, base: string | null): ComparisonInput["earlier"] {
  if (base === null) return undefined;
  return async (sha = base, asked) => {
    const before = await repository.commitBefore(sha, asked);
    if (before === undefined) return undefined;
    const date = new Date((await repository.commitTime(before)) * 1000).toISOString().slice(0, 10);
    return { commit: { sha: before, date }, tree: await gitTree(repository, before, before.slice(0, 7)) };
  };
}
