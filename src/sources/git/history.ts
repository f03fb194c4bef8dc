/** The trees of other revisions of a repository, for what is deployed from another branch, a tag or a commit. */
import { getOrInsert } from "../../collections.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import type { Tree } from "../tree.ts";
import { gitTree } from "./git-tree.ts";
import type { Repository } from "./repository.ts";
import { newestTag, type TagRange } from "./tag-range.ts";

export interface PastTree {
  /** Shows its files as `PATH?ref=REVISION`. */
  readonly tree: Tree;
  /** The full id of the commit. */
  readonly commit: string;
}

export interface RepositoryHistory {
  /**
   * The tree of a branch, as the clone has that of origin, of a tag, or of the id of a commit; undefined where there is no repository.
   * @throws KrmError `unknown-revision` for a revision that the clone does not have, which may be one that was not fetched
   */
  find(revision: string): Promise<PastTree | undefined>;
  /**
   * The tree of the newest tag in a range of versions; undefined where there is no such tag, or no repository.
   * @throws KrmError `unknown-revision` for a shallow clone, which may lack tags
   */
  newest(range: TagRange): Promise<PastTree | undefined>;
  /** The branch that is checked out; undefined for none. */
  branch(): Promise<string | undefined>;
  /** The tree of a commit that {@link find} has given. */
  at(commit: string): Tree;
}

/** @param open opens the repository, once a revision is asked for; undefined where there is none */
export function repositoryHistory(open: () => Promise<Repository | undefined>): RepositoryHistory {
  const known = new Map<string, Promise<PastTree | undefined>>();
  const ranges = new Map<string, Promise<PastTree | undefined>>();
  const trees = new Map<string, Tree>();
  let tags: Promise<readonly string[]> | undefined;
  let opened: Promise<Repository | undefined> | undefined;
  let current: Promise<string | undefined> | undefined;

  async function find(revision: string, shown = revision): Promise<PastTree | undefined> {
    const repository = await (opened ??= open());
    if (repository === undefined) return undefined;
    const commit = await commitOf(repository, revision);
    const display = (path: string): string => `${path.slice(1) || "."}?ref=${shown}`;
    const tree = await gitTree(repository, commit, `${shown} (${commit.slice(0, 7)})`, display);
    trees.set(commit, tree);
    return { tree, commit };
  }

  async function newest({ range, prefix }: TagRange): Promise<PastTree | undefined> {
    const repository = await (opened ??= open());
    if (repository === undefined) return undefined;
    if (await repository.isShallow())
      throw failure("unknown-revision", `this clone is shallow, and may lack tags in the range ${prefix}${range}`, {
        object: `${prefix}${range}`,
        hint: "Have all tags fetched: with actions/checkout, set `fetch-depth: 0`.",
      });
    const tag = newestTag(await (tags ??= repository.tags()), { range, prefix });
    return tag === undefined ? undefined : getOrInsert(known, `tag ${tag}`, () => find(`refs/tags/${tag}`, tag));
  }

  async function currentBranch(): Promise<string | undefined> {
    return (await (opened ??= open()))?.currentBranch();
  }

  return {
    find: (revision) => getOrInsert(known, revision, () => find(revision)),
    newest: (range) => getOrInsert(ranges, JSON.stringify([range.prefix, range.range]), () => newest(range)),
    branch: () => (current ??= currentBranch()),
    at(commit) {
      const tree = trees.get(commit);
      if (tree === undefined) throw new Error(`no tree of ${commit} was asked for`);
      return tree;
    },
  };
}

/** A tag counts over a branch of its name, and the branch of origin over one that only the clone has. */
async function commitOf(repository: Repository, revision: string): Promise<string> {
  const branch = revision.replace(/^refs\/heads\//, "");
  const names = revision.startsWith("refs/")
    ? [...(branch === revision ? [] : [`refs/remotes/origin/${branch}`]), revision]
    : [`refs/tags/${revision}`, `refs/remotes/origin/${revision}`, `refs/heads/${revision}`];
  for (const name of /^[0-9a-f]{7,64}$/.test(revision) ? [...names, revision] : names) {
    const commit = await resolved(repository, name);
    if (commit !== undefined) return commit;
  }
  throw failure("unknown-revision", `this clone has no revision ${JSON.stringify(revision)}`, {
    object: revision,
    hint: "If it is a branch, a tag or a commit, have it fetched: with actions/checkout, set `fetch-depth: 0`.",
  });
}

/** Undefined for what the clone does not have. */
async function resolved(repository: Repository, revision: string): Promise<string | undefined> {
  try {
    return (await repository.resolve(revision)).sha;
  } catch (thrown) {
    if (thrown instanceof KrmError && thrown.code === "unknown-revision") return undefined;
    throw thrown;
  }
}
